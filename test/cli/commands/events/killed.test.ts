import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import type { ArchiveReader } from '../../../../src/archive/archive.ts';
import { readEventArchive } from '../../../../src/archive/open.ts';
import { realClock } from '../../../../src/edges/clock.ts';
import { startOfDay } from '../../../../src/text/time.ts';
import { openPlatform } from '../../../support/observed-platform.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';
import { reaching } from '../../prompt.ts';

/* Whole processes, killed where they stand. */

const MAIN = fileURLToPath(new URL('../../../../src/main.ts', import.meta.url));

type Run = ChildProcessByStdio<null, Readable, null>;

/** Resolves once the run has written more; rejects when it ends before. */
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
  'warren events --follow --archive that is killed and begun again has everything once, %s first',
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
    /** The day, and up to when all of it is there; null while some of it is not. */
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
