import { nearest } from '../../config/nearest.ts';
import { seenValues } from '../../events/code-counts.ts';
import { FIELDS } from '../../events/filter/fields.ts';
import { allOf, type Filter, type StackedFilter, stackFilter } from '../../events/filter/filter.ts';
import { exactValues, parseFilter } from '../../events/filter/parse.ts';
import { resolveTime, type TimeContext } from '../../events/filter/time-point.ts';
import { COLUMN_FACTS } from '../../events/storage/columns.ts';
import type { EventStore } from '../../events/store.ts';
import type { TimeRange } from '../../events/time-range.ts';
import { memoizeLast } from '../../text/memoize.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import { type TimeZone, timeNear, timesWithin } from '../../text/time.ts';
import { gap, type Line, lineWidth, span } from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';
import type { Shown } from './engine.ts';
import type { EventsState } from './state.ts';

/*
 * The filters of the list: which are in force, which one keys act on, and how they change. One of them may be typed
 * just now; it takes part as far as nothing is wrong with it.
 */

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
export const listFilter = (state: FilterStack & Pick<EventsState, 'timeRange'>): Filter =>
  allOf([stackFilter(shownFilters(state)), ...(state.timeRange ? [within(state.timeRange)] : [])]);

/** What a search looks for: among what the list is held to. Null while nothing is searched for. */
export const searchFilter = (state: EventsState): Filter | null =>
  state.search === '' ? null : allOf([listFilter(state), parseFilter(state.search).filter]);

/** What the list is held to beside the time range; null where it is held to none. */
export const aroundFilter = (state: EventsState): Filter | null =>
  state.timeRange && stackFilter(shownFilters(state));

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

/**
 * The filters as they were typed, then the time range, each with how many loaded entries it leaves out by itself:
 * `[status:blocked] hides 3,412 [!country:US] hides 120`. What does not fit is cut at the side away from the chosen.
 */
export function filterLine(
  state: EventsState,
  shown: Shown | null,
  zone: TimeZone,
  columns: number,
): Line {
  const parts = filterParts(state, shown, zone);
  const { typing, editing, filters } = state;
  const here = typing === null ? chosenAt(state) : (editing ?? filters.length);
  const upTo = parts.slice(0, here + 1);
  let from = 0;
  while (from < here && lineWidth(upTo.slice(from).flat()) + 2 > columns) from += 1;
  return [from > 0 ? span(words`‹`, theme.key) : gap(1), ...parts.slice(from).flat()];
}

function filterParts(state: EventsState, shown: Shown | null, zone: TimeZone): readonly Line[] {
  const { timeRange, unmatched, typing, editing, filters } = state;
  const verb = unmatched === 'hide' ? words`hides` : words`dims`;
  const told = (hidden: number | null): Line => [
    span(hidden === null ? words` counting…` : words` ${verb} ${count(hidden)}`, theme.faint),
    gap(2),
  ];
  const here = typing === null ? chosenAt(state) : (editing ?? filters.length);
  // Where there is no choice the one that keys act on needs no mark.
  const isMarked = filters.length > 1 || typing !== null;
  const stack = shownFilters(state).map((filter, at): Line => {
    const { text, state: how } = filter;
    const style = how === 'off' ? theme.faint : theme.strong;
    return [
      span(isMarked && at === here ? words`›` : words``, theme.key),
      span(words`[${SIGN[how]}${printableStart(text)}]`, style),
      span(shown ? askedTimes(filter.filter, shown.scope.moment, zone) : words``, theme.faint),
      ...(how === 'off' ? [gap(2)] : told(shown?.hiddenBy(filter) ?? null)),
    ];
  });
  if (!timeRange) return stack;
  const { store } = shown ?? {};
  const timeOf = timesWithin(shown?.span ?? null, zone);
  const inside =
    store && store.firstAtOrAfter(timeRange.until) - store.firstAtOrAfter(timeRange.from);
  return [
    ...stack,
    [
      span(
        words`[since ${timeOf(timeRange.from)} until ${timeOf(timeRange.until)}]`,
        theme.special,
      ),
      ...told(store && inside !== undefined ? store.size - inside : null),
    ],
  ];
}

/** How a filter is in force, before its text. */
const SIGN: Readonly<Record<'on' | 'inverted' | 'off', Printable>> = {
  on: words``,
  inverted: words`!`,
  off: words`off: `,
};
