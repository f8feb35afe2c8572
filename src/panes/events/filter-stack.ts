import { isDeepStrictEqual } from 'node:util';
import { seenTargets } from '../../events/code-counts.ts';
import { parseAddress } from '../../events/filter/address-range.ts';
import { FIELDS } from '../../events/filter/fields.ts';
import {
  allOf,
  type Filter,
  fixTimes,
  type StackedFilter,
  stackFilter,
} from '../../events/filter/filter.ts';
import { askedValues, bareWords, fieldAsWord, parseFilter } from '../../events/filter/parse.ts';
import type { TimeContext } from '../../events/filter/time-point.ts';
import type { EventStore } from '../../events/store.ts';
import type { TimeRange } from '../../events/time-range.ts';
import { memoizeLast } from '../../text/memoize.ts';
import { nearest } from '../../text/nearest.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import { dayNear, type TimeZone, timeNear, timesWithin } from '../../text/time.ts';
import { fitLine, gap, type Line, lineWidth, type Span, span } from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';
import { asItIs } from '../prompts.ts';
import { stoppedText } from './counting.ts';
import type { Shown } from './engine.ts';
import type { EventsState } from './state.ts';

/*
 * The filters of the list: which are active, which one is chosen, and how they change. A filter being typed takes part
 * while it is valid.
 */

export type FilterStack = Pick<
  EventsState,
  'filters' | 'chosen' | 'typing' | 'editing' | 'typingProblem'
>;

/** A typed filter, active. */
export const stacked = (text: string): StackedFilter => ({
  text,
  filter: parseFilter(text).filter,
  state: 'on',
});

/** Memoized, so that what it hides is counted once for the same text. */
const typedFilter = memoizeLast(stacked);

/** Index of the chosen filter, by default the last; -1 without filters. */
export const chosenAt = ({ filters, chosen }: Pick<FilterStack, 'filters' | 'chosen'>): number =>
  Math.min(chosen ?? filters.length - 1, filters.length - 1);

/** The filters including the one being typed, if it is valid. */
export function shownFilters(state: FilterStack): readonly StackedFilter[] {
  const { filters, typing, editing, typingProblem } = state;
  if (typing === null || typingProblem !== null) return filters;
  return withTyped(filters, editing, typing);
}

/** Replaces the filter at `at`, or appends one; an empty text removes it. */
export function withTyped(
  filters: readonly StackedFilter[],
  at: number | null,
  text: string,
): readonly StackedFilter[] {
  const typed = text.trim() === '' ? [] : [typedFilter(text.trim())];
  return at !== null && filters[at] ? filters.toSpliced(at, 1, ...typed) : [...filters, ...typed];
}

/** Adds a filter, or replaces all others. */
export const withFilter =
  (text: string, others: 'keep' | 'drop' = 'keep') =>
  ({ filters }: Pick<FilterStack, 'filters'>): Pick<FilterStack, 'filters' | 'chosen'> => ({
    filters: [...(others === 'keep' ? filters : []), stacked(text)],
    chosen: null,
  });

/** Changes the chosen filter, or removes it if `change` returns null. */
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

/** Switches the filter off, or on again. */
export const toggled = (filter: StackedFilter): StackedFilter => ({
  ...filter,
  state: filter.state === 'on' ? 'off' : 'on',
});

/** The opposite filter: `!(a b)` for `a b`, and back. Its text says so wherever it is shown, edited or saved. */
export function inverted({ text, filter }: StackedFilter): StackedFilter {
  const isOpposite = (one: Filter, other: Filter) =>
    one.kind === 'not' && isDeepStrictEqual(one.of, other);
  const [, group] = /^[!-]\((.*)\)$/s.exec(text) ?? [];
  const [, term] = /^[!-](.*)$/s.exec(text) ?? [];
  const bare = [group, term]
    .map((inner) => stacked(inner ?? ''))
    .find((inner) => isOpposite(filter, inner.filter));
  const negated = stacked(`!${text}`);
  return bare ?? (isOpposite(negated.filter, filter) ? negated : stacked(`!(${text})`));
}

/** The clock that times are read by. */
interface Clock {
  readonly now: number;
  readonly zone: TimeZone;
}

/**
 * What the times of a filter stand for, as far as it does not say so itself: ` from 10:44:21` for `since:15m` applied
 * at 10:59:21, and ` from 11-22 07:00:00` for `since:07:00` since the day has changed. They are fixed until the filters
 * change.
 *
 * @param moment when the filter was applied
 */
export function askedTimes(filter: Filter, moment: TimeContext, { now, zone }: Clock): Printable {
  const fixed = timesOf(fixTimes(filter, moment));
  let told = words``;
  for (const [at, { kind, point }] of timesOf(filter).entries()) {
    const time = fixed[at]?.point.ms ?? Number.NaN;
    const isTold = point.kind === 'clock' ? dayNear(now, time, zone) !== '' : point.kind === 'ago';
    const side = kind === 'since' ? words`from` : words`until`;
    if (isTold) told = words`${told} ${side} ${timeNear(now, time, zone)}`;
  }
  return told;
}

/** Its `since` and `until`, in the order they are typed. */
function timesOf(filter: Filter): readonly Extract<Filter, { readonly point: unknown }>[] {
  switch (filter.kind) {
    case 'since':
    case 'until':
      return [filter];
    case 'not':
      return timesOf(filter.of);
    case 'and':
    case 'or':
      return filter.of.flatMap(timesOf);
    default:
      return [];
  }
}

const within = ({ from, until }: TimeRange): Filter => ({
  kind: 'and',
  of: [
    { kind: 'since', point: { kind: 'stamp', ms: from } },
    { kind: 'until', point: { kind: 'stamp', ms: until } },
  ],
});

/** The filters, including the one being typed, and the time range. */
export const listFilter = (state: FilterStack & Pick<EventsState, 'timeRange'>): Filter =>
  allOf([stackFilter(shownFilters(state)), ...(state.timeRange ? [within(state.timeRange)] : [])]);

/** The search within the list's filter; null without a search. */
export const searchFilter = (state: EventsState, moment: TimeContext): Filter | null =>
  state.search === ''
    ? null
    : allOf([listFilter(state), fixTimes(parseFilter(state.search).filter, moment)]);

/** The filters without the time range; null without a time range. */
export const aroundFilter = (state: EventsState): Filter | null =>
  state.timeRange && stackFilter(shownFilters(state));

/** Why a typed filter cannot be applied; null if it can. */
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

/** Why a filter is rejected: it is invalid, or no entry has the value. Null if it is fine. */
export const filterProblem = (text: string, store: EventStore | null): Printable | null =>
  whyNotApplied(text) ?? (store && unseenValue(text, store));

/** A hint where nothing matches words that were perhaps meant otherwise. */
export function meantOtherwise(text: string): Printable {
  const field = fieldAsWord(text);
  if (field !== undefined)
    return words` “${printable(field)}” is taken as text; with a colon it is a field.`;
  const typed = bareWords(text);
  const block = typed.find((word) => word.includes('/') && parseAddress(word));
  const network = typed.find((word) => /^AS\d+$/i.test(word));
  const meant = block ? `ip:${block}` : network && `asn:${network}`;
  if (meant !== undefined)
    return words` “${printable(block ?? network ?? '')}” is taken as text; try ${printable(meant)}.`;
  if (typed.some((word) => word.startsWith("'")))
    return words` Only double quotes keep words together.`;
  return asItIs(text, words` log~ takes one.`);
}

/** Number of existing values named in place of an unknown one. */
const NAMED = 4;

/**
 * Names a filter value that no loaded entry has, and values that exist; null if all exist. Quoted values are always
 * accepted.
 */
export function unseenValue(text: string, store: EventStore): Printable | null {
  for (const { target, name, value, isMet } of askedValues(text)) {
    const { values, areAll } = seenTargets(store, target);
    if (store.size === 0 || !areAll || values.some(isMet)) continue;
    const title = printable(name);
    // First, since the values may be cut.
    const anyway = words`Quote it to apply.`;
    if (values.length === 0) return words`No loaded entry has any ${title}. ${anyway}`;
    const named = values.slice(0, NAMED).map((seen) => seen || '(empty)');
    const rest = values.length - named.length;
    const more = rest > 0 ? words` and ${count(rest)} more` : words``;
    const asked = value === null ? words`a number` : words`“${printable(value)}”`;
    return words`No ${title} is ${asked}. ${anyway} Seen: ${printable(named.join(', '))}${more}.`;
  }
  return null;
}

/**
 * The filters as typed, then the time range, each with the number of loaded entries it hides by itself:
 * `[status:blocked] hides 3,412 [!country:US] hides 120`. Of what does not fit, the chosen filter and the time range
 * stay.
 */
export function filterLine(
  state: EventsState,
  shown: Shown | null,
  clock: Clock,
  columns: number,
): Line {
  const parts = filterParts(state, shown, clock);
  const { typing, editing, filters } = state;
  const here = typing === null ? chosenAt(state) : (editing ?? filters.length);
  const range = rangePart(state, shown, clock.zone);
  const all = [gap(1), ...parts.flat(), ...range];
  if (lineWidth(all) <= columns) return all;
  // The range is never cut: its count is left out first, then the filters are cut.
  const end = range.slice(0, 1);
  const room = columns - lineWidth(end) - (end.length > 0 ? 1 : 0);
  const upTo = parts.slice(0, here + 1);
  let from = 0;
  while (from < here && lineWidth(upTo.slice(from).flat()) + 2 > room) from += 1;
  const start = from > 0 ? span(words`‹`, theme.key) : gap(1);
  const left = [start, ...parts.slice(from).flat()];
  return end.length === 0 ? left : [...fitLine(left, room), gap(1), ...end];
}

function filterParts(state: EventsState, shown: Shown | null, clock: Clock): readonly Line[] {
  const { typing, editing, filters } = state;
  const here = typing === null ? chosenAt(state) : (editing ?? filters.length);
  // With a single filter the chosen one needs no mark.
  const isMarked = filters.length > 1 || typing !== null;
  return shownFilters(state).map((filter, at): Line => {
    const { text, state: how } = filter;
    const style = how === 'off' ? theme.faint : theme.strong;
    return [
      span(isMarked && at === here ? words`›` : words``, theme.key),
      span(words`[${how === 'off' ? words`off: ` : words``}${printableStart(text)}]`, style),
      span(shown ? askedTimes(filter.filter, shown.scope.moment, clock) : words``, theme.faint),
      ...(how === 'off' ? [] : [hides(state, shown, shown?.hiddenBy(filter) ?? null)]),
      gap(2),
    ];
  });
}

/** The time range, then what it hides; empty without one. */
function rangePart(
  state: Pick<EventsState, 'timeRange' | 'unmatched'>,
  shown: Shown | null,
  zone: TimeZone,
): Line {
  const { timeRange } = state;
  if (!timeRange) return [];
  const { store } = shown ?? {};
  const timeOf = timesWithin(shown?.span ?? null, zone);
  const inside =
    store && store.firstAtOrAfter(timeRange.until) - store.firstAtOrAfter(timeRange.from);
  const hidden = store && inside !== undefined ? store.size - inside : null;
  return [
    span(words`[since ${timeOf(timeRange.from)} until ${timeOf(timeRange.until)}]`, theme.special),
    hides(state, shown, hidden),
  ];
}

function hides(
  { unmatched }: Pick<EventsState, 'unmatched'>,
  shown: Shown | null,
  hidden: number | null,
): Span {
  const verb = unmatched === 'hide' ? words`hides` : words`dims`;
  if (hidden !== null) return span(words` ${verb} ${count(hidden)}`, theme.faint);
  const stopped = shown ? stoppedText(shown.view.counts) : words``;
  return span(words` ${stopped === '' ? words`counting…` : stopped}`, theme.faint);
}
