import { expect, it } from 'vitest';
import { realClock } from '../../../src/edges/clock.ts';
import { createSupervisor } from '../../../src/feeds/supervisor.ts';
import { createCounting } from '../../../src/panes/events/counting.ts';
import { collectGarbage } from '../../support/collect-garbage.ts';

// biome-ignore lint/correctness/useYield: it takes one step
function* lengthOf(entries: readonly string[]): Generator<void, number, void> {
  return entries.length;
}

it('a count lets go of a list that nothing shows any more, and knows it while something does', async () => {
  const feeds = createSupervisor((error) => {
    throw error;
  });
  let counts = 0;
  const counting = createCounting<number>('count', { feeds, clock: realClock() }, () => {});
  const count = (entries: readonly string[]) =>
    counting.latest({
      subject: entries,
      asked: 'how many',
      version: '1',
      begin: () => {
        counts += 1;
        return lengthOf(entries);
      },
    });
  let shown: readonly string[] | undefined = ['one', 'two'];
  const held = new WeakRef(shown);
  count(shown);
  count(shown);
  expect(counts).toBe(1);
  await collectGarbage();
  expect(held.deref()).toBeDefined();
  shown = undefined;
  await collectGarbage();
  expect(held.deref()).toBeUndefined();
});
