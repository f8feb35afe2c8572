import type { DatabaseSync } from 'node:sqlite';
import { setTimeout, setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { EventLogEntry, EventLogPage } from '../../contract/operations/event-logs.ts';
import { type Coverage, noCoverage } from '../../events/coverage.ts';
import type { LogArchive } from '../../events/log-archive.ts';
import type { TimeRange } from '../../events/time-range.ts';
import type { Row } from '../../sqlite/database.ts';
import {
  type DatabaseOpening,
  damaged,
  ensureDirectory,
  isBusy,
  openDatabase,
  sqliteTrouble,
  whileThere,
} from '../../sqlite/database.ts';
import { isDate, startOfDay, type UtcDay } from '../../text/time.ts';
import {
  type ArchiveReader,
  type ArchiveWriting,
  archivePage,
  contentHash,
  type DayCheck,
  DayTally,
  type EventArchive,
  MAX_ZONE_ID_LENGTH,
  pageOrderIn,
  settledPart,
} from '../archive.ts';
import { entryOf } from './entry-row.ts';
import { ARCHIVE } from './schema.ts';
import { pageWriter } from './write-page.ts';

/** Delay between attempts to write a page while another process holds the file, in milliseconds. */
const RETRY_MS = 100;

/** Opens an SQLite file for writing: {@link openEventArchive}. */
export async function openSqliteArchive(
  path: string,
  { signal, onDelay }: ArchiveWriting,
): Promise<EventArchive> {
  await ensureDirectory(path);
  const database = await openDatabase(path, 'write', ARCHIVE);
  const guarded = guard(path);
  const ensureThere = whileThere(path);
  const reader = readerOf(database, path);
  const writePage = guarded(() => pageWriter(database));
  const writeOnce = async (page: Parameters<LogArchive['append']>): Promise<number> => {
    ensureThere();
    const slices = writePage(...page);
    let slice = slices.next();
    for (; !slice.done; slice = slices.next()) await yieldToEventLoop();
    return slice.value;
  };
  const writeRetrying = async (page: Parameters<LogArchive['append']>): Promise<number> => {
    for (let attempts = 0; ; attempts += 1) {
      try {
        const added = await writeOnce(page);
        if (attempts > 0) onDelay?.(null);
        return added;
      } catch (error) {
        if (!isBusy(error) || signal?.aborted) throw sqliteTrouble(path, error);
        if (attempts === 0) onDelay?.({ queued: 0 });
        // An abort is noticed after the next attempt, which may succeed.
        await setTimeout(RETRY_MS, undefined, { signal }).catch(() => {});
      }
    }
  };
  // Pages are written one at a time: a connection has one transaction at a time. A page's coverage includes those
  // before it, so all after a rejected one are rejected.
  let latest = Promise.resolve(0);
  return {
    ...reader,
    covered: async (zone, day) => settledPart(await reader.coverage(zone, day)),
    append(...page) {
      latest = latest.then(() => writeRetrying(page));
      return latest;
    },
  };
}

/** Opens an SQLite file for reading: {@link readEventArchive}. */
export async function readSqliteArchive(
  path: string,
  opening: DatabaseOpening = {},
): Promise<ArchiveReader> {
  const ensureThere = whileThere(path);
  const database = await openDatabase(path, 'read', ARCHIVE, opening);
  try {
    return readerOf(database, path, ensureThere);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Runs work on a database, and turns what SQLite throws into a DatabaseError. */
const guard =
  (path: string, ensureThere: () => void = () => {}) =>
  <Value>(work: () => Value): Value => {
    ensureThere();
    try {
      return work();
    } catch (error) {
      throw sqliteTrouble(path, error);
    }
  };

/** Limits of one page: entries, and bytes of log text. */
const PAGE_ENTRIES = 1000;
const PAGE_BYTES = 4 << 20;

/** Row limit of other queries: the index pages of a damaged file can form a cycle. */
const MAX_ROWS = 100_000;

function readerOf(database: DatabaseSync, path: string, ensureThere?: () => void): ArchiveReader {
  const guarded = guard(path, ensureThere);
  const { zones, days, ranges, walked, page, entryCount, every, size, amount } = guarded(() => ({
    zones: database.prepare(`SELECT id FROM zone ORDER BY number LIMIT ${MAX_ROWS}`),
    days: database.prepare(`
      SELECT day FROM walked JOIN zone ON zone.number = walked.zone
      WHERE zone.id = ? ORDER BY day LIMIT ${MAX_ROWS}
    `),
    ranges: database.prepare(`
      SELECT since, until FROM loaded JOIN zone ON zone.number = loaded.zone
      WHERE zone.id = ? AND day = ? ORDER BY since LIMIT ${MAX_ROWS}
    `),
    walked: database.prepare(`
      SELECT walked.* FROM walked JOIN zone ON zone.number = walked.zone WHERE zone.id = ? AND day = ?
    `),
    every: database.prepare(`
      SELECT entry.* FROM entry JOIN zone ON zone.number = entry.zone WHERE zone.id = ? AND day = ?
    `),
    size: database.prepare(
      'SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size',
    ),
    amount: database.prepare('SELECT count(*) AS rows FROM entry'),
    page: database.prepare(`
      SELECT entry.* FROM entry JOIN zone ON zone.number = entry.zone
      WHERE zone.id = ? AND day = ? AND (time, entry.number) < (?, ?)
      ORDER BY time DESC, entry.number DESC LIMIT ${PAGE_ENTRIES + 1}
    `),
    entryCount: database.prepare(`
      SELECT count(*) AS entries FROM entry JOIN zone ON zone.number = entry.zone
      WHERE zone.id = ? AND day = ? AND time >= ? AND time < ?
    `),
  }));
  const allZones = () => guarded(() => Array.from(zones.iterate(), ({ id }) => zoneId(id, path)));
  const allDays = (zone: string) =>
    guarded(() => days.all(zone).map(({ day }) => knownDay(day, path)));
  const coverage = (zone: string, day: UtcDay) =>
    guarded(() => coverageFrom(day, walked.get(zone, day), ranges.all(zone, day)));
  return {
    zones: async () => allZones(),
    days: async (zone) => allDays(zone),
    coverage: async (zone, day) => coverage(zone, day),
    contents: async (among) =>
      new Map(
        (among ?? allZones()).map((zone) => [
          zone,
          new Map(allDays(zone).map((day) => [day, coverage(zone, day)])),
        ]),
      ),
    page: async (zone, day, token) =>
      guarded(() => pageFrom(page.iterate(zone, day, ...positionFrom(token)), token, path)),
    status: async () =>
      guarded(() => ({
        bytes: Number(size.get()?.['bytes']),
        rows: Number(amount.get()?.['rows']),
        version: ARCHIVE.version,
        retention: null,
        writers: [],
      })),
    verify: async (zone, day) => guarded(() => checkOf(every.iterate(zone, day))),
    count: async (zone, day, range = ALL_TIMES) =>
      guarded(() => countOf(entryCount.get(zone, day, range.from, range.until)?.['entries'])),
    close: async () => database.close(),
  };
}

function checkOf(rows: Iterable<Row>): DayCheck {
  const tally = new DayTally();
  for (const row of rows) {
    const hash = row['content_hash'];
    const isIntact =
      hash instanceof Uint8Array && Buffer.from(contentHash(entryOf(row))).equals(hash);
    tally.add(Number(row['time']), isIntact);
  }
  return tally;
}

/** Includes entries without a time. */
const ALL_TIMES: TimeRange = { from: -Number.MAX_VALUE, until: Number.MAX_VALUE };

function zoneId(value: unknown, path: string): string {
  if (typeof value !== 'string') throw damaged(path, 'a zone has no id');
  if (value.length > MAX_ZONE_ID_LENGTH) throw damaged(path, 'the id of a zone is too long');
  return value;
}

function knownDay(value: unknown, path: string): UtcDay {
  if (typeof value === 'number' && isDate(startOfDay(value))) return value;
  throw damaged(path, 'a day is not in the calendar');
}

function pageFrom(rows: Iterable<Row>, token: string | undefined, path: string): EventLogPage {
  const logs: EventLogEntry[] = [];
  let bytes = 0;
  let last = positionFrom(token);
  let hasMoreData = false;
  for (const row of rows) {
    if (logs.length >= PAGE_ENTRIES || bytes >= PAGE_BYTES) {
      hasMoreData = true;
      break;
    }
    const position: PagePosition = [Number(row['time']), Number(row['number'])];
    // A damaged index could otherwise be paged through forever.
    if (!isBefore(position, last)) throw damaged(path, 'its entries are not in order');
    const entry = entryOf(row);
    logs.push(entry);
    bytes += (entry.log?.length ?? 0) + (entry.logId?.length ?? 0) + String(row['labels']).length;
    last = position;
  }
  return archivePage(logs, hasMoreData ? last.join('_') : null);
}

function coverageFrom(day: UtcDay, row: Row | undefined, ranges: readonly Row[]): Coverage {
  const nothing = noCoverage(day);
  if (!row) return nothing;
  return {
    ...nothing,
    order: pageOrderIn(row['page_order']),
    pages: countOf(row['pages']),
    entries: countOf(row['entries']),
    loaded: ranges
      .map(({ since, until }) => ({ from: Number(since), until: Number(until) }))
      .filter(({ from, until }) => isDate(from) && isDate(until)),
    oldest: momentOrNull(row['oldest']),
    newest: momentOrNull(row['newest']),
    stopped: typeof row['stopped'] === 'string' ? row['stopped'] : null,
  };
}

const momentOrNull = (value: unknown): number | null => (isDate(value) ? value : null);

const countOf = (value: unknown): number => (typeof value === 'number' && value > 0 ? value : 0);

/** The entry before a page: its time and row number. Pages go from newest to oldest. */
type PagePosition = readonly [time: number, number: number];

const NEWEST: PagePosition = [Number.MAX_VALUE, 0];

const isBefore = ([time, number]: PagePosition, [thanTime, thanNumber]: PagePosition): boolean =>
  time < thanTime || (time === thanTime && number < thanNumber);

/** The position that a token names; the newest for a missing or invalid token. */
export function positionFrom(token: string | undefined): PagePosition {
  const [time, number, ...rest] = token?.split('_').map(Number) ?? [];
  const isOne = Number.isFinite(time) && Number.isSafeInteger(number) && rest.length === 0;
  return isOne ? [time ?? 0, number ?? 0] : NEWEST;
}
