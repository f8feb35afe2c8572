import { expect, it } from 'vitest';
import { realClock } from '../../../src/edges/clock.ts';
import { createSupervisor } from '../../../src/feeds/supervisor.ts';
import { createCounting, titleLines } from '../../../src/panes/events/counting.ts';
import { words } from '../../../src/text/printable.ts';
import { span } from '../../../src/ui/line.ts';
import { collectGarbage } from '../../support/collect-garbage.ts';
import { linesText } from '../../support/line-text.ts';

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

const told = [words`A: 13,429`, words` · B: 14,056`, words` · 412 differ`].map((text) =>
  span(text),
);
const title = (columns: number, extent = words``) =>
  linesText(
    titleLines([span(words` Compare  `)], told, extent === '' ? [] : [span(extent)], columns),
  );

it('the title of an analysis goes on in a second line by whole clauses, and says where one is left out', () => {
  expect(title(44)).toEqual([' Compare  A: 13,429 · B: 14,056 · 412 differ']);
  expect(title(43)).toEqual([' Compare  A: 13,429 · B: 14,056', '   412 differ']);
  expect(title(30)).toEqual([' Compare  A: 13,429', '   B: 14,056 · 412 differ']);
  expect(title(20)).toEqual([' Compare  A: 13,429', '   B: 14,056 …']);
});

it('how much of an archive was read is always in it', () => {
  expect(title(44, words` · all read`)).toEqual([
    ' Compare  A: 13,429 · B: 14,056 · 412 differ',
    '   all read',
  ]);
  expect(title(30, words` · all read`)).toEqual([
    ' Compare  A: 13,429',
    '   B: 14,056 … · all read',
  ]);
});
