import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { EventLogEntry } from '../../src/contract/operations/event-logs.ts';
import { COLUMNS, EXTRACTS } from '../../src/events/storage/columns.ts';
import { contentHash, hashText } from '../../src/events/storage/identity.ts';
import { Segment } from '../../src/events/storage/segment.ts';
import { EventStore, type StoreOptions } from '../../src/events/store.ts';
import { anyEntry } from './arbitrary-entries.ts';
import { naiveExtracts } from './naive-extracts.ts';
import { entryWith, SAMPLE_DAY, sampleEntries } from './sample-entries.ts';

const ZONES = ['120431', '7'];

/** Segments and dictionaries small enough to cross every boundary. */
const TINY: StoreOptions = {
  segmentRows: 7,
  segmentBytes: 2000,
  dictionaries: { values: 5, valueUnits: 12 },
};

/** Pages that arrive, each with entries of one zone. */
const pages = fc.array(
  fc.record({ zone: fc.constantFrom(...ZONES), entries: fc.array(anyEntry, { maxLength: 12 }) }),
  { maxLength: 12 },
);

type Kept = EventLogEntry & { readonly zone: string };

const FIRST_MOMENT = Date.UTC(2001, 0, 1);
const LAST_MOMENT = Date.UTC(2100, 0, 1);
const timeOf = ({ timestamp }: EventLogEntry) =>
  timestamp !== null && timestamp >= FIRST_MOMENT && timestamp < LAST_MOMENT
    ? timestamp
    : Number.NEGATIVE_INFINITY;

const plain = ({ zone, logId, timestamp, log, labels }: Kept): Kept => ({
  zone,
  logId,
  timestamp,
  log,
  labels,
});

/** Everything that distinguishes two entries, as text. */
const signature = (entry: Kept) =>
  JSON.stringify([entry.zone, entry.logId, String(entry.timestamp), entry.log, entry.labels]);

const compareText = (a: string | null, b: string | null) =>
  (a ?? '') < (b ?? '') ? -1 : (a ?? '') > (b ?? '') ? 1 : 0;

/** The expected store: every entry once, in order of time, id and log. Entries without an id differ by their content. */
function expectedOf(arrived: readonly Kept[]): Kept[] {
  const once = new Map<string, Kept>();
  for (const entry of arrived) if (!once.has(signature(entry))) once.set(signature(entry), entry);
  return [...once.values()].sort(
    (a, b) =>
      (timeOf(a) === timeOf(b) ? 0 : timeOf(a) - timeOf(b)) ||
      compareText(a.logId, b.logId) ||
      (a.logId ? 0 : (contentHash(a)[0] ?? 0) - (contentHash(b)[0] ?? 0)) ||
      hashText(a.log ?? '', 0) - hashText(b.log ?? '', 0),
  );
}

const held = (store: EventStore): Kept[] =>
  Array.from({ length: store.size }, (_, rank) => plain(store.entry(store.at(rank) ?? -1)));

/** Without entries that are equal in the sort order, because either may be first. */
const tieFree = (entries: readonly Kept[]) =>
  entries.map(({ zone: _, labels: __, timestamp, ...rest }) => ({
    ...rest,
    timestamp: timeOf({ timestamp } as EventLogEntry),
  }));

const bySignature = (entries: readonly Kept[]) => entries.map(signature).sort();

describe('for any pages in any order,', () => {
  test('every entry is stored once, unchanged and in order', () => {
    fc.assert(
      fc.property(pages, (pages) => {
        const store = new EventStore({ ...TINY, unit: 'ms' });
        for (const { zone, entries } of pages) store.add(zone, entries);
        const arrived = pages.flatMap(({ zone, entries }) =>
          entries.map((entry) => ({ ...entry, zone })),
        );
        const expected = expectedOf(arrived);
        expect(bySignature(held(store))).toEqual(bySignature(expected));
        expect(tieFree(held(store))).toEqual(tieFree(expected));
      }),
      { numRuns: 300 },
    );
  });

  test('the counts add up', () => {
    fc.assert(
      fc.property(pages, fc.integer({ min: 20_000, max: 120_000 }), (pages, maxBytes) => {
        const store = new EventStore({ ...TINY, unit: 'ms', maxBytes });
        let offered = 0;
        for (const { zone, entries } of pages) {
          const taken = store.add(zone, entries);
          offered += entries.length;
          expect(taken.added + taken.duplicates + taken.refused).toBe(entries.length);
        }
        const { counts } = store;
        expect(counts.held + counts.duplicates + counts.refused + counts.evicted).toBe(offered);
        expect(counts.held).toBe(store.size);
        expect(counts.undated).toBe(
          held(store).filter((entry) => timeOf(entry) === Number.NEGATIVE_INFINITY).length,
        );
      }),
      { numRuns: 300 },
    );
  });

  test('every column has the value of the entry', () => {
    fc.assert(
      fc.property(pages, (pages) => {
        const store = new EventStore({ ...TINY, unit: 'ms' });
        for (const { zone, entries } of pages) store.add(zone, entries);
        for (let rank = 0; rank < store.size; rank += 1) {
          const id = store.at(rank) ?? -1;
          const entry = store.entry(id);
          const extracts = naiveExtracts(entry.log?.toWellFormed() ?? null);
          for (const column of COLUMNS) {
            const expected = (EXTRACTS as readonly string[]).includes(column)
              ? (extracts[column as keyof typeof extracts]?.toWellFormed() ?? null)
              : entry.labels[column as keyof typeof entry.labels];
            expect(store.value(id, column)?.toWellFormed() ?? null).toBe(
              expected?.toWellFormed() ?? null,
            );
          }
          expect(store.rankOf(id)).toBe(rank);
        }
      }),
    );
  });

  test('a page added in slices gives the same result as at once', () => {
    fc.assert(
      fc.property(pages, (pages) => {
        const atOnce = new EventStore({ ...TINY, unit: 'ms' });
        // The budget is always used up.
        let clock = 0;
        const sliced = new EventStore({
          ...TINY,
          unit: 'ms',
          elapsed: () => {
            clock += 100;
            return clock;
          },
        });
        for (const { zone, entries } of pages) {
          const taken = atOnce.add(zone, entries);
          const slices = sliced.ingest(zone, entries, 'backfill', 1);
          let step = slices.next();
          for (; !step.done; step = slices.next()) {
            const { held, duplicates, refused, evicted } = sliced.counts;
            expect(held + duplicates + refused + evicted).toBeGreaterThanOrEqual(step.value);
          }
          expect(step.value).toEqual(taken);
        }
        expect(held(sliced)).toEqual(held(atOnce));
        expect(sliced.counts).toEqual(atOnce.counts);
      }),
    );
  });
});

describe('an entry', () => {
  test('that arrives again is counted as a duplicate, also after its segment was packed', () => {
    const store = new EventStore(TINY);
    const page = sampleEntries(1)(40);
    store.add('7', page);
    expect(store.add('7', page)).toMatchObject({ added: 0, duplicates: 40 });
    expect(store.size).toBe(40);
  });

  test('of another zone with the same id is another entry', () => {
    const store = new EventStore();
    store.add('7', [entryWith({})]);
    store.add('8', [entryWith({})]);
    expect(store.size).toBe(2);
    expect(store.zones).toEqual(['7', '8']);
  });

  test('with different content under a known id is also stored, and both are marked', () => {
    const store = new EventStore();
    store.add('7', [
      entryWith({ log: 'one' }),
      entryWith({ log: 'two' }),
      entryWith({ log: 'one' }),
    ]);
    expect(held(store).map(({ log }) => log)).toEqual(['one', 'two']);
    expect([store.at(0), store.at(1)].map((id) => store.isConflict(id ?? -1))).toEqual([
      true,
      true,
    ]);
    expect(store.counts).toMatchObject({ held: 2, conflicts: 1, duplicates: 1 });
  });

  test('without an id is identified by its content', () => {
    const store = new EventStore();
    const nameless = entryWith({ logId: null });
    store.add('7', [nameless, nameless, { ...nameless, timestamp: SAMPLE_DAY + 1 }]);
    expect(store.counts).toMatchObject({ held: 2, duplicates: 1, conflicts: 0 });
  });

  test('with an empty id is also identified by its content, and keeps the id', () => {
    const store = new EventStore();
    const nameless = entryWith({ logId: '' });
    store.add('7', [
      nameless,
      nameless,
      { ...nameless, log: 'other' },
      { ...nameless, logId: null },
    ]);
    expect(store.counts).toMatchObject({ held: 3, duplicates: 1, conflicts: 0 });
    expect(held(store).map(({ logId }) => logId)).toEqual(['', '', null]);
  });

  test('is recognised as a version of an entry whose first version was evicted', () => {
    const store = new EventStore({ segmentRows: 1, maxBytes: 0 });
    // At least one segment is kept, and entries older than an evicted one are refused.
    const version = (seconds: number) => entryWith({ timestamp: SAMPLE_DAY + seconds * 1000 });
    store.add('7', [version(1), version(2)]);
    store.add('7', [version(2), version(3)]);
    expect(store.counts).toMatchObject({ held: 1, evicted: 2, duplicates: 1, conflicts: 2 });
    store.add('7', [entryWith({ logId: 'another', timestamp: SAMPLE_DAY + 4000 })]);
    store.add('7', [version(5)]);
    expect(store.counts).toMatchObject({ held: 1, conflicts: 2 });
  });

  const shared = (count: number, of: (at: number) => Partial<EventLogEntry>) =>
    Array.from({ length: count }, (_, at) => entryWith({ logId: 'one', ...of(at) }));
  const twins: Readonly<Record<string, (at: number) => Partial<EventLogEntry>>> = {
    'an id': (at) => ({ log: `log ${at}` }),
    'the empty id': (at) => ({ logId: '', log: `log ${at}` }),
    'no id and the same log': (at) => ({
      logId: null,
      labels: { ...entryWith({}).labels, ruleId: `rule ${at}` },
    }),
    'the empty id and a stamp beyond numbers': (at) => ({
      logId: '',
      timestamp: 2 ** (90 + at / 9),
    }),
  };
  test.each(Object.entries(twins))(
    'that shares %s with others is compared with only a few of them',
    (_, of) => {
      const store = new EventStore();
      const compared = vi.spyOn(Segment.prototype, 'stampOf');
      onTestFinished(() => compared.mockRestore());
      store.add('7', shared(2000, of));
      store.add('7', shared(2000, of));
      expect(store.counts).toMatchObject({ held: 2000, duplicates: 2000 });
      expect(compared.mock.calls.length).toBeLessThan(4000 * 20);
    },
  );

  test('without an id is sorted among others of its time without reading their logs', () => {
    const store = new EventStore({ segmentRows: 100 });
    const read = vi.spyOn(Segment.prototype, 'logOf');
    onTestFinished(() => read.mockRestore());
    for (const logId of [null, '']) {
      for (let page = 0; page < 5; page += 1) {
        store.add(
          '7',
          shared(200, (at) => ({ logId, log: `log ${(at * 5 + page) * 37}` })),
        );
      }
    }
    expect(store.size).toBe(2000);
    // Each log is read once when it is added. Sorting by logs took twenty reads each.
    expect(read.mock.calls.length).toBeLessThanOrEqual(2 * 2000);
  });

  test('that shares id and time with others is sorted with a few reads of each log', () => {
    const store = new EventStore({ segmentRows: 100 });
    const read = vi.spyOn(Segment.prototype, 'logOf');
    onTestFinished(() => read.mockRestore());
    for (let page = 0; page < 10; page += 1) {
      store.add(
        '7',
        shared(200, (at) => ({ log: `log ${(at * 10 + page) * 37}` })),
      );
      store.add(
        '7',
        shared(200, (at) => ({
          logId: 'two',
          labels: { ...entryWith({}).labels, ruleId: `rule ${at * 10 + page}` },
        })),
      );
    }
    expect(store.size).toBe(4000);
    expect(read.mock.calls.length).toBeLessThanOrEqual(4 * 4000);
  });

  test('is compared with few others, even if the service chooses ids that an unkeyed hash would confuse', () => {
    const mixed = (hash: number, word: number) => {
      const product = Math.imul(hash ^ word, 0x9e3779b1);
      return product ^ (product >>> 15);
    };
    const digits = (word: number) => (word >>> 0).toString(16).padStart(8, '0');
    const alike = Array.from({ length: 1000 }, (_, at) => {
      const last = mixed(mixed(mixed(hashText('7', 0), at), 2), 3);
      const text = [at, 2, 3, last].map(digits).join('');
      const logId = text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
      return entryWith({ logId, timestamp: SAMPLE_DAY + at });
    });
    const looked = vi.spyOn(Segment.prototype, 'hasGuid');
    onTestFinished(() => looked.mockRestore());
    expect(new EventStore().add('7', alike).added).toBe(1000);
    expect(looked.mock.calls.length).toBeLessThan(20 * 1000);
  });

  test('that arrives live with an older time is late, and in a backfill is not', () => {
    const store = new EventStore();
    const at = (seconds: number) =>
      entryWith({ logId: `at ${seconds}`, timestamp: SAMPLE_DAY + seconds * 1000 });
    store.add('7', [at(10)]);
    store.add('7', [at(5)], 'backfill');
    expect(store.add('7', [at(20), at(9), at(12)], 'live').late).toBe(1);
    const late = Array.from({ length: store.size }, (_, rank) => store.at(rank) ?? -1)
      .filter((id) => store.isLate(id))
      .map((id) => store.time(id));
    expect(late).toEqual([SAMPLE_DAY + 9000]);
  });

  test('with a time ahead of the clock makes no later entry late', () => {
    const at = (seconds: number) =>
      entryWith({ logId: `at ${seconds}`, timestamp: SAMPLE_DAY + seconds * 1000 });
    const store = new EventStore({ latest: () => SAMPLE_DAY + 60_000 });
    store.add('7', [at(10), at(10_800)], 'live');
    store.add('7', [at(20), at(30)], 'live');
    store.add('7', [at(25)], 'live');
    expect(store.counts.late).toBe(1);
  });

  test('A11: with 100,000 escapes in each field is read once for all its cells, at the first key', () => {
    const store = new EventStore();
    const escapes = '\u0001'.repeat(100_000);
    const log = JSON.stringify({
      Message: escapes,
      Url: `https://shop.example/${escapes}`,
      RemoteIp: escapes,
      Headers: [{ Name: 'User-Agent', Value: escapes }],
    });
    store.add('7', [entryWith({ log }), entryWith({ logId: 'next', log })]);
    const parse = vi.spyOn(JSON, 'parse');
    onTestFinished(() => parse.mockRestore());
    for (let key = 0; key < 3; key += 1) {
      for (const id of store.ids()) {
        const { remoteIp, message, path } = Object.fromEntries(
          COLUMNS.map((column) => [column, store.value(id, column)]),
        );
        expect([remoteIp, message, path]).toEqual([escapes, escapes, `/${escapes}`]);
      }
    }
    expect(parse.mock.calls.filter(([text]) => text === log)).toHaveLength(2);
  });

  test('with lone surrogates or NUL in its log is stored unchanged', () => {
    const store = new EventStore(TINY);
    const logs = ['\ud800', 'a\u0000b', '\udc00\ud800', '😀'];
    store.add(
      '7',
      logs.map((log, index) => entryWith({ logId: String(index), log })),
    );
    expect(held(store).map(({ log }) => log)).toEqual(logs);
  });
});

// Assumption: timestamp-unit
describe('the unit of timestamps', () => {
  test.each([
    ['s', 1_760_254_909],
    ['ms', 1_760_254_909_048],
    ['µs', 1_760_254_909_048_123],
    ['ns', 1_760_254_909_048_123_400],
  ] as const)('is told by magnitude: %s', (unit, timestamp) => {
    const store = new EventStore();
    store.add('7', [entryWith({ timestamp })]);
    expect(store.unitOf('7')).toBe(unit);
    const id = store.at(0) ?? -1;
    expect(new Date(store.time(id) ?? 0).toISOString()).toMatch(/^2025-10-12T07:41:49/);
    expect(store.entry(id).timestamp).toBe(timestamp);
  });

  test('is determined once for a zone, by the majority of its first entries', () => {
    const store = new EventStore();
    const stamps = [0, 1_760_254_909, 1_760_254_909_048, 1_760_254_909_049];
    store.add(
      '7',
      stamps.map((timestamp, index) => entryWith({ logId: String(index), timestamp })),
    );
    expect(store.unitOf('7')).toBe('ms');
    store.add('7', [entryWith({ logId: 'later', timestamp: 1_760_254_909 })]);
    expect(store.counts.undated).toBe(3);
  });

  test('can be set', () => {
    const store = new EventStore({ unit: 's' });
    store.add('7', [entryWith({ timestamp: 1_760_254_909_048 })]);
    expect(store.time(store.at(0) ?? -1)).toBeNull();
  });
});

test.each([null, Number.NaN, -1, 1e20, 0, Number.POSITIVE_INFINITY])(
  'an entry with the invalid timestamp %s is stored before all others',
  (timestamp) => {
    const store = new EventStore();
    store.add('7', [entryWith({ logId: 'dated' }), entryWith({ logId: 'odd', timestamp })]);
    expect(held(store).map(({ logId }) => logId)).toEqual(['odd', 'dated']);
    expect(store.time(store.at(0) ?? -1)).toBeNull();
    expect(store.entry(store.at(0) ?? -1).timestamp).toBe(timestamp);
    expect(store.span).toEqual({ oldest: SAMPLE_DAY, newest: SAMPLE_DAY });
  },
);

describe('a store that is full', () => {
  const small = { segmentRows: 64, maxBytes: 400_000, dictionaries: { values: 100 } };
  /** Entries with distinct times, so that it is clear which one is older. */
  const spaced = (entries: EventLogEntry[], from = 0) =>
    entries.map((entry, at) => ({ ...entry, timestamp: SAMPLE_DAY + (from + at) * 100 }));

  test('evicts the oldest entries, says how many and up to when, and stays within its limit', () => {
    const store = new EventStore(small);
    const page = sampleEntries(1);
    const all: EventLogEntry[] = [];
    for (let round = 0; round < 120; round += 1) {
      const entries = spaced(page(50), all.length);
      all.push(...entries);
      store.add('7', entries);
      expect(store.byteLength).toBeLessThanOrEqual(small.maxBytes);
    }
    expect(store.counts.evicted).toBeGreaterThan(0);
    expect(held(store).map(({ logId }) => logId)).toEqual(
      all.slice(store.counts.evicted).map(({ logId }) => logId),
    );
    expect(store.horizon).toBe(all[store.counts.evicted - 1]?.timestamp);
  });

  test('refuses entries older than evicted ones, and says so', () => {
    const store = new EventStore(small);
    const page = sampleEntries(1);
    const first = page(50);
    store.add('7', first);
    for (let round = 0; round < 120; round += 1) store.add('7', page(50));
    const before = store.size;
    expect(store.add('7', first)).toMatchObject({ added: 0, refused: 50 });
    expect(store.size).toBe(before);
  });

  test('keeps the newest entries if filled backwards', () => {
    const store = new EventStore(small);
    const all = spaced(sampleEntries(1)(6000));
    for (let end = all.length; end > 0; end -= 50) {
      store.add('7', all.slice(end - 50, end).reverse());
    }
    const kept = held(store).map(({ logId }) => logId);
    expect(store.counts.evicted + store.counts.refused).toBe(6000 - kept.length);
    expect(kept).toEqual(all.slice(6000 - kept.length).map(({ logId }) => logId));
  });

  test('finds ids of any form after others were evicted', () => {
    const store = new EventStore(small);
    const page = sampleEntries(3);
    const oddly = (entries: EventLogEntry[], round: number) =>
      entries.map((entry, index) => ({
        ...entry,
        logId: index % 3 === 0 ? null : index % 3 === 1 ? `odd ${round} ${index}` : entry.logId,
      }));
    let last: EventLogEntry[] = [];
    for (let round = 0; round < 120; round += 1) {
      last = oddly(page(50), round);
      store.add('7', last);
    }
    expect(store.counts.evicted).toBeGreaterThan(0);
    expect(store.add('7', last)).toMatchObject({ added: 0, duplicates: 50 });
  });
});
