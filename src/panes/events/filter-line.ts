import { count } from '../../text/numbers.ts';
import { type Printable, printableStart, words } from '../../text/printable.ts';
import { type TimeZone, timeOfDay } from '../../text/time.ts';
import { gap, type Line, lineWidth, span } from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';
import type { Shown } from './engine.ts';
import { askedTimes, chosenAt, shownFilters } from './filter-stack.ts';
import type { EventsState } from './state.ts';

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

/** Each filter with what it hides, then the time range. */
function filterParts(state: EventsState, shown: Shown | null, zone: TimeZone): readonly Line[] {
  const { brush, unmatched, typing, editing, filters } = state;
  const verb = unmatched === 'hide' ? words`hides` : words`dims`;
  const told = (hidden: number | null): Line => [
    span(hidden === null ? words` …` : words` ${verb} ${count(hidden)}`, theme.faint),
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
  if (!brush) return stack;
  const { store } = shown ?? {};
  const inside = store && store.firstAtOrAfter(brush.until) - store.firstAtOrAfter(brush.from);
  return [
    ...stack,
    [
      span(
        words`[since ${timeOfDay(brush.from, zone)} until ${timeOfDay(brush.until, zone)}]`,
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
