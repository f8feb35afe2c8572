import { nearest } from '../../config/nearest.ts';
import { facet } from '../../events/facets.ts';
import { FIELDS } from '../../events/filter/fields.ts';
import type { Filter } from '../../events/filter/filter.ts';
import { parseFilter } from '../../events/filter/parse.ts';
import { COLUMN_FACTS, type ColumnName, DICTIONARY_LIMITS } from '../../events/storage/columns.ts';
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
    ? words`There is no field ${printable(unknownField)}. Put the term in quotes to look for it as text.`
    : words`There is no field ${printable(unknownField)}; did you mean ${printable(meant)}?`;
}

/** So many of the values that are there are named in place of one that is not. */
const NAMED = 4;

/** Says which value of a filter no loaded entry has, and which values there are; null when there is none such. */
export function unseenValue(text: string, store: EventStore): Printable | null {
  for (const { column, value } of exactValues(parseFilter(text).filter)) {
    const { top, total, distinct, other } = facet(store, column, DICTIONARY_LIMITS.values);
    // Values that the dictionary had no room for are not known here.
    if (total === 0 || other > 0) continue;
    if (top.some((seen) => seen.value.toLowerCase() === value.toLowerCase())) continue;
    const title = COLUMN_FACTS[column].title;
    if (distinct === 0) return words`No loaded entry has any ${title}.`;
    const named = top.slice(0, NAMED).map((seen) => seen.value);
    const more = distinct > NAMED ? words` and ${count(distinct - NAMED)} more` : words``;
    return words`No loaded entry has the ${title} ${printable(value)}; there are ${printable(named.join(', '))}${more}.`;
  }
  return null;
}

/** The values that columns must have from end to end. */
function exactValues(
  filter: Filter,
): readonly { readonly column: ColumnName; readonly value: string }[] {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.of.flatMap(exactValues);
    case 'not':
      return exactValues(filter.of);
    case 'text': {
      const { target, how, glob } = filter;
      const [value = '', ...others] = glob.parts;
      const isExact = how === 'is' && target.kind === 'column' && others.length === 0;
      return isExact && value !== '' ? [{ column: target.column, value }] : [];
    }
    default:
      return [];
  }
}
