import { longLast, type ScalarField, scalarFields } from '../contract/scalar-fields.ts';
import type { Shape } from '../contract/shape.ts';
import type { Json } from '../contract/values.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import { dayOf, stamp, type TimeZone, timeOfDayExact } from '../text/time.ts';
import type { RecordField } from '../ui/record-lines.ts';

function valueText(kind: ScalarField['kind'], value: Json, zone: TimeZone): Printable {
  if (value === null) return '–' as Printable;
  if (kind === 'date-time') return dateText(Date.parse(String(value)), zone);
  if (value === '') return '""' as Printable;
  return printable(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

/** To the second, or to the millisecond where there are some. */
function dateText(ms: number, zone: TimeZone): Printable {
  if (ms % 1000 === 0) return stamp(ms, zone);
  return words`${dayOf(ms, zone)} ${timeOfDayExact(ms, zone)}${zone === 'utc' ? words`Z` : words``}`;
}

/**
 * Every field of an object as it came, by the names of the contract (see {@link scalarFields}). Dates are in
 * `zone`; `–` stands for null, `""` for an empty text.
 *
 * @param first names of those that come before the others, in this order
 * @param without names of fields that are shown in another way
 */
export function recordFields(
  shape: Shape<unknown>,
  value: unknown,
  zone: TimeZone,
  {
    first = [],
    without = [],
  }: { readonly first?: readonly string[]; readonly without?: readonly string[] },
): readonly RecordField[] {
  const fields = scalarFields(shape, without);
  const ranked = [
    ...first.flatMap((name) => fields.filter((field) => field.name === name)),
    ...longLast(fields.filter(({ name }) => !first.includes(name))),
  ];
  return ranked.map(({ name, kind, read }) => ({
    name: printable(name),
    value: valueText(kind, read(value), zone),
  }));
}
