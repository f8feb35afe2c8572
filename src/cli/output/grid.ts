import { type Printable, printable, words } from '../../text/printable.ts';

/** A value of a cell. Strings are hostile text. */
export type Value = string | number | boolean | null;

/** A column of rows of some kind. */
export interface Column<Row> {
  /** Its head in CSV: the wire's name, where there is one. */
  readonly name: string;
  /** Its head in a table; `name` when not said. */
  readonly title?: Printable;
  readonly align?: 'right';
  /** The one output it is in; both when not said. */
  readonly only?: 'table' | 'csv';
  /** Whether it gives way first when the terminal is narrow. */
  readonly yields?: true;
  value(row: Row): Value;
  /** The value as a table shows it, when that is another. */
  text?(row: Row): Printable;
}

export interface Head {
  readonly name: string;
  readonly title: Printable;
  readonly align: 'left' | 'right';
  readonly yields: boolean;
}

/** Rows of values under heads, once their kind no longer matters. */
export interface Grid {
  /** As in tables. */
  readonly shown: {
    readonly heads: readonly Head[];
    readonly rows: readonly (readonly Printable[])[];
  };
  /** As in CSV. */
  readonly plain: {
    readonly heads: readonly string[];
    readonly rows: readonly (readonly Value[])[];
  };
}

/** A value as people read it. */
export function shownValue(value: Value): Printable {
  if (value === null || value === '') return words`–`;
  if (typeof value === 'boolean') return value ? words`yes` : words`no`;
  return printable(String(value));
}

export function grid<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Grid {
  const inTable = columns.filter(({ only }) => only !== 'csv');
  const inCsv = columns.filter(({ only }) => only !== 'table');
  return {
    shown: {
      heads: inTable.map(({ name, title, align, yields }) => ({
        name,
        title: title ?? printable(name),
        align: align ?? 'left',
        yields: yields ?? false,
      })),
      rows: rows.map((row) =>
        inTable.map((column) => column.text?.(row) ?? shownValue(column.value(row))),
      ),
    },
    plain: {
      heads: inCsv.map(({ name }) => name),
      rows: rows.map((row) => inCsv.map((column) => column.value(row))),
    },
  };
}
