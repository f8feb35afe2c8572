import { expect, it } from 'vitest';
import { elapsedText, sinceMark } from '../../../src/panes/events/list-columns.ts';

it('time counts from the last mark, and back from the first', () => {
  expect(sinceMark([], 5)).toBeNull();
  expect([5, 10, 15, 20, 25].map((time) => sinceMark([10, 20], time))).toEqual([-5, 0, 5, 0, 5]);
});

it.each([
  [0, '+0.000'],
  [-12_000, '-12.000'],
  [59_999, '+59.999'],
  [62_003, '+1:02.003'],
  [-3_723_456, '-1:02:03.456'],
  [90_000_000, '+25:00:00.000'],
])('%d ms is written %s', (ms, text) => {
  expect(elapsedText(ms)).toBe(text);
});
