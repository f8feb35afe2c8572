import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Filter } from '../../src/events/filter/filter.ts';
import { parseFilter } from '../../src/events/filter/parse.ts';
import { FilteredView } from '../../src/events/filtered-view.ts';
import { EventStore, type StoreOptions } from '../../src/events/store.ts';
import { collectGarbage } from '../support/collect-garbage.ts';
import { anyEntry } from './arbitrary-entries.ts';
import { naivelyPasses } from './naive-filter.ts';
import { entryWith, SAMPLE_DAY, sampleEntries } from './sample-entries.ts';

const MOMENT = { now: SAMPLE_DAY + 60_000, day: SAMPLE_DAY, offsetMinutes: 0 };

/** A store with a clock that advances by a millisecond at each reading, so that budgets end predictably. */
function tickingStore(options: StoreOptions = {}) {
  let now = 0;
  return new EventStore({
    unit: 'ms',
    segmentRows: 8,
    elapsed: () => {
      now += 1;
      return now;
    },
    ...options,
  });
}

const viewOf = (store: EventStore, text: string) =>
  new FilteredView(store, parseFilter(text).filter, MOMENT);

const shown = (view: FilteredView) => [...view.ids()];

/** The ids of matching entries in order, by checking each of them. */
const keptBy = (store: EventStore, filter: Filter) =>
  Array.from({ length: store.size }, (_, rank) => store.at(rank) ?? -1).filter((id) =>
    naivelyPasses(filter, store.entry(id), MOMENT),
  );

function finish(view: FilteredView): void {
  while (view.advance(1));
}

test('does not keep evicted segments in memory', async () => {
  const store = tickingStore({ maxBytes: 1 });
  const page = (from: number) =>
    sampleEntries(7)(16).map((entry, at) => ({
      ...entry,
      logId: `${from}-${at}`,
      timestamp: SAMPLE_DAY + from + at,
    }));
  store.add('7', page(0));
  const view = viewOf(store, 'status:Blocked');
  view.advance(1);
  const held = [...store.rows.segments].map((segment) => new WeakRef(segment));
  store.add('7', page(1000));
  store.add('7', page(2000));
  await collectGarbage();
  expect(held).not.toEqual([]);
  expect(held.map((segment) => segment.deref())).toEqual(held.map(() => undefined));
  finish(view);
  expect(shown(view)).toEqual(keptBy(store, view.filter));
});

const FILTERS = ['status:Blocked', '-country:BG', 'is:conflict', 'script or is:late', 'asn:*'];

type Step =
  | { readonly kind: 'add'; readonly entries: Parameters<EventStore['add']>[1] }
  | { readonly kind: 'look'; readonly budget: number };

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('add' as const),
      entries: fc.array(anyEntry, { maxLength: 20 }),
    }),
    fc.record({ kind: fc.constant('look' as const), budget: fc.nat(3) }),
  ),
  { maxLength: 20 },
);

test('incremental scanning while entries are added and evicted gives the same result as a full scan', () => {
  const text = fc.constantFrom(...FILTERS);
  const maxBytes = fc.constantFrom(10_000_000, 60_000);
  fc.assert(
    fc.property(steps, text, maxBytes, (steps, text, maxBytes) => {
      const store = tickingStore({ maxBytes });
      const view = viewOf(store, text);
      for (const step of steps) {
        if (step.kind === 'add') store.add('7', step.entries, 'live');
        else view.advance(step.budget);
        const { matched, scanned, hidden, total } = view.counts;
        expect(matched).toBe(view.size);
        expect(matched + hidden).toBe(scanned);
        expect(scanned).toBeLessThanOrEqual(total);
        expect(total).toBe(store.size);
        // Everything it shows is in the store and passes, though it may not have found everything yet.
        for (const id of shown(view)) expect(store.has(id ?? -1)).toBe(true);
      }
      finish(view);
      expect(shown(view)).toEqual(keptBy(store, view.filter));
      expect(view.counts.complete).toBe(true);
      const fresh = viewOf(store, text);
      finish(fresh);
      expect(shown(view)).toEqual(shown(fresh));
    }),
    { numRuns: 400 },
  );
});

describe('a view', () => {
  test('finds the newest matches first', () => {
    const store = tickingStore();
    store.add('7', sampleEntries(1)(200));
    const view = viewOf(store, 'status:*');
    view.advance(0);
    const found = shown(view);
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThan(200);
    const newest = keptBy(store, view.filter).slice(-found.length);
    expect(found).toEqual(newest);
  });

  test('makes progress with any budget', () => {
    const store = tickingStore();
    store.add('7', sampleEntries(1)(100));
    const view = viewOf(store, 'status:*');
    let rounds = 0;
    while (view.advance(0)) rounds += 1;
    expect(rounds).toBeLessThan(100);
    expect(view.counts.complete).toBe(true);
  });

  test('scans new entries before older ones', () => {
    const store = tickingStore();
    const page = sampleEntries(1);
    store.add('7', page(200));
    const view = viewOf(store, 'status:*');
    view.advance(0);
    store.add('7', page(1));
    view.advance(0);
    expect(view.at(view.size - 1)).toBe(store.at(store.size - 1));
  });

  test('of everything is complete at once and costs nothing', () => {
    const store = tickingStore();
    store.add('7', sampleEntries(1)(50));
    const view = viewOf(store, '');
    expect(view.advance(0)).toBe(false);
    expect(view.counts).toMatchObject({ matched: 50, hidden: 0, complete: true });
    expect(shown(view)).toEqual(keptBy(store, view.filter));
  });

  test('knows whether an entry matches, is hidden, or was not scanned', () => {
    const store = tickingStore();
    store.add('7', [
      entryWith({ logId: 'a', labels: { status: 'Blocked' } }),
      entryWith({ logId: 'b', labels: { status: 'Logged' } }),
    ]);
    const view = viewOf(store, 'status:Blocked');
    const [first = -1, second = -1] = [store.at(0), store.at(1)];
    expect(view.stateOf(first)).toBe('unseen');
    finish(view);
    expect([view.stateOf(first), view.stateOf(second)]).toEqual(['match', 'hidden']);
  });

  test('keeps an id in place while older matches are inserted before it', () => {
    const store = tickingStore();
    store.add('7', sampleEntries(1)(100));
    const view = viewOf(store, 'status:*');
    view.advance(0);
    const newest = view.at(view.size - 1) ?? -1;
    const before = view.rankOf(newest);
    finish(view);
    expect(view.rankOf(newest)).toBeGreaterThan(before);
    expect(view.at(view.rankOf(newest))).toBe(newest);
  });

  test('rescans entries whose flags change', () => {
    const store = tickingStore();
    store.add('7', [entryWith({ log: 'one' })]);
    const view = viewOf(store, 'is:conflict');
    finish(view);
    expect(view.size).toBe(0);
    store.add('7', [entryWith({ log: 'two' })]);
    finish(view);
    expect(view.size).toBe(2);
  });

  test('does not blame a pattern for the time to read long logs', () => {
    const store = new EventStore({ unit: 'ms', segmentRows: 8 });
    // A value that is too long for a dictionary is read from its log.
    const Url = `https://shop.example/${'a'.repeat(600)}`;
    const log = JSON.stringify({ Url, Body: 'b'.repeat(1 << 20) });
    const entries = Array.from({ length: 24 }, (_, at) =>
      entryWith({ logId: `long ${at}`, timestamp: SAMPLE_DAY + at, log }),
    );
    store.add('7', entries);
    const view = viewOf(store, 'path~aaa');
    finish(view);
    expect(view.counts).toMatchObject({ complete: true });
    expect(view.size).toBe(24);
  });

  test('keeps what it found before a pattern became too slow, and names the pattern', () => {
    const store = new EventStore({ unit: 'ms', segmentRows: 8 });
    const harmless = Array.from({ length: 20 }, (_, at) =>
      entryWith({ logId: `ok ${at}`, timestamp: SAMPLE_DAY + 1000 + at, log: 'aaa' }),
    );
    const poisoned = entryWith({ logId: 'bad', log: `${'a'.repeat(60)}!` });
    store.add('7', [poisoned, ...harmless]);
    const view = viewOf(store, 'log~"^(a+)+$"');
    let rounds = 0;
    while (view.advance(8)) rounds += 1;
    expect(view.counts.stopped).toEqual({ reason: 'pattern too slow', pattern: '^(a+)+$' });
    expect(view.counts.complete).toBe(false);
    expect(view.size).toBeGreaterThan(0);
    // One long stretch and one short one were skipped. Everything else was fast.
    expect(rounds).toBeLessThan(10);
    store.add('7', [entryWith({ logId: 'later', timestamp: SAMPLE_DAY + 5000 })]);
    expect(view.advance(8)).toBe(false);
  });
});
