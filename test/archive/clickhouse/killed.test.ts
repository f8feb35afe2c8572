import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { contentHash } from '../../../src/archive/content-hash.ts';
import { readEventArchive } from '../../../src/archive/open.ts';
import type { EventLogEntry } from '../../../src/contract/operations/event-logs.ts';
import { openPlatform } from '../../../src/platform/platform.ts';
import { utcDay } from '../../../src/text/time.ts';
import { hasEngine, startEngine } from '../../support/engine.ts';
import { fakeClock } from '../../support/fake-clock.ts';

const NOW = Date.UTC(2026, 2, 14, 12);
const DAY = utcDay(NOW);
const SCRIPT = fileURLToPath(new URL('../../support/archiving.ts', import.meta.url));

const hashOf = (entry: EventLogEntry) => Buffer.from(contentHash(entry)).toString('hex');

/** Everything an archive has of the day, and what it claims. */
async function archived(place: string, zone: string) {
  const archive = await readEventArchive(place);
  // Before the entries: others write meanwhile.
  const { loaded } = await archive.coverage(zone, DAY);
  const entries: EventLogEntry[] = [];
  for (let token: string | undefined; ; ) {
    const page = await archive.page(zone, DAY, token);
    entries.push(...page.logs);
    if (!page.hasMoreData) break;
    token = page.continuationToken ?? undefined;
  }
  await archive.close();
  return { loaded, hashes: entries.map(hashOf) };
}

it.runIf(hasEngine)(
  'an engine that is killed, and writers that are killed, have everything once; no claim is false (npm run test:archive)',
  async () => {
    const platform = await openPlatform({
      clock: fakeClock(NOW),
      seed: 11,
      events: { perDay: 8000 },
      dialect: { 'log-order': 'newest', 'log-page-size': 250 },
    });
    const engine = await startEngine();
    const runs = new Set<ChildProcess>();
    onTestFinished(async () => {
      for (const run of runs) run.kill('SIGKILL');
      await engine.close();
      await platform.close();
    });
    const place = await engine.archive();
    const zone = platform.world.shieldZones[0];
    if (!zone) throw new Error('a world without zones');
    const log = platform.world.events.day(zone, DAY);
    const truth = Array.from(
      { length: log.countBy(NOW) },
      (_, position): EventLogEntry =>
        JSON.parse(log.textOf(position, 'milliseconds', platform.dialect['log-content'])),
    );
    /** Writes until it has said so many lines, or for good. */
    const write = (lines = Number.POSITIVE_INFINITY) =>
      new Promise<void>((resolve) => {
        const parts = [platform.baseUrl, platform.accessKey, String(zone.id), place, String(NOW)];
        const run = spawn(process.execPath, [SCRIPT, ...parts], {
          stdio: ['ignore', 'pipe', 'ignore'],
        });
        runs.add(run);
        let said = 0;
        run.stdout.on('data', (chunk) => {
          said += String(chunk).split('\n').length - 1;
          if (said >= lines) run.kill('SIGKILL');
        });
        run.once('exit', () => {
          runs.delete(run);
          resolve();
        });
      });
    const check = async () => {
      const { loaded, hashes } = await archived(place, String(zone.id));
      const there = new Set(hashes);
      expect(there.size).toBe(hashes.length);
      for (const { from, until } of loaded) {
        const due = truth.filter(({ timestamp }) => {
          const time = timestamp ?? Number.NaN;
          return time >= from && time < until;
        });
        expect(due.filter((entry) => !there.has(hashOf(entry)))).toEqual([]);
      }
      return there.size;
    };
    for (const lines of [3, 9, 16]) {
      await Promise.all([write(lines), write(lines + 4), write(lines + 7), write(2)]);
      await engine.kill();
      await engine.start();
      await check();
    }
    // Whoever cannot open it ends, and is begun again.
    for (let there = 0; there < truth.length; there = await check()) {
      while (runs.size < 2) void write();
      await setTimeout(200);
    }
    const { hashes } = await archived(place, String(zone.id));
    expect(hashes.sort()).toEqual(truth.map(hashOf).sort());
  },
  180_000,
);
