/**
 * Fills an archive with a week of four equally busy zones: `node test/bench/archive-fill.ts PLACE ROWS`. Each archive is
 * filled by a process of its own, so that both are filled at the same time. Prints `Filled` as JSON.
 *
 * The last day consists of entries of the embedded platform. A file gets them through the product's own writer. ClickHouse
 * gets the rows of the product's writer in inserts of the product's largest size, but without the query for rows it already
 * has. The six days before are copies that the database makes itself, shifted by a day each, with other hashes.
 */
import { DatabaseSync } from 'node:sqlite';
import { isEngineAddress, parseEngineAddress } from '../../src/archive/address.ts';
import {
  connectEngine,
  type Engine,
  sqlDay,
  sqlNumber,
} from '../../src/archive/clickhouse/engine.ts';
import { ENTRY_COLUMNS, keyOf, writeEntry } from '../../src/archive/clickhouse/entries.ts';
import { RowBinary } from '../../src/archive/clickhouse/row-binary.ts';
import { openEventArchive } from '../../src/archive/open.ts';
import type { EventLogEntry } from '../../src/contract/operations/event-logs.ts';
import { noCoverage } from '../../src/events/coverage.ts';
import { openPlatform } from '../../src/platform/platform.ts';
import { startOfDay, utcDay } from '../../src/text/time.ts';
import { fakeClock } from '../support/fake-clock.ts';

export interface Filled {
  /** Rows written, without the copies. */
  readonly rows: number;
  /** Time to write them, and processor time of this process meanwhile, seconds. */
  readonly seconds: number;
  readonly processor: number;
}

/** The last moment of the week. */
export const WEEK_END = Date.UTC(2026, 2, 14, 23, 59, 59, 999);
export const DAYS = 7;
/** Each zone gets the entries of the busiest zone of a differently seeded world. */
export const ZONES: readonly string[] = ['120898', '121035', '121172', '121309'];
const LAST_DAY = utcDay(WEEK_END);
const DAY_LENGTH = 86_400_000;
/** Rows per insert, as in the product's writer. */
const BATCH = 20_000;

interface Batch {
  readonly zone: string;
  readonly entries: readonly EventLogEntry[];
}

/** The entries of the last day. */
async function* lastDay(perZone: number): AsyncGenerator<Batch, void, void> {
  for (const [at, zone] of ZONES.entries()) {
    const { world, dialect, close } = await openPlatform({
      clock: fakeClock(WEEK_END),
      seed: 7 + at,
      events: { perDay: perZone },
    });
    const [busiest] = world.shieldZones;
    if (!busiest) throw new Error('a world without zones');
    const log = world.events.day(busiest, LAST_DAY);
    for (let from = 0; from < perZone; from += BATCH) {
      const entries = Array.from(
        { length: Math.min(BATCH, perZone - from) },
        (_, position): EventLogEntry =>
          JSON.parse(log.textOf(from + position, 'milliseconds', dialect['log-content'])),
      );
      yield { zone, entries };
    }
    await close();
  }
}

async function fillEngine(engine: Engine, perZone: number): Promise<void> {
  const rows = new RowBinary();
  for await (const { zone, entries } of lastDay(perZone)) {
    for (const entry of entries) {
      writeEntry(rows, { zone, day: LAST_DAY, entry, unit: 'ms', key: keyOf(entry) });
    }
    await engine.insert('entry', ENTRY_COLUMNS, rows.take());
  }
}

/** Uses `fetch`, because the product's client times out sooner. */
async function copyInEngine({ address, table }: Engine): Promise<void> {
  const columns = ENTRY_COLUMNS.join(', ');
  for (let back = 1; back < DAYS; back += 1) {
    const shift = sqlNumber(back * DAY_LENGTH);
    const body =
      `INSERT INTO ${table('entry')} (${columns}) SELECT * REPLACE (day - ${back} AS day, stamp - ${shift} AS stamp, ` +
      `time - ${shift} AS time, cityHash64(hash, ${back}) AS hash) FROM (SELECT ${columns} FROM ${table('entry')} WHERE day = ${sqlDay(LAST_DAY)})`;
    const answer = await fetch(address.origin, { method: 'POST', body });
    if (!answer.ok) throw new Error(await answer.text());
  }
}

async function fillFile(path: string, perZone: number): Promise<void> {
  const archive = await openEventArchive(path);
  for await (const { zone, entries } of lastDay(perZone)) {
    await archive.append(zone, LAST_DAY, entries, noCoverage(LAST_DAY));
  }
  await archive.close();
}

function copyInFile(path: string): void {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA cache_size = -1000000; PRAGMA synchronous = OFF');
  for (let back = 1; back < DAYS; back += 1) {
    const shift = back * DAY_LENGTH;
    database.exec(`
      INSERT INTO entry (zone, day, content_hash, log_id, stamp, time, labels, log, log_encoding)
      SELECT zone, day - ${back}, randomblob(16), log_id, stamp - ${shift}, time - ${shift}, labels, log, log_encoding
      FROM entry WHERE day = ${LAST_DAY} ORDER BY number
    `);
  }
  database.close();
}

/** Records every day as completely covered, and in a file also its number of entries. */
async function claim(place: string): Promise<void> {
  const archive = await openEventArchive(place);
  for (const zone of ZONES) {
    for (let day = LAST_DAY - DAYS + 1; day <= LAST_DAY; day += 1) {
      const [oldest, newest] = [startOfDay(day), startOfDay(day + 1)];
      const loaded = [{ from: oldest, until: newest }];
      const whole = { ...noCoverage(day), order: 'newest-first', loaded, oldest, newest } as const;
      await archive.append(zone, day, [], whole);
    }
  }
  await archive.close();
  if (isEngineAddress(place)) return;
  const database = new DatabaseSync(place);
  database.exec(
    'UPDATE walked SET entries = (SELECT count(*) FROM entry WHERE entry.zone = walked.zone AND entry.day = walked.day)',
  );
  database.close();
}

async function fill(place: string, rows: number): Promise<Filled> {
  const perZone = Math.ceil(rows / DAYS / ZONES.length);
  const parsed = isEngineAddress(place) ? parseEngineAddress(place) : undefined;
  const engine = parsed?.kind === 'ok' ? await connectEngine(parsed.address, '') : undefined;
  const began = performance.now();
  const before = process.cpuUsage();
  await (engine ? fillEngine(engine, perZone) : fillFile(place, perZone));
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(before);
  if (engine) await copyInEngine(engine);
  else copyInFile(place);
  await engine?.close();
  await claim(place);
  return { rows: perZone * ZONES.length, seconds, processor: (user + system) / 1e6 };
}

if (import.meta.main) {
  const [place = '', rows = ''] = process.argv.slice(2);
  console.log(JSON.stringify(await fill(place, Number(rows))));
}
