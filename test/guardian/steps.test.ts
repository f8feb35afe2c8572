import { expect, it } from 'vitest';
import { finished, type Steps } from '../../src/guardian/steps.ts';

it('finished does every step, and gives what they come to', () => {
  const done: number[] = [];
  function* three(): Steps<string> {
    for (const step of [1, 2, 3]) {
      done.push(step);
      yield;
    }
    return 'all';
  }
  expect(finished(three())).toBe('all');
  expect(done).toEqual([1, 2, 3]);
});
