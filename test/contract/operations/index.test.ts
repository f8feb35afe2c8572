import { expect, it } from 'vitest';
import { operations } from '../../../src/contract/operations/index.ts';

it('lists each operation under its own id, in the order of the contract', () => {
  for (const [id, operation] of Object.entries(operations)) expect(operation.id).toBe(id);
  const numbers = Object.values(operations).map(({ number }) => number);
  expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});
