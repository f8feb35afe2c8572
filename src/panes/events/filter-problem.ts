import { nearest } from '../../config/nearest.ts';
import { seenValues } from '../../events/code-counts.ts';
import { exactValues } from '../../events/filter/exact-values.ts';
import { FIELDS } from '../../events/filter/fields.ts';
import { parseFilter } from '../../events/filter/parse.ts';
import { COLUMN_FACTS } from '../../events/storage/columns.ts';
import type { EventStore } from '../../events/store.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printable, words } from '../../text/printable.ts';

/** Why a filter cannot be applied as it is typed; null when it can. */
export function whyNotApplied(text: string): Printable | null {
  const [problem] = parseFilter(text).problems;
  if (!problem) return null;
  const { unknownField, message, column } = problem;
  if (unknownField === undefined) return words`${printable(message)} (column ${column + 1})`;
  const meant = nearest(
    unknownField,
    FIELDS.map(({ name }) => name),
  );
  return meant === undefined
    ? printable(message)
    : words`There is no field ${printable(unknownField)}; did you mean ${printable(meant)}?`;
}

/** Why a filter is not applied: it cannot be read, or it asks for a value that no entry has. Null when it is. */
export const filterProblem = (text: string, store: EventStore | null): Printable | null =>
  whyNotApplied(text) ?? (store && unseenValue(text, store));

/** So many of the values that are there are named in place of one that is not. */
const NAMED = 4;

/**
 * Says which value of a filter no loaded entry has, and which values there are; null when there is none such. What
 * stands in quotes is meant as it is.
 */
export function unseenValue(text: string, store: EventStore): Printable | null {
  for (const { column, value } of exactValues(text)) {
    const { values, areAll } = seenValues(store, column);
    if (store.size === 0 || !areAll) continue;
    if (values.some((seen) => seen.toLowerCase() === value.toLowerCase())) continue;
    const { title } = COLUMN_FACTS[column];
    const anyway = words`Quote it to apply.`;
    if (values.length === 0) return words`No loaded entry has any ${title}. ${anyway}`;
    const named = values.slice(0, NAMED);
    const rest = values.length - named.length;
    const more = rest > 0 ? words` and ${count(rest)} more` : words``;
    return words`No ${title} ${printable(value)} loaded. Seen: ${printable(named.join(', '))}${more}. ${anyway}`;
  }
  return null;
}
