import inkTable from 'ink-table';
import type { Printable } from '../text/printable.ts';
import { fit, width } from '../text/width.ts';

// A CommonJS module with an `__esModule` mark: Node and the bundler both hand over its exports whole.
const InkTable = inkTable.default;

/** One line of a record: what it is, and its value. */
export interface RecordField {
  readonly name: Printable;
  readonly value: Printable;
}

/** The lines that the table of so many fields takes: one above, below and between, and its heading. */
export const recordTableHeight = (fields: number): number => 2 * fields + 3;

/**
 * A short static table of names and values, by ink-table. It takes two lines a row and measures text by
 * code units, so it serves details of a dozen fields, not lists: `table.ts` is for those. Values are
 * fitted to the room before it sees them.
 */
export function RecordTable({
  fields,
  columns,
}: {
  readonly fields: readonly RecordField[];
  readonly columns: number;
}) {
  const names = fields.reduce((most, { name }) => Math.max(most, width(name)), 4);
  // Two cells of padding and a border on each side of both columns.
  const room = Math.max(8, columns - names - 7);
  const data = fields.map(({ name, value }) => ({
    field: name as string,
    value: (width(value) > room ? fit(value, room) : value) as string,
  }));
  return <InkTable data={data} />;
}
