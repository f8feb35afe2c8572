import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ArchiveReader, contentHash, type EventArchive } from '../../src/archive/archive.ts';
import { openEventArchive, readEventArchive } from '../../src/archive/open.ts';
import type { EventLogEntry } from '../../src/contract/operations/event-logs.ts';
import { type Coverage, noCoverage } from '../../src/events/coverage.ts';
import { utcDay } from '../../src/text/time.ts';
import { anyEntry } from '../events/arbitrary-entries.ts';
import { SAMPLE_DAY } from '../events/sample-entries.ts';
import { hasEngine, startEngine, type TestEngine } from '../support/engine.ts';
import { entryWith } from '../support/event-entries.ts';

/*
 * What every archive promises, whatever keeps it. The engine needs `npm run test:archive`.
 */

const STAMP = SAMPLE_DAY;
const DAY = utcDay(STAMP);
const ZONE = '4711';

interface Places {
  /** A location without an archive, or with a new one. */
  place(): Promise<string>;
  close(): Promise<void>;
}

const KINDS: readonly (readonly [name: string, isThere: boolean, open: () => Promise<Places>])[] = [
  [
    'an SQLite file',
    true,
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'warren-archive-'));
      let files = 0;
      return {
        async place() {
          files += 1;
          return join(folder, `${files}.db`);
        },
        close: () => rm(folder, { recursive: true }),
      };
    },
  ],
  [
    'an engine (npm run test:archive)',
    hasEngine,
    async () => {
      const engine: TestEngine = await startEngine();
      return { place: engine.archive, close: engine.close };
    },
  ],
];

const hashes = (entries: readonly EventLogEntry[]) =>
  entries.map((entry) => Buffer.from(contentHash(entry)).toString('hex')).sort();

async function all(archive: ArchiveReader, day = DAY): Promise<readonly EventLogEntry[]> {
  const entries: EventLogEntry[] = [];
  for (let token: string | undefined; ; ) {
    const page = await archive.page(ZONE, day, token);
    expect(page.logs.length).toBeLessThanOrEqual(1000);
    entries.push(...page.logs);
    if (!page.hasMoreData) return entries;
    token = page.continuationToken ?? undefined;
  }
}

const covering = (from: number, until: number): Coverage => ({
  ...noCoverage(DAY),
  order: 'newest-first',
  loaded: [{ from: STAMP + from, until: STAMP + until }],
  oldest: STAMP + from,
  newest: STAMP + until,
});

describe.each(KINDS)('%s', (_, isThere, open) => {
  let places: Places;
  const opened: EventArchive[] = [];
  beforeAll(async () => {
    if (isThere) places = await open();
  });
  afterEach(async () => {
    for (const archive of opened.splice(0)) await archive.close();
  });
  afterAll(async () => {
    if (isThere) await places.close();
  });
  const writer = async (place: string) => {
    const archive = await openEventArchive(place);
    opened.push(archive);
    return archive;
  };
  const test = it.runIf(isThere);

  test('returns any entries with equal hashes, each once', async () => {
    const archive = await writer(await places.place());
    const entries = fc
      .sample(anyEntry, { numRuns: 400, seed: 20261122 })
      // JSON has no such number.
      .filter(({ timestamp }) => !Number.isNaN(timestamp));
    await archive.append(ZONE, DAY, entries, noCoverage(DAY));
    await archive.append(ZONE, DAY, entries.slice(100), covering(0, 1000));
    expect((await archive.coverage(ZONE, DAY)).entries).toBe(new Set(hashes(entries)).size);
    expect(hashes(await all(archive))).toEqual([...new Set(hashes(entries))].sort());
    expect(await archive.verify(ZONE, DAY)).toMatchObject({ damaged: 0 });
  });

  test('a zone may have any name, and has no entries of another zone', async () => {
    const archive = await writer(await places.place());
    const zones = ["7'; DROP TABLE warren_entry; --", '\\', '{a:String}', '7', '%00', 'ö"`'];
    for (const [at, zone] of zones.entries()) {
      const entry = entryWith({ logId: `${at}`, timestamp: STAMP + at });
      await archive.append(zone, DAY, [entry], covering(0, 10));
    }
    for (const [at, zone] of zones.entries()) {
      expect((await archive.coverage(zone, DAY)).entries).toBe(1);
      const { logs } = await archive.page(zone, DAY, undefined);
      expect([...logs].map(({ logId }) => logId)).toEqual([`${at}`]);
    }
    expect([...(await archive.contents()).keys()].sort()).toEqual([...zones].sort());
  });

  test('returns how many entries are new, and combines the coverage of all runs', async () => {
    const place = await places.place();
    const [one, two] = [await writer(place), await writer(place)];
    const entries = [1, 2, 3].map((n) => entryWith({ logId: `${n}`, timestamp: STAMP + n }));
    expect(await one.append(ZONE, DAY, entries, covering(0, 10))).toBe(3);
    expect(await one.append(ZONE, DAY, entries, covering(0, 20))).toBe(0);
    expect((await one.coverage(ZONE, DAY)).loaded).toEqual(covering(0, 20).loaded);
    expect(await two.append(ZONE, DAY, entries.slice(1), covering(30, 40))).toBe(0);
    const withdrawn = [{ from: STAMP + 5, until: STAMP + 8 }];
    await two.append(ZONE, DAY, [], { ...noCoverage(DAY), loaded: [] }, withdrawn);
    const { loaded, entries: amount } = await two.coverage(ZONE, DAY);
    expect(loaded.map(({ from, until }) => [from - STAMP, until - STAMP])).toEqual([
      [0, 5],
      [8, 20],
      [30, 40],
    ]);
    expect(amount).toBe(3);
    expect(await two.days(ZONE)).toEqual([DAY]);
  });

  test('does not cover again what was withdrawn before, when less is withdrawn from the same time on', async () => {
    const archive = await writer(await places.place());
    const loadedAfter = async (loaded: Coverage['loaded'], withdrawn: Coverage['loaded']) => {
      await archive.append(ZONE, DAY, [], { ...noCoverage(DAY), loaded }, withdrawn);
      return (await archive.coverage(ZONE, DAY)).loaded;
    };
    const [early, half, late, whole] = [
      { from: STAMP, until: STAMP + 20 },
      { from: STAMP, until: STAMP + 50 },
      { from: STAMP + 60, until: STAMP + 100 },
      { from: STAMP, until: STAMP + 100 },
    ];
    expect(await loadedAfter([early, late], [])).toEqual([early, late]);
    expect(await loadedAfter([], [whole])).toEqual([]);
    expect(await loadedAfter([half], [])).toEqual([half]);
    expect(await loadedAfter([], [half])).toEqual([]);
  });

  test('does not cover what a page withdraws right after another claimed it', async () => {
    const archive = await writer(await places.place());
    const late = { from: STAMP + 60, until: STAMP + 100 };
    const whole = { from: STAMP, until: STAMP + 100 };
    const nothing = noCoverage(DAY);
    await archive.append(ZONE, DAY, [], { ...nothing, loaded: [late] });
    await archive.append(ZONE, DAY, [], { ...nothing, loaded: [] }, [whole]);
    expect((await archive.coverage(ZONE, DAY)).loaded).toEqual([]);
  });

  test('pages go from newest to oldest, without gaps or repetitions while others write', async () => {
    const place = await places.place();
    const archive = await writer(place);
    const entries = Array.from({ length: 2500 }, (_, n) =>
      // Three of a stamp.
      entryWith({ logId: `${n}`, timestamp: STAMP + Math.floor(n / 3) }),
    );
    await archive.append(ZONE, DAY, entries, noCoverage(DAY));
    await archive.coverage(ZONE, DAY);
    const first = await archive.page(ZONE, DAY, undefined);
    const newer = entryWith({ logId: 'newer', timestamp: STAMP + 5000 });
    await archive.append(ZONE, DAY, [newer, ...entries], noCoverage(DAY));
    await archive.coverage(ZONE, DAY);
    const rest: EventLogEntry[] = [];
    for (let token = first.continuationToken; token !== null; ) {
      const page = await archive.page(ZONE, DAY, token);
      rest.push(...page.logs);
      token = page.continuationToken;
    }
    const stamps = [...first.logs, ...rest].map(({ timestamp }) => timestamp ?? 0);
    expect(stamps).toEqual([...stamps].sort((a, b) => b - a));
    expect(hashes([...first.logs, ...rest])).toEqual(hashes(entries));
  });

  test('can be read while it is written to, and by a program that only reads', async () => {
    const place = await places.place();
    const archive = await writer(place);
    await archive.append(ZONE, DAY, [entryWith({ timestamp: STAMP })], covering(0, 5));
    await archive.coverage(ZONE, DAY);
    const reader = await readEventArchive(place);
    expect(await all(reader)).toHaveLength(1);
    expect(await reader.zones()).toEqual([ZONE]);
    expect(await reader.status()).toMatchObject({ rows: 1, version: 1 });
    await reader.close();
  });
});
