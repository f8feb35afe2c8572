import inkTable from 'ink-table';
import type { PropsWithChildren } from 'react';
import { type Printable, printable } from '../text/printable.ts';
import { cut, width } from '../text/width.ts';
import { compose, span } from './line.ts';
import { Row } from './rows.tsx';
import { theme } from './theme.ts';

// A CommonJS module with an `__esModule` mark: Node and the bundler both hand over its exports whole.
const InkTable = inkTable.default;

/** A row of a small table: its cells by the names of their columns. */
type StaticRow = Readonly<Record<string, Printable>>;

/** A blank on either side of a cell, and a border between two. */
const AROUND = 3;
/** Longer values are cut. */
const WIDEST = 40;

/** The lines that so many rows take: one above, below and between, and the names of the columns. */
export const staticTableHeight = (rows: number): number => 2 * rows + 3;

/** The columns of the terminal that the table takes. */
export function staticTableWidth(rows: readonly StaticRow[]): number {
  const names = Object.keys(rows[0] ?? {});
  return names.reduce(
    (sum, name) => sum + AROUND + Math.max(name.length, ...rows.map((row) => cellWidth(row[name]))),
    1,
  );
}

const cellWidth = (cell: Printable | undefined): number =>
  Math.min(WIDEST, cell === undefined ? 0 : width(cell));

/**
 * A small table of what does not change while it is looked at, by ink-table. That takes two lines a row and
 * measures text by code units, so it serves a few figures, not lists: `table.ts` is for those.
 */
export function StaticTable({ rows }: { readonly rows: readonly StaticRow[] }) {
  const data = rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, cell]) => [name, cut(cell, WIDEST) as string]),
    ),
  );
  return <InkTable data={data} header={Head} />;
}

/** The name of a column: by itself ink-table draws it in a blue that is hard to read on black. */
const Head = ({ children }: PropsWithChildren) => {
  const name = printable(String(children));
  return <Row line={compose([span(name, theme.heading)], width(name))} />;
};
