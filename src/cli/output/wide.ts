import { longLast, type ScalarField, scalarFields } from '../../contract/scalar-fields.ts';
import type { Shape } from '../../contract/shape.ts';
import type { Json } from '../../contract/values.ts';
import type { CsvValue } from '../../text/json-and-csv.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { displayValue, type OutputColumn } from './grid.ts';
import { facts, onlyWide, type Section } from './report.ts';

// `-o wide`: every field of the contract, in full.

/** A field in full: `–` for null, `""` for an empty text. */
function wholeValue(value: Json): Printable {
  if (value === '') return words`""`;
  return typeof value === 'object' && value !== null
    ? printable(JSON.stringify(value))
    : displayValue(value);
}

/** A field as a CSV cell, with structured values as JSON. */
const inCell = (value: Json): CsvValue =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value;

/** Every field of an object, after the pairs of `before`. */
export const wideFacts = (
  shape: Shape<unknown>,
  value: unknown,
  without: readonly string[] = [],
  ...before: readonly (readonly [Printable, Printable])[]
): Section =>
  onlyWide(
    facts(
      ...before,
      ...scalarFields(shape, without).map(
        ({ name, read }) => [printable(name), wholeValue(read(value))] as const,
      ),
    ),
  );

/**
 * Adds a column for each field of the rows' objects that the table lacks or rounds.
 *
 * @param of the object in a row
 */
export function wideColumns<Row>(
  columns: readonly OutputColumn<Row>[],
  shape: Shape<unknown>,
  of: (row: Row) => unknown,
  without: readonly string[] = [],
): readonly OutputColumn<Row>[] {
  const fields = new Map(scalarFields(shape, without).map((field) => [field.name, field]));
  const exact = ({ read }: ScalarField) => ({ text: (row: Row) => wholeValue(read(of(row))) });
  const shown = columns.flatMap((column): readonly OutputColumn<Row>[] => {
    const field = fields.get(column.name);
    if (column.only === 'csv') return [];
    if (!field || (column.text && !column.rounds)) return [column];
    fields.delete(column.name);
    return [{ ...column, ...exact(field) }];
  });
  const others = longLast(fields.values()).map(
    (field): OutputColumn<Row> => ({
      name: field.name,
      value: (row) => inCell(field.read(of(row))),
      ...exact(field),
    }),
  );
  return [...shown, ...others];
}
