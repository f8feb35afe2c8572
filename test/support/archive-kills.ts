import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type ArchiveReader, contentHash } from '../../src/archive/archive.ts';
import { readEventArchive } from '../../src/archive/open.ts';
import type { EventLogEntry } from '../../src/contract/operations/event-logs.ts';
import { subtracted } from '../../src/events/coverage.ts';
import type { TimeRange } from '../../src/events/time-range.ts';
import { utcDay } from '../../src/text/time.ts';
import { startEngine } from './engine.ts';
import { fakeClock } from './fake-clock.ts';
import { openPlatform } from './observed-platform.ts';
import { seededRandom } from './random.ts';

const NOW = Date.UTC(2026, 2, 14, 12);
const DAY = utcDay(NOW);
const SCRIPT = fileURLToPath(new URL('./archiving.ts', import.meta.url));
const WRITERS = 4;

interface KillPlan {
  readonly seed: number;
  /** One after the other, in one engine. */
  readonly archives: number;
  /** In each of them every writer of an archive is killed once. */
  readonly rounds: number;
  /** After so many rounds the engine is killed, too. */
  readonly engineEvery: number;
  /** Entries that the platform logs a day; half a day is written. */
  readonly perDay: number;
  /** The longest that a writer may go on once it has its first page, milliseconds. */
  readonly longest: number;
}

/** What became of it. */
export interface KillOutcome {
  readonly entries: number;
  readonly writersKilled: number;
  readonly engineKilled: number;
  /** Entries that were there after each kill of the engine. */
  readonly thereAtKills: readonly number[];
  readonly claimsLooked: number;
  /** Sentences. */
  readonly faults: readonly string[];
}

const hashOf = (entry: EventLogEntry) => Buffer.from(contentHash(entry)).toString('hex');

interface Archived {
  readonly loaded: readonly TimeRange[];
  /** Of every row, as often as it is there. */
  readonly hashes: readonly string[];
}

/** What an archive claims of the day, and all that it has of it. */
async function archived(archive: ArchiveReader, zone: string): Promise<Archived> {
  // Before the entries: others write meanwhile.
  const { loaded } = await archive.coverage(zone, DAY);
  const hashes: string[] = [];
  for (let token: string | undefined; ; ) {
    const page = await archive.page(zone, DAY, token);
    hashes.push(...[...page.logs].map(hashOf));
    if (!page.hasMoreData) break;
    token = page.continuationToken ?? undefined;
  }
  return { loaded, hashes };
}

type Truth = readonly { readonly time: number; readonly hash: string }[];

/** Looks at one archive, and compares it with what was there before and with all that there is. */
class Witness {
  readonly faults: string[] = [];
  claimsLooked = 0;
  readonly #place: string;
  readonly #zone: string;
  readonly #truth: Truth;
  #before: Archived = { loaded: [], hashes: [] };

  constructor(place: string, zone: string, truth: Truth) {
    this.#place = place;
    this.#zone = zone;
    this.#truth = truth;
  }

  /** How many entries are there. */
  async look(): Promise<number> {
    const archive = await readEventArchive(this.#place);
    const found = await archived(archive, this.#zone);
    await archive.close();
    const there = new Set(found.hashes);
    if (there.size < found.hashes.length) this.faults.push('an entry is there twice');
    for (const { from, until } of found.loaded) {
      this.claimsLooked += 1;
      const missing = this.#truth.filter(
        ({ time, hash }) => time >= from && time < until && !there.has(hash),
      );
      if (missing.length > 0) this.faults.push(`${missing.length} entries are claimed, not there`);
    }
    const lost = this.#before.hashes.filter((hash) => !there.has(hash)).length;
    if (lost > 0) this.faults.push(`${lost} entries were there, and are not any more`);
    if (subtracted(this.#before.loaded, found.loaded).length > 0) {
      this.faults.push('a claim was there, and is not any more');
    }
    this.#before = found;
    return there.size;
  }

  /** Whether everything is there, and nothing else. */
  whole(): void {
    const there = new Set(this.#before.hashes);
    if (there.size === this.#truth.length && this.#truth.every(({ hash }) => there.has(hash)))
      return;
    this.faults.push('it has other entries than the platform');
  }
}

/**
 * Four writers follow the same day into one archive, and are killed again and again, and the engine with them. After
 * every round what was there before has to be there, each entry once, and every claim to be true; at the end all of it.
 */
export async function archiveKills(
  { seed, archives, rounds, engineEvery, perDay, longest }: KillPlan,
  said: (line: string) => void = () => {},
): Promise<KillOutcome> {
  const random = seededRandom(seed);
  const platform = await openPlatform({
    clock: fakeClock(NOW),
    seed: 11,
    events: { perDay },
    dialect: { 'log-order': 'newest', 'log-page-size': 250 },
  });
  const engine = await startEngine();
  const runs = new Set<ChildProcess>();
  try {
    const [busiest] = platform.world.shieldZones;
    if (!busiest) throw new Error('a world without zones');
    const zone = String(busiest.id);
    const log = platform.world.events.day(busiest, DAY);
    const truth: Truth = Array.from(
      { length: log.countBy(NOW) },
      (_, position): EventLogEntry =>
        JSON.parse(log.textOf(position, 'milliseconds', platform.dialect['log-content'])),
    ).map((entry) => ({ time: entry.timestamp ?? Number.NaN, hash: hashOf(entry) }));
    /** Writes until it is killed so long after its first page, or for good. */
    const write = (place: string, ms = Number.POSITIVE_INFINITY) =>
      new Promise<void>((resolve) => {
        const parts = [platform.baseUrl, platform.accessKey, zone, place, String(NOW)];
        const run = spawn(process.execPath, [SCRIPT, ...parts], {
          stdio: ['ignore', 'pipe', 'ignore'],
        });
        runs.add(run);
        run.stdout.once('data', () => {
          if (Number.isFinite(ms)) void setTimeout(ms).then(() => run.kill('SIGKILL'));
        });
        run.stdout.resume();
        run.once('exit', () => {
          runs.delete(run);
          resolve();
        });
      });
    const witnesses: Witness[] = [];
    const thereAtKills: number[] = [];
    for (let at = 0; at < archives; at += 1) {
      const place = await engine.archive();
      const witness = new Witness(place, zone, truth);
      witnesses.push(witness);
      for (let round = 1; round <= rounds; round += 1) {
        const delays = Array.from({ length: WRITERS }, () => random.below(longest));
        const writers = delays.map((ms) => write(place, ms));
        if (round % engineEvery === 0) {
          // While the others write.
          await Promise.race(writers);
          await witness.look();
          await engine.kill();
          await engine.start();
          thereAtKills.push(await witness.look());
        }
        await Promise.all(writers);
        const there = await witness.look();
        said(`archive ${at + 1}, round ${round}: ${there} of ${truth.length} entries`);
      }
      // Whoever cannot open it ends, and is begun again.
      while ((await witness.look()) < truth.length) {
        while (runs.size < 2) void write(place);
        await setTimeout(500);
      }
      for (const run of runs) run.kill('SIGKILL');
      witness.whole();
      said(`archive ${at + 1}: whole, ${witness.faults.length} faults`);
    }
    return {
      entries: truth.length,
      writersKilled: archives * rounds * WRITERS,
      engineKilled: thereAtKills.length,
      thereAtKills,
      claimsLooked: witnesses.reduce((sum, each) => sum + each.claimsLooked, 0),
      faults: witnesses.flatMap((each) => each.faults),
    };
  } finally {
    for (const run of runs) run.kill('SIGKILL');
    await engine.close();
    await platform.close();
  }
}
