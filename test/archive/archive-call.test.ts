import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { archiveCall, archivePages } from '../../src/archive/archive-call.ts';
import { openEventArchive } from '../../src/archive/event-archive.ts';
import { appOverview } from '../../src/contract/operations/app-overview.ts';
import { eventLogs } from '../../src/contract/operations/event-logs.ts';
import { noCoverage } from '../../src/events/coverage.ts';
import { EventStore } from '../../src/events/store.ts';
import { followZone } from '../../src/feeds/follow-zone.ts';
import { createWake } from '../../src/feeds/wake.ts';
import { startOfDay, usDay, utcDay } from '../../src/text/moments.ts';
import { entryWith } from '../support/event-entries.ts';
import { fakeClock } from '../support/fake-clock.ts';

const NOON = Date.UTC(2026, 2, 14, 12);
const DAY = utcDay(NOON);
const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** An archive with `count` entries of one morning, a second apart. */
async function archiveOf(count: number) {
  const directory = await mkdtemp(join(tmpdir(), 'warren-archive-'));
  closing.push(() => rm(directory, { recursive: true }));
  const archive = await openEventArchive(join(directory, 'events.db'));
  closing.push(() => archive.close());
  const entries = Array.from({ length: count }, (_, n) =>
    entryWith({ logId: `id-${n}`, timestamp: startOfDay(DAY) + n * 1000 }),
  );
  await archive.take('7', DAY, entries, noCoverage(DAY));
  return { archive, entries };
}

it('an archive is followed into a store like the service', async () => {
  const { archive, entries } = await archiveOf(2400);
  const clock = fakeClock(NOON);
  const store = new EventStore();
  const end = new AbortController();
  const done = followZone({
    call: archiveCall(archive),
    clock,
    signal: end.signal,
    wake: createWake(),
    store,
    zone: '7',
    from: DAY,
    interval: () => 5000,
    held: () => false,
    random: () => 0,
    grown: () => {},
    progress: () => {},
  });
  await clock.advance(60_000);
  end.abort();
  await done;
  expect(store.size).toBe(entries.length);
  expect(store.counts.conflicts).toBe(0);
});

it('an archive answers pages of a day, and nothing of days it has not', async () => {
  const { archive } = await archiveOf(3);
  const ask = archivePages(archive);
  const { logs, hasMoreData } = await ask('7', DAY, undefined);
  expect(logs.map(({ logId }) => logId)).toEqual(['id-2', 'id-1', 'id-0']);
  expect(hasMoreData).toBe(false);
  expect((await ask('7', DAY - 1, undefined)).logs).toEqual([]);
  expect((await ask('8', DAY, undefined)).logs).toEqual([]);
});

it('an archive refuses every other operation, and a day that is none', async () => {
  const { archive } = await archiveOf(1);
  const call = archiveCall(archive);
  await expect(call(appOverview, { appId: 'a' })).rejects.toMatchObject({ kind: 'refused' });
  const input = { shieldZoneId: '7', date: 'yesterday' };
  await expect(call(eventLogs, input)).rejects.toMatchObject({ kind: 'bad-request' });
  const aborted = call(eventLogs, { shieldZoneId: '7', date: usDay(DAY) }, AbortSignal.abort());
  await expect(aborted).rejects.toMatchObject({ kind: 'aborted' });
});
