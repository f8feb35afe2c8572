import { type Printable, words } from '../../text/printable.ts';
import { fit, width } from '../../text/width.ts';
import type { Grid, Head } from './grid.ts';

/** A text and whether something of it was cut off. */
export interface Drawn {
  readonly lines: readonly Printable[];
  readonly cut: boolean;
}

const BETWEEN = 2;
/** What a column that yields keeps. */
const NARROWEST = 12;

/** The width of every column: what its widest cell needs, less where the terminal is too narrow. */
function widths(
  heads: readonly Head[],
  rows: readonly (readonly Printable[])[],
  columns: number | undefined,
): readonly number[] {
  const needed = heads.map(({ title }, at) =>
    rows.reduce((most, row) => Math.max(most, width(row[at] ?? words``)), width(title)),
  );
  let over =
    needed.reduce((sum, each) => sum + each, 0) +
    BETWEEN * (heads.length - 1) -
    (columns ?? Number.POSITIVE_INFINITY);
  return needed.map((need, at) => {
    if (over <= 0 || !heads[at]?.yields) return need;
    const given = Math.min(over, Math.max(0, need - NARROWEST));
    over -= given;
    return need - given;
  });
}

/** A line without the spaces at its end. */
const trimmed = (line: string): Printable => line.trimEnd() as Printable;

/**
 * A table of text, its heads first. On a terminal of `columns` cells the columns that yield are cut with
 * `…`; what still does not fit is left to wrap, since it would be lost otherwise.
 */
export function textTable({ shown }: Grid, columns: number | undefined): Drawn {
  const { heads, rows } = shown;
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
        .join(' '.repeat(BETWEEN)),
    );
  return { lines: [heads.map(({ title }) => title), ...rows].map(line), cut };
}

/** Labels and values, one pair a line. */
export function textFacts(
  facts: readonly (readonly [Printable, Printable])[],
): readonly Printable[] {
  const widest = facts.reduce((most, [label]) => Math.max(most, width(label)), 0);
  return facts.map(([label, value]) => trimmed(`${fit(label, widest)}  ${value}`));
}
