import { expect, test } from 'vitest';
import { describeFilter } from '../../src/events/filter/describe.ts';
import { parseFilter } from '../../src/events/filter/parse.ts';
import {
  allOff,
  inForce,
  type StackedFilter,
  stackFilter,
  withState,
} from '../../src/events/filter-stack.ts';

const MOMENT = { now: 0, day: 0, offsetMinutes: 0 };

const stacked = (text: string, state: StackedFilter['state']): StackedFilter => ({
  text,
  filter: parseFilter(text).filter,
  state,
});

const words = (stack: readonly StackedFilter[]) => describeFilter(stackFilter(stack), MOMENT);

test('what is on must hold, what is inverted must not, what is off does not matter', () => {
  const stack = [
    stacked('status:Blocked', 'on'),
    stacked('country:BG', 'inverted'),
    stacked('method:GET', 'off'),
  ];
  expect(words(stack)).toBe('status is "Blocked" and not (country is "BG")');
  expect(inForce(stack)).toBe(2);
  expect(words(withState(stack, 2, 'on'))).toContain('and method is "GET"');
  expect(words(allOff(stack))).toBe('everything');
});

test('an empty stack keeps everything', () => {
  expect(words([])).toBe('everything');
});
