import { afterEach, expect, test } from 'vitest';
import { numberArgument } from './number-argument.ts';

const before = process.argv;
afterEach(() => {
  process.argv = before;
});

test('a proof reads its numbers in order, regardless of the position of options', () => {
  process.argv = ['node', 'proof.ts', '--again', '20', '--quiet', '7'];
  expect([numberArgument(1, 1), numberArgument(2, 2), numberArgument(3, 3)]).toEqual([20, 7, 3]);
});

test('a proof rejects an argument that is not a number, because it would run no case and report success', () => {
  for (const given of ['ten', '1e3', '-5', '1.5', '']) {
    process.argv = ['node', 'proof.ts', given];
    expect(() => numberArgument(1, 1), given).toThrow('argument 1 must be a whole number');
  }
});
