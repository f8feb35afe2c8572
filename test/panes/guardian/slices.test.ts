import { expect, it } from 'vitest';
import { createSupervisor } from '../../../src/feeds/supervisor.ts';
import type { Steps } from '../../../src/guardian/steps.ts';
import { inSlices } from '../../../src/panes/guardian/slices.ts';

const bugs: unknown[] = [];
const supervisor = () => createSupervisor((error) => bugs.push(error));
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** As many steps, each of which takes `ms`. */
function* steps(count: number, ms: number, taken: { count: number }): Steps<string> {
  for (let step = 0; step < count; step += 1) {
    const end = performance.now() + ms;
    while (performance.now() < end);
    taken.count += 1;
    yield;
  }
  return 'done';
}

it('little work is done at once', () => {
  const found: string[] = [];
  inSlices(supervisor(), 'compare', steps(5, 0, { count: 0 }), (value) => found.push(value));
  expect(found).toEqual(['done']);
});

it('much work lets others have their turn, slice by slice, and comes to the same', async () => {
  const found: string[] = [];
  const taken = { count: 0 };
  const seen: number[] = [];
  inSlices(supervisor(), 'compare', steps(30, 2, taken), (value) => found.push(value));
  expect(found).toEqual([]);
  while (found.length === 0) {
    seen.push(taken.count);
    await turn();
  }
  expect(found).toEqual(['done']);
  // A slice is about 8 ms: never the most of it.
  const largest = seen.map((count, at) => count - (seen[at - 1] ?? 0));
  expect(Math.max(...largest)).toBeLessThan(10);
});

it('work that something else took the place of is left, and so is that of a feed that was stopped', async () => {
  const feeds = supervisor();
  const found: string[] = [];
  const taken = { count: 0 };
  inSlices(feeds, 'compare', steps(1000, 2, taken), () => found.push('first'));
  inSlices(feeds, 'compare', steps(1, 0, { count: 0 }), () => found.push('second'));
  inSlices(feeds, 'other', steps(1000, 2, taken), () => found.push('third'));
  feeds.stopAll();
  const before = taken.count;
  for (let turns = 0; turns < 5; turns += 1) await turn();
  expect(taken.count).toBe(before);
  expect(found).toEqual(['second']);
  expect(bugs).toEqual([]);
});
