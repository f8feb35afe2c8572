import type { CsvValue } from '../../text/json-and-csv.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { fit, width } from '../../text/width.ts';

interface ColumnParts<Row> {
  /** Table heading; `name` by default. */
  readonly title?: Printable;
  readonly align?: 'right';
  /** The only kind of output that has it; both by default. */
  readonly only?: 'table' | 'csv' | undefined;
  /** Whether it is cut first in a narrow terminal. */
  readonly shrinks?: true;
  /** How a table shows the value, if different. */
  text?(row: Row): Printable;
  /** Whether {@link text} is less exact than the value, so that a wide table shows the value. */
  readonly rounds?: true;
}

type FieldOf<Row> = {
  [Name in keyof Row]: Row[Name] extends CsvValue | undefined ? Name : never;
}[keyof Row] &
  string;

/** A column. `name` is its CSV heading (the wire's name, if there is one) and, by default, the field to read. */
export type OutputColumn<Row> = ColumnParts<Row> &
  (
    | { readonly name: FieldOf<Row>; readonly value?: undefined }
    | { readonly name: string; value(row: Row): CsvValue }
  );

const valueIn = <Row>({ name, value }: OutputColumn<Row>, row: Row): CsvValue =>
  value ? value(row) : ((row as Readonly<Record<string, CsvValue>>)[name] ?? null);

type Head = Pick<ColumnParts<never>, 'title' | 'align' | 'shrinks'> & { readonly name: string };

interface Shown {
  readonly heads: readonly Head[];
  readonly rows: readonly (readonly Printable[])[];
}

/** Rendered rows with headings, independent of the row type. */
export interface Grid {
  readonly shown: Shown;
  /** The wide form, with every field. */
  readonly wide: Shown;
  readonly plain: {
    readonly heads: readonly string[];
    readonly rows: readonly (readonly CsvValue[])[];
  };
  /** The same rows with only the named columns, in this order. Unknown names are ignored. */
  chosen(names: readonly string[]): Grid;
}

/** The names of all available columns: those of CSV first, then those only in wide tables. */
export const columnNames = <Row>(
  columns: readonly OutputColumn<Row>[],
  wide: readonly OutputColumn<Row>[] = [],
): readonly string[] => [...new Set([...columns, ...wide].map(({ name }) => name))];

export function displayValue(value: CsvValue): Printable {
  if (value === null || value === '') return words`–`;
  if (typeof value === 'boolean') return value ? words`yes` : words`no`;
  return printable(String(value));
}

/** The first text, and how many more there are. */
export const firstOf = ([first = words`–`, ...more]: readonly Printable[]): Printable =>
  more.length === 0 ? first : words`${first} (and ${count(more.length)} more)`;

function shownRows<Row>(columns: readonly OutputColumn<Row>[], rows: readonly Row[]): Shown {
  const inTable = columns.filter(({ only }) => only !== 'csv');
  return {
    heads: inTable,
    rows: rows.map((row) =>
      inTable.map((column) => column.text?.(row) ?? displayValue(valueIn(column, row))),
    ),
  };
}

/** Renders rows, in wide tables with the `wide` columns (see `wideColumns`). */
export function grid<Row>(
  columns: readonly OutputColumn<Row>[],
  rows: readonly Row[],
  wide: readonly OutputColumn<Row>[] = columns,
): Grid {
  const inCsv = columns.filter(({ only }) => only !== 'table');
  return {
    shown: shownRows(columns, rows),
    get wide() {
      return shownRows(wide, rows);
    },
    plain: {
      heads: inCsv.map(({ name }) => name),
      rows: rows.map((row) => inCsv.map((column) => valueIn(column, row))),
    },
    chosen(names) {
      // A chosen column appears in every form.
      const pick = (from: readonly OutputColumn<Row>[]) =>
        names.flatMap((name) => {
          const found = [...from, ...columns, ...wide].find((column) => column.name === name);
          return found ? [{ ...found, only: undefined }] : [];
        });
      return grid(pick(columns), rows, pick(wide));
    },
  };
}

const GAP = 2;
/** Minimum width of a column that is cut. */
const MIN_WIDTH = 12;

const titleOf = ({ name, title }: Head): Printable => title ?? printable(name);

/** Column widths: the widest cell, reduced if the terminal is too narrow. */
function widths(
  heads: readonly Head[],
  rows: readonly (readonly Printable[])[],
  columns: number | undefined,
): readonly number[] {
  const needed = heads.map((head, at) =>
    rows.reduce((most, row) => Math.max(most, width(row[at] ?? words``)), width(titleOf(head))),
  );
  let over =
    needed.reduce((sum, each) => sum + each, 0) +
    GAP * (heads.length - 1) -
    (columns ?? Number.POSITIVE_INFINITY);
  return needed.map((need, at) => {
    if (over <= 0 || !heads[at]?.shrinks) return need;
    const given = Math.min(over, Math.max(0, need - MIN_WIDTH));
    over -= given;
    return need - given;
  });
}

const trimmed = (line: string): Printable => line.trimEnd() as Printable;

/**
 * A text table with headings. In a terminal of `columns` cells, columns with `shrinks` are cut with `…`. What still
 * does not fit wraps, because it would be lost otherwise.
 */
export function textTable({ heads, rows }: Shown, columns: number | undefined) {
  const room = widths(heads, rows, columns);
  let cut = false;
  const line = (cells: readonly Printable[]): Printable =>
    trimmed(
      heads
        .map(({ align }, at) => {
          const cell = cells[at] ?? words``;
          if (width(cell) > (room[at] ?? 0)) cut = true;
          return fit(cell, room[at] ?? 0, align);
        })
        .join(' '.repeat(GAP)),
    );
  return { lines: [heads.map(titleOf), ...rows].map(line), cut };
}

export function textFacts(
  facts: readonly (readonly [Printable, Printable])[],
): readonly Printable[] {
  const widest = facts.reduce((most, [label]) => Math.max(most, width(label)), 0);
  return facts.map(([label, value]) => trimmed(`${fit(label, widest)}  ${value}`));
}
