import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contentHash } from '../../src/archive/archive.ts';
import { type EventLogEntry, stampAsWritten } from '../../src/contract/operations/event-logs.ts';
import { keepAsWritten } from '../../src/contract/shape.ts';
import { merged, noCoverage, subtracted } from '../../src/events/coverage.ts';
import type { LogArchive } from '../../src/events/log-archive.ts';
import { EventStore } from '../../src/events/store.ts';
import type { TimeRange } from '../../src/events/time-range.ts';
import { PageKeeper } from '../../src/feeds/page-keeper.ts';
import type { Delivery } from '../../src/feeds/pages-feed.ts';
import { startOfDay } from '../../src/text/time.ts';
import { entryWith } from '../support/event-entries.ts';

const DAY = 20_526;
const START = startOfDay(DAY);
const SECOND = 1000;

/** Entries a second apart: the log of the day. */
const logOf = (length: number): readonly EventLogEntry[] =>
  Array.from({ length }, (_, at) =>
    entryWith({ logId: `id-${at}`, timestamp: START + at * SECOND, log: 'x'.repeat(50) }),
  );

const timeOf = ({ timestamp }: EventLogEntry) => Number(timestamp);

/** An archive that checks with every page that it has all that it claims. */
function checked(log: readonly EventLogEntry[]) {
  const has = new Set<string>();
  let claims: readonly TimeRange[] = [];
  const archive: Pick<LogArchive, 'append'> = {
    async append(_, __, entries, { loaded }, withdrawn = []) {
      let added = 0;
      for (const { logId } of entries) {
        if (!has.has(logId ?? '')) added += 1;
        has.add(logId ?? '');
      }
      claims = merged([...subtracted(claims, withdrawn), ...loaded]);
      const claimed = log.filter((entry) =>
        claims.some(({ from, until }) => timeOf(entry) >= from && timeOf(entry) < until),
      );
      expect(claimed.filter(({ logId }) => !has.has(logId ?? ''))).toEqual([]);
      await new Promise((resolve) => setImmediate(resolve));
      return added;
    },
  };
  return { archive, has, claims: () => claims };
}

/**
 * The page of the log, newest first, that ends before `end`; all above its end is loaded by then, but of so many of its
 * last entries it is not claimed.
 */
function pageBefore(
  log: readonly EventLogEntry[],
  end: number,
  size: number,
  unclaimed = 0,
): Delivery {
  const from = Math.max(0, end - size);
  const bottom = from === 0 ? START : START + Math.min(from + unclaimed, log.length) * SECOND;
  return {
    page: {
      logs: log.slice(from, end).toReversed(),
      hasMoreData: from > 0,
      continuationToken: null,
      startToken: null,
      errorResponse: null,
    },
    day: DAY,
    arrival: 'backfill',
    coverage: {
      ...noCoverage(DAY),
      loaded: [{ from: bottom, until: START + log.length * SECOND }],
      oldest: START + from * SECOND,
      newest: START + (log.length - 1) * SECOND,
    },
    withdrawn: [],
  };
}

it('use 7: whenever archiving begins, the archive never claims entries it lacks, and has all in the end', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 120 }),
      fc.integer({ min: 1, max: 30 }),
      fc.nat(10),
      async (length, size, beginsAt) => {
        const log = logOf(length);
        const store = new EventStore({ unit: 'ms', segmentRows: 8 });
        const keeper = new PageKeeper();
        const { archive, has, claims } = checked(log);
        let begun: Promise<void> | undefined;
        let asked = 0;
        for (let end = length; end > 0; end -= size) {
          if (asked === beginsAt) begun = keeper.begin(archive, store);
          asked += 1;
          const delivery = pageBefore(log, end, size);
          await keeper.keep('7', delivery, async () => store.add('7', delivery.page.logs).added);
        }
        begun ??= keeper.begin(archive, store);
        await begun;
        // Each page was asked for once.
        expect(asked).toBe(Math.ceil(length / size));
        expect(store.size).toBe(length);
        expect(has.size).toBe(length);
        expect(claims()).toEqual([{ from: START, until: START + length * SECOND }]);
      },
    ),
    { numRuns: 60 },
  );
});

it('use 7: evicted entries are not claimed, also not by later pages', async () => {
  const log = logOf(3000);
  const store = new EventStore({ unit: 'ms', segmentRows: 16, maxBytes: 60_000 });
  const keeper = new PageKeeper();
  const deliver = async (end: number) => {
    const delivery = pageBefore(log, end, 1000);
    await keeper.keep('7', delivery, async () => store.add('7', delivery.page.logs).added);
  };
  await deliver(3000);
  await deliver(2000);
  const { archive, has, claims } = checked(log);
  await keeper.begin(archive, store);
  expect(store.counts.evicted + store.counts.refused).toBeGreaterThan(0);
  expect(has.size).toBe(store.size);
  await deliver(1000);
  const missing = log.filter(({ logId }) => !has.has(logId ?? '')).map(timeOf);
  expect(missing.length).toBeGreaterThan(0);
  for (const time of missing) {
    expect(claims().some(({ from, until }) => time >= from && time < until)).toBe(false);
  }
});

it('nothing is archived after the end, and another archive begins with its own entries', async () => {
  const log = logOf(60);
  const store = new EventStore({ unit: 'ms' });
  const keeper = new PageKeeper();
  const deliver = async (end: number) => {
    const delivery = pageBefore(log, end, 20);
    await keeper.keep('7', delivery, async () => store.add('7', delivery.page.logs).added);
  };
  const [one, other] = [checked(log), checked(log)];
  await deliver(60);
  await keeper.begin(one.archive, store);
  keeper.end();
  await deliver(40);
  expect(one.has.size).toBe(20);
  await keeper.begin(other.archive, store);
  await deliver(20);
  expect([one.has.size, other.has.size]).toEqual([20, 60]);
});

it('claims nothing of a page that is still to be written from the store, even where it reaches below its claim', async () => {
  const log = logOf(1600);
  const store = new EventStore({ unit: 'ms' });
  const keeper = new PageKeeper();
  const { archive, has, claims } = checked(log);
  let begun: Promise<void> | undefined;
  for (let end = log.length; end > 0; end -= 400) {
    const delivery = pageBefore(log, end, 400, 5);
    await keeper.keep('7', delivery, async () => store.add('7', delivery.page.logs).added);
    if (end === 800) begun = keeper.begin(archive, store);
  }
  await begun;
  expect(has.size).toBe(log.length);
  expect(claims()).toEqual([{ from: START, until: START + log.length * SECOND }]);
});

it('writes entries from the store unchanged, including timestamps beyond the precision of a double', async () => {
  const digits = '9007199254740993';
  const odd = entryWith({ logId: 'odd', timestamp: Number(digits) });
  keepAsWritten(odd, 'timestamp', digits);
  const store = new EventStore({ unit: 'ms' });
  store.add('7', [odd]);
  const written: EventLogEntry[] = [];
  const archive: Pick<LogArchive, 'append'> = {
    async append(_, __, entries) {
      written.push(...entries);
      return entries.length;
    },
  };
  await new PageKeeper().begin(archive, store);
  expect(written.map((entry) => [entry.logId, stampAsWritten(entry)])).toEqual([['odd', digits]]);
  // The same entry of a later page is known by it to be the same.
  expect(written.map(contentHash)).toEqual([contentHash(odd)]);
});

it('an archive that is stopped while a page is being loaded receives no page', async () => {
  const log = logOf(20);
  const keeper = new PageKeeper();
  const kept: number[] = [];
  const archive: Pick<LogArchive, 'append'> = {
    async append(_zone, _day, { length }) {
      kept.push(length);
      return length;
    },
  };
  const taken = Promise.withResolvers<number>();
  const first = keeper.keep('1', pageBefore(log, 20, 10), () => taken.promise);
  const begun = keeper.begin(archive, new EventStore({ unit: 'ms' }));
  keeper.end();
  taken.resolve(10);
  await Promise.all([first, begun]);
  expect(await keeper.keep('1', pageBefore(log, 10, 10), async () => 10)).toBe(10);
  expect(kept).toEqual([]);
});
