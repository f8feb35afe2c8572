import { expect, test } from 'vitest';
import { timeOf, UNDATED, unitOf } from '../../../src/events/storage/time-unit.ts';

test.each([
  ['s', [1_760_254_909]],
  ['ms', [1_760_254_909_048]],
  ['µs', [1_760_254_909_048_000]],
  ['ns', [1_760_254_909_048_000_000]],
  ['ms', [0, -1, 1e20, null, 1_760_254_909_048]],
  ['ms', [1_760_254_909, 1_760_254_909_048, 1_760_254_909_049]],
  [undefined, [0, null, Number.NaN]],
  [undefined, []],
])('the unit %s is that of most timestamps', (unit, stamps) => {
  expect(unitOf(stamps)).toBe(unit);
});

test.each([
  [1_760_254_909, 's', 1_760_254_909_000],
  [1_760_254_909_048_500, 'µs', 1_760_254_909_048.5],
  [1_760_254_909_048, 's', UNDATED],
  [978_307_199_999, 'ms', UNDATED],
  [978_307_200_000, 'ms', 978_307_200_000],
  [4_102_444_800_000, 'ms', UNDATED],
  [null, 'ms', UNDATED],
  [Number.NaN, 'ms', UNDATED],
] as const)('%s in %s', (stamp, unit, ms) => {
  expect(timeOf(stamp, unit)).toBe(ms);
});
