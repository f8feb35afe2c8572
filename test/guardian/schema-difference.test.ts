import { expect, it } from 'vitest';
import { sumOf } from '../../src/guardian/schema-difference.ts';

it.each([
  [[], 'same'],
  [['tightened'], 'tightened'],
  [['loosened', 'loosened'], 'loosened'],
  [['tightened', 'loosened'], 'changed'],
  [['loosened', 'changed'], 'changed'],
] as const)('%j come to %s', (changes, sum) => {
  expect(sumOf(changes)).toBe(sum);
});
