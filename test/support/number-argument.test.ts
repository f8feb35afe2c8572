import { afterEach, expect, test } from 'vitest';
import { numberArgument } from './number-argument.ts';

const before = process.argv;
afterEach(() => {
  process.argv = before;
});

test('a proof takes its numbers in their order, wherever its options stand', () => {
  process.argv = ['node', 'proof.ts', '--again', '20', '--quiet', '7'];
  expect([numberArgument(1, 1), numberArgument(2, 2), numberArgument(3, 3)]).toEqual([20, 7, 3]);
});

test('a proof does not begin with an argument that is no number: it would try nothing and find nothing wrong', () => {
  for (const given of ['ten', '1e3', '-5', '1.5', '']) {
    process.argv = ['node', 'proof.ts', given];
    expect(() => numberArgument(1, 1), given).toThrow('argument 1 must be a whole number');
  }
});
