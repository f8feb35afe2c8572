import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import type { ArchiveReader } from '../../src/archive/archive.ts';
import { openEventArchive, readEventArchive } from '../../src/archive/open.ts';
import type { EventLogEntry } from '../../src/contract/operations/event-logs.ts';
import { realClock } from '../../src/edges/clock.ts';
import { startOfDay, utcDay } from '../../src/text/time.ts';
import { reaching } from '../cli/prompt.ts';
import { archiveKills } from '../support/archive-kills.ts';
import { hasEngine } from '../support/engine.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { openPlatform, type Platform } from '../support/observed-platform.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const NOW = Date.UTC(2026, 2, 14, 12);
const DAY = utcDay(NOW);

type Run = ChildProcessByStdio<null, Readable, null>;

/** Resolves when the run prints `line`. Rejects when it ends before that. */
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
  const file = join(directory, 'events.db');
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

/** All entries and the coverage of the day in the archive. */
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

/** All entries of the day on the platform. */
function held(platform: Platform, zone: Zone): EventLogEntry[] {
  const log = platform.world.events.day(zone, DAY);
  return Array.from({ length: log.countBy(NOW) }, (_, position) =>
    JSON.parse(log.textOf(position, 'milliseconds', platform.dialect['log-content'])),
  );
}

const byId = (entries: readonly EventLogEntry[]) =>
  [...entries].sort((a, b) => ((a.logId ?? '') < (b.logId ?? '') ? -1 : 1));

it.each(['newest', 'oldest'] as const)(
  'an archiving run that is killed within a page and restarted has every entry once, %s first',
  async (order) => {
    const { platform, zone, file, start } = await setUp(order);
    const truth = held(platform, zone);
    for (const line of ['keeping 1', 'keeping 4', 'kept 2']) {
      const run = start();
      await said(run, line);
      await killed(run);
      // Every stretch marked as loaded is complete, whenever the run was killed.
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

it('two runs that archive at the same time keep every entry once', async () => {
  const { platform, zone, file, start } = await setUp('newest');
  const runs = [start(), start()];
  await Promise.all(runs.map((run) => said(run, 'whole')));
  await Promise.all(runs.map(killed));
  const { entries } = await archived(file, zone);
  expect(byId(entries)).toEqual(byId(held(platform, zone)));
});

it('two runs can create the same archive at the same time', async () => {
  const folder = temporaryDirectory();
  for (let turns = 0; turns < 80; turns += 1) {
    const file = join(folder, `${turns}.db`);
    const first = openEventArchive(file);
    for (let turn = 0; turn < turns; turn += 1) await setImmediate();
    for (const opening of [openEventArchive(file), first]) await (await opening).close();
  }
});

/* Real processes, killed at random points. */

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** Resolves when the run prints more. Rejects when it ends before that. */
const spoke = (run: Run): Promise<void> =>
  new Promise((resolve, reject) => {
    const ended = () => reject(new Error('it ended by itself'));
    run.once('exit', ended);
    run.stdout.once('data', () => {
      run.off('exit', ended);
      resolve();
    });
  });

it.each(['newest', 'oldest'] as const)(
  'warren events --follow --archive has every entry once after it is killed and restarted, %s first',
  async (order) => {
    const folder = temporaryDirectory();
    const file = join(folder, 'shop.db');
    const platform = await openPlatform({
      clock: realClock(),
      seed: 7,
      events: { perDay: 20_000 },
      dialect: { 'log-page-size': 500, 'log-order': order },
    });
    onTestFinished(() => platform.close());
    const [zone] = platform.world.shieldZones;
    if (!zone) throw new Error('a world without zones');
    const id = String(zone.id);

    const start = (): Run => {
      const run = spawn(process.execPath, [MAIN, 'events', id, '--follow', '--archive', file], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { PATH: process.env['PATH'], HOME: folder, ...reaching(platform) },
      });
      onTestFinished(() => void run.kill('SIGKILL'));
      return run;
    };
    const read = async <T>(of: (archive: ArchiveReader, day: number) => Promise<T>): Promise<T> => {
      const archive = await readEventArchive(file);
      const found = await of(archive, (await archive.days(id)).at(-1) ?? 0);
      await archive.close();
      return found;
    };
    const kept = () =>
      read(async (archive, day) => {
        const ids: string[] = [];
        for (let token: string | undefined; ; ) {
          const page = await archive.page(id, day, token);
          ids.push(...[...page.logs].map(({ logId }) => logId ?? ''));
          if (!page.hasMoreData) return ids;
          token = page.continuationToken ?? undefined;
        }
      });
    /** The day, and the time up to which it is complete; null while it is not. */
    const whole = () =>
      read(async (archive, day) => {
        const [only, ...others] = (await archive.coverage(id, day)).loaded;
        const isWhole = others.length === 0 && only?.from === startOfDay(day);
        return isWhole ? { day, until: only.until } : null;
      });

    for (let kills = 0; kills < 3; kills += 1) {
      const run = start();
      await spoke(run);
      run.kill('SIGKILL');
      await once(run, 'close');
      const ids = await kept();
      expect(new Set(ids).size).toBe(ids.length);
    }
    const begun = Date.now();
    const last = start();
    let now = await whole();
    while (now === null || now.until < begun) {
      await spoke(last);
      now = await whole();
    }
    last.kill('SIGKILL');
    await once(last, 'close');
    const { day, until } = now;
    const ids = await kept();
    const log = platform.world.events.day(zone, day);
    const due = Array.from(
      { length: log.countBy(until - 1) },
      (_, position) =>
        JSON.parse(log.textOf(position, 'milliseconds', platform.dialect['log-content'])).logId,
    );
    const have = new Set(ids);
    expect(have.size).toBe(ids.length);
    expect(due.filter((logId) => !have.has(logId))).toEqual([]);
  },
  60_000,
);

it.runIf(hasEngine)(
  'killing the engine and the writers loses and duplicates no entry and falsifies no claim (npm run test:archive)',
  async () => {
    const plan = { seed: 11, archives: 1, rounds: 3, engineEvery: 1, perDay: 8000, longest: 1000 };
    const { faults, engineKilled, claimsLooked } = await archiveKills(plan);
    expect(faults).toEqual([]);
    expect(engineKilled).toBe(3);
    expect(claimsLooked).toBeGreaterThan(0);
  },
  180_000,
);
