import { expect, it } from 'vitest';
import { realClock } from '../../../src/edges/clock.ts';
import { parseFilter } from '../../../src/events/filter/parse.ts';
import { FilteredView } from '../../../src/events/filtered-view.ts';
import { EventStore } from '../../../src/events/store.ts';
import { createSupervisor } from '../../../src/feeds/supervisor.ts';
import { countedVersion, createCounting, titleLines } from '../../../src/panes/events/counting.ts';
import { words } from '../../../src/text/printable.ts';
import { span } from '../../../src/ui/line.ts';
import { SAMPLE_DAY, sampleEntries } from '../../events/sample-entries.ts';
import { collectGarbage } from '../../support/collect-garbage.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { linesText } from '../../support/line-text.ts';

// biome-ignore lint/correctness/useYield: it takes one step
function* lengthOf(entries: readonly string[]): Generator<void, number, void> {
  return entries.length;
}

it('a count keeps its result only while the listing is in use', async () => {
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

it('an archive that gave no answer is asked again after ten seconds', async () => {
  const feeds = createSupervisor((error) => {
    throw error;
  });
  const clock = fakeClock('2026-03-14T12:00:00Z');
  const counting = createCounting<number>('count', { feeds, clock }, () => {});
  const subject = {};
  let asks = 0;
  const latest = () =>
    counting.latest({
      subject,
      asked: 'how many',
      version: '',
      async *begin() {
        asks += 1;
        if (asks > 1) yield 6000;
      },
    });
  latest();
  await clock.advance(9000);
  latest();
  expect(asks).toBe(1);
  await clock.advance(1000);
  latest();
  expect(asks).toBe(2);
  await clock.advance(0);
  expect(latest()).toBe(6000);
});

it('a count is repeated when more is found outside the time range', () => {
  const store = new EventStore({ unit: 'ms' });
  store.add('7', sampleEntries(5)(300));
  const moment = { now: SAMPLE_DAY, day: SAMPLE_DAY, offsetMinutes: 0 };
  const found = (text: string) => new FilteredView(store, parseFilter(text).filter, moment);
  const view = found('country:FR since:2026-03-14T00:00:20');
  const around = found('country:FR');
  while (view.advance(1000));
  const version = () => countedVersion({ archive: null, store, view, around });
  const before = version();
  expect(version()).toBe(before);
  while (around.advance(1000));
  expect(version()).not.toBe(before);
});

const told = [words`A: 13,429`, words` · B: 14,056`, words` · 412 differ`].map((text) =>
  span(text),
);
const title = (columns: number, extent = words``) =>
  linesText(
    titleLines([span(words` Compare  `)], told, extent === '' ? [] : [span(extent)], columns),
  );

it('a long title continues on a second line by whole clauses and marks omissions', () => {
  expect(title(44)).toEqual([' Compare  A: 13,429 · B: 14,056 · 412 differ']);
  expect(title(43)).toEqual([' Compare  A: 13,429 · B: 14,056', '   412 differ']);
  expect(title(30)).toEqual([' Compare  A: 13,429', '   B: 14,056 · 412 differ']);
  expect(title(20)).toEqual([' Compare  A: 13,429', '   B: 14,056 …']);
});

it('a title always says how much of an archive was read', () => {
  expect(title(44, words` · all read`)).toEqual([
    ' Compare  A: 13,429 · B: 14,056 · 412 differ',
    '   all read',
  ]);
  expect(title(30, words` · all read`)).toEqual([
    ' Compare  A: 13,429',
    '   B: 14,056 … · all read',
  ]);
});
