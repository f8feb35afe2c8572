import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { openEventArchive, readEventArchive } from '../../src/archive/open.ts';
import type { EventLogEntry } from '../../src/contract/operations/event-logs.ts';
import { utcDay } from '../../src/text/time.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { openPlatform, type Platform } from '../support/observed-platform.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const NOW = Date.UTC(2026, 2, 14, 12);
const DAY = utcDay(NOW);

type Run = ChildProcessByStdio<null, Readable, null>;

/** Resolves when the run has said `line`; rejects when it ends before. */
function said(run: Run, line: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const lines = createInterface({ input: run.stdout });
    lines.on('line', (text) => {
      if (text === line) resolve();
    });
    run.once('exit', () => reject(new Error(`it ended before it said "${line}"`)));
  });
}

const killed = (run: Run): Promise<void> =>
  new Promise((resolve) => {
    run.once('exit', () => resolve());
    run.kill('SIGKILL');
  });

async function setUp(order: 'newest' | 'oldest') {
  const platform = await openPlatform({
    clock: fakeClock(NOW),
    seed: 11,
    events: { perDay: 8000 },
    dialect: { 'log-order': order, 'log-page-size': 500 },
  });
  onTestFinished(() => platform.close());
  const directory = temporaryDirectory();
  const file = join(directory, 'private', 'events.db');
  const zone = platform.world.shieldZones[0];
  if (!zone) throw new Error('a world without zones');
  const script = fileURLToPath(new URL('../support/archiving.ts', import.meta.url));
  const start = (): Run => {
    const parts = [platform.baseUrl, platform.accessKey, String(zone.id), file, String(NOW)];
    const run = spawn(process.execPath, [script, ...parts], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(async () => {
      if (run.exitCode === null && run.signalCode === null) await killed(run);
    });
    return run;
  };
  return { platform, zone, file, start };
}

type Zone = Platform['world']['shieldZones'][number];

/** Everything the archive has of the day, as it was kept. */
async function archived(file: string, zone: Zone) {
  const archive = await readEventArchive(file);
  const entries: EventLogEntry[] = [];
  for (let token: string | undefined; ; ) {
    const page = await archive.page(String(zone.id), DAY, token);
    entries.push(...page.logs);
    if (!page.hasMoreData) break;
    token = page.continuationToken ?? undefined;
  }
  const coverage = await archive.coverage(String(zone.id), DAY);
  await archive.close();
  return { entries, coverage };
}

/** Everything the platform has of the day. */
function held(platform: Platform, zone: Zone): EventLogEntry[] {
  const log = platform.world.events.day(zone, DAY);
  return Array.from({ length: log.countBy(NOW) }, (_, position) =>
    JSON.parse(log.textOf(position, 'milliseconds', platform.dialect['log-content'])),
  );
}

const byId = (entries: readonly EventLogEntry[]) =>
  [...entries].sort((a, b) => ((a.logId ?? '') < (b.logId ?? '') ? -1 : 1));

it.each(['newest', 'oldest'] as const)(
  'an archiving run that is killed mid-page and begun again has everything once, %s first',
  async (order) => {
    const { platform, zone, file, start } = await setUp(order);
    const truth = held(platform, zone);
    for (const line of ['keeping 1', 'keeping 4', 'kept 2']) {
      const run = start();
      await said(run, line);
      await killed(run);
      // Whatever is said to be loaded is there, whenever the run was killed.
      const { entries, coverage } = await archived(file, zone);
      const ids = new Set(entries.map(({ logId }) => logId));
      expect(ids.size).toBe(entries.length);
      for (const { from, until } of coverage.loaded) {
        const due = truth.filter(({ timestamp }) => {
          const time = timestamp ?? Number.NaN;
          return time >= from && time < until;
        });
        expect(due.filter(({ logId }) => !ids.has(logId))).toEqual([]);
      }
    }
    const last = start();
    await said(last, 'whole');
    await killed(last);
    const { entries, coverage } = await archived(file, zone);
    expect(byId(entries)).toEqual(byId(truth));
    expect(coverage.loaded).toHaveLength(1);
    expect(coverage.entries).toBe(truth.length);
  },
);

it('two runs that archive at one time keep every entry once', async () => {
  const { platform, zone, file, start } = await setUp('newest');
  const runs = [start(), start()];
  await Promise.all(runs.map((run) => said(run, 'whole')));
  await Promise.all(runs.map(killed));
  const { entries } = await archived(file, zone);
  expect(byId(entries)).toEqual(byId(held(platform, zone)));
});

it('an archive that another run begins at the same moment is opened', async () => {
  const folder = temporaryDirectory();
  for (let turns = 0; turns < 80; turns += 1) {
    const file = join(folder, `${turns}.db`);
    const first = openEventArchive(file);
    for (let turn = 0; turn < turns; turn += 1) await setImmediate();
    for (const opening of [openEventArchive(file), first]) await (await opening).close();
  }
});
