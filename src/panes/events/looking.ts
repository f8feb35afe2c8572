import { allOf, type Filter } from '../../events/filter/filter.ts';
import { parseFilter } from '../../events/filter/parse.ts';
import { type StackedFilter, stackFilter } from '../../events/filter-stack.ts';
import type { TimeRange } from '../../events/time-range.ts';
import type { EventsState } from './state.ts';

/** A filter as it was typed, in force. */
export const stacked = (text: string): StackedFilter => ({
  text,
  filter: parseFilter(text).filter,
  state: 'on',
});

/** The stack with its last filter changed; unchanged when it is empty. */
export function lastChanged(
  stack: readonly StackedFilter[],
  change: (filter: StackedFilter) => StackedFilter,
): readonly StackedFilter[] {
  const last = stack.at(-1);
  return last ? [...stack.slice(0, -1), change(last)] : stack;
}

const within = ({ from, until }: TimeRange): Filter => ({
  kind: 'and',
  of: [
    { kind: 'since', point: { kind: 'stamp', ms: from } },
    { kind: 'until', point: { kind: 'stamp', ms: until } },
  ],
});

/** What the list is held to: the stack, what is being typed as far as it can be read, and the brush. */
export const listFilter = ({
  filters,
  typing,
  brush,
}: Pick<EventsState, 'filters' | 'typing' | 'brush'>): Filter =>
  allOf([
    stackFilter(filters),
    ...(typing === null ? [] : [parseFilter(typing).filter]),
    ...(brush ? [within(brush)] : []),
  ]);

/** What a search looks for: among what the list is held to. Null while nothing is searched for. */
export const searchFilter = (state: EventsState): Filter | null =>
  state.search === '' ? null : allOf([listFilter(state), parseFilter(state.search).filter]);
