import { expect, test } from 'vitest';
import { numberOf } from '../../../src/events/filter/number-of.ts';

test.each([
  ['400', 400],
  ['-1.5', -1.5],
  ['+3', 3],
  ['.5', 0.5],
  ['1e3', 1000],
])('%s is a number', (text, number) => {
  expect(numberOf(text)).toBe(number);
});

test.each(['', ' ', '4x', '0x10', 'Infinity', 'NaN', '1e999', '1,5', '--1'])(
  '%j is none',
  (text) => {
    expect(numberOf(text)).toBeUndefined();
  },
);
