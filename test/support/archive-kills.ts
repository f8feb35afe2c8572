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
  /** Archives tested, one after the other in one engine. */
  readonly archives: number;
  /** Rounds per archive. Each kills every writer once. */
  readonly rounds: number;
  /** The engine is killed after every `engineEvery` rounds. */
  readonly engineEvery: number;
  /** Entries that the platform logs a day. Half a day is written. */
  readonly perDay: number;
  /** The longest life of a writer after its first page, milliseconds. */
  readonly longest: number;
}

/** The result of all rounds. */
export interface KillOutcome {
  readonly entries: number;
  readonly writersKilled: number;
  readonly engineKilled: number;
  /** Entries in the archive after each kill of the engine. */
  readonly thereAtKills: readonly number[];
  readonly claimsLooked: number;
  /** Sentences. */
  readonly faults: readonly string[];
}

const hashOf = (entry: EventLogEntry) => Buffer.from(contentHash(entry)).toString('hex');

interface Archived {
  readonly loaded: readonly TimeRange[];
  /** One hash per row, duplicates included. */
  readonly hashes: readonly string[];
}

/** The coverage that an archive claims for the day, and its entries. */
async function archived(archive: ArchiveReader, zone: string): Promise<Archived> {
  // Read before the entries, because the writers go on meanwhile.
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

/** Compares one archive with its earlier state and with the platform's log. */
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

  /** Checks the archive now. Returns the number of its entries. */
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

  /** Checks that the archive holds exactly the platform's log. */
  whole(): void {
    const there = new Set(this.#before.hashes);
    if (there.size === this.#truth.length && this.#truth.every(({ hash }) => there.has(hash)))
      return;
    this.faults.push('it has other entries than the platform');
  }
}

/**
 * Four writers archive the same day in one archive and are killed again and again, and so is the engine. After every round
 * no entry may be lost or duplicated and every claim of coverage must be true. In the end the archive must be complete.
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
    /** Starts a writer that is killed `ms` milliseconds after its first page. */
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
          // Checks the archive while writers are still running.
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
      // A writer that cannot open the archive exits and is started again.
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
