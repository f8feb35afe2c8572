import { allOf, type Filter } from './filter/filter.ts';

/** One filter of a stack, as typed. */
export interface StackedFilter {
  readonly text: string;
  readonly filter: Filter;
  readonly state: 'on' | 'off' | 'inverted';
}

/** What a stack keeps: what all filters keep that are on, and no inverted one does. */
export const stackFilter = (stack: readonly StackedFilter[]): Filter =>
  allOf(
    stack
      .filter(({ state }) => state !== 'off')
      .map(({ filter, state }) =>
        state === 'inverted' ? ({ kind: 'not', of: filter } satisfies Filter) : filter,
      ),
  );

/** Filters of the stack that are in force. */
export const inForce = (stack: readonly StackedFilter[]): number =>
  stack.filter(({ state }) => state !== 'off').length;

/** The stack with one filter's state changed. */
export const withState = (
  stack: readonly StackedFilter[],
  index: number,
  state: StackedFilter['state'],
): readonly StackedFilter[] =>
  stack.map((filter, at) => (at === index ? { ...filter, state } : filter));

/** The stack with all filters off; each keeps its place and text. */
export const allOff = (stack: readonly StackedFilter[]): readonly StackedFilter[] =>
  stack.map((filter) => ({ ...filter, state: 'off' }));
