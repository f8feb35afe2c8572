import { nearest } from '../../config/nearest.ts';
import { seenValues } from '../../events/code-counts.ts';
import { exactValues } from '../../events/filter/exact-values.ts';
import { FIELDS } from '../../events/filter/fields.ts';
import { allOf, type Filter, type StackedFilter, stackFilter } from '../../events/filter/filter.ts';
import { parseFilter } from '../../events/filter/parse.ts';
import { resolveTime, type TimeContext } from '../../events/filter/time-point.ts';
import { COLUMN_FACTS } from '../../events/storage/columns.ts';
import type { EventStore } from '../../events/store.ts';
import type { TimeRange } from '../../events/time-range.ts';
import { memoizeLast } from '../../text/memoize.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { type TimeZone, timeNear } from '../../text/time.ts';
import type { EventsState } from './state.ts';

/*
 * The filters of the list: which are in force, which one keys act on, and how they change. One of them may be typed
 * just now; it takes part as far as nothing is wrong with it.
 */

/** What the stack is told by. */
export type FilterStack = Pick<
  EventsState,
  'filters' | 'chosen' | 'typing' | 'editing' | 'typingProblem'
>;

/** A filter as it was typed, in force. */
export const stacked = (text: string): StackedFilter => ({
  text,
  filter: parseFilter(text).filter,
  state: 'on',
});

/** The same one for as long as the same is typed: what it hides is counted once. */
const typedFilter = memoizeLast(stacked);

/** The place of the filter that keys act on: the last unless another was chosen; -1 where there is none. */
export const chosenAt = ({ filters, chosen }: Pick<FilterStack, 'filters' | 'chosen'>): number =>
  Math.min(chosen ?? filters.length - 1, filters.length - 1);

/** The filters with what is typed in its place; as they were while that cannot be applied. */
export function shownFilters(state: FilterStack): readonly StackedFilter[] {
  const { filters, typing, editing, typingProblem } = state;
  if (typing === null || typingProblem !== null) return filters;
  return withTyped(filters, editing, typing);
}

/** The filters with `text` in place of the one at `at`, or behind them; an empty text takes it away. */
export function withTyped(
  filters: readonly StackedFilter[],
  at: number | null,
  text: string,
): readonly StackedFilter[] {
  const before = at === null ? undefined : filters[at];
  const state = before?.state === 'inverted' ? 'inverted' : 'on';
  const typed = text.trim() === '' ? [] : [{ ...typedFilter(text.trim()), state } as const];
  return before ? filters.toSpliced(at ?? 0, 1, ...typed) : [...filters, ...typed];
}

/** Another filter behind those that are there, or alone. */
export const withFilter =
  (text: string, others: 'keep' | 'drop' = 'keep') =>
  ({ filters }: Pick<FilterStack, 'filters'>): Pick<FilterStack, 'filters' | 'chosen'> => ({
    filters: [...(others === 'keep' ? filters : []), stacked(text)],
    chosen: null,
  });

/** The chosen filter changed, or taken away where `change` gives none. */
export function chosenChanged(
  state: Pick<FilterStack, 'filters' | 'chosen'>,
  change: (filter: StackedFilter) => StackedFilter | null,
): Pick<FilterStack, 'filters' | 'chosen'> {
  const at = chosenAt(state);
  const filter = state.filters[at];
  if (!filter) return state;
  const changed = change(filter);
  const filters = state.filters.toSpliced(at, 1, ...(changed ? [changed] : []));
  return { filters, chosen: at >= filters.length - 1 ? null : at };
}

/** The filter as `state`, or on where it is that already. */
export const switched =
  (state: 'off' | 'inverted') =>
  (filter: StackedFilter): StackedFilter => ({
    ...filter,
    state: filter.state === state ? 'on' : state,
  });

/**
 * What those of a filter's times stand for that are told from now: ` from 10:44:21` for `since:15m` that was asked at
 * 10:59:21. They stand still until the filters change. Empty where there is none.
 */
export function askedTimes(filter: Filter, moment: TimeContext, zone: TimeZone): Printable {
  const left: Filter[] = [filter];
  let told = words``;
  for (let test = left.pop(); test; test = left.pop()) {
    if (test.kind === 'not') left.push(test.of);
    else if (test.kind === 'and' || test.kind === 'or') left.push(...test.of.toReversed());
    else if ((test.kind === 'since' || test.kind === 'until') && test.point.kind === 'ago') {
      const side = test.kind === 'since' ? words`from` : words`until`;
      told = words`${told} ${side} ${timeNear(moment.now, resolveTime(test.point, moment), zone)}`;
    }
  }
  return told;
}

const within = ({ from, until }: TimeRange): Filter => ({
  kind: 'and',
  of: [
    { kind: 'since', point: { kind: 'stamp', ms: from } },
    { kind: 'until', point: { kind: 'stamp', ms: until } },
  ],
});

/** What the list is held to: the filters, what is being typed among them, and the time range. */
export const listFilter = (state: FilterStack & Pick<EventsState, 'brush'>): Filter =>
  allOf([stackFilter(shownFilters(state)), ...(state.brush ? [within(state.brush)] : [])]);

/** What a search looks for: among what the list is held to. Null while nothing is searched for. */
export const searchFilter = (state: EventsState): Filter | null =>
  state.search === '' ? null : allOf([listFilter(state), parseFilter(state.search).filter]);

/** What the list is held to beside the time range; null where it is held to none. */
export const aroundFilter = (state: EventsState): Filter | null =>
  state.brush && stackFilter(shownFilters(state));

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
