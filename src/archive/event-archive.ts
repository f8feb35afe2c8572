import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { EventLogEntry, EventLogPage } from '../contract/operations/event-logs.ts';
import { type Coverage, noCoverage, type PageOrder } from '../events/coverage.ts';
import type { LogArchive } from '../events/log-archive.ts';
import type { TimeRange } from '../events/time-range.ts';
import type { UtcDay } from '../text/time.ts';
import { openDatabase, sqliteTrouble } from './database.ts';
import { entryOf } from './entry-row.ts';
import { pageWriter } from './write-page.ts';

/** What an archive holds of the past, read page by page. */
export interface ArchiveReader {
  /** The shield zones it has anything of. */
  zones(): readonly string[];
  /** The days of a zone it has anything of, oldest first. */
  days(zone: string): readonly UtcDay[];
  /** What was covered of a day by all runs together. */
  coverage(zone: string, day: UtcDay): Coverage;
  /** A page of a day, newest first, at most 1,000 entries; like a page of the service's. */
  page(zone: string, day: UtcDay, token: string | undefined): EventLogPage;
  close(): void;
}

/**
 * An archive that is written to. Any number of processes may write to one file at a time. A run may take as
 * covered what was, but for what rests on nothing than the clock of the machine that wrote it.
 */
export interface EventArchive extends ArchiveReader, LogArchive {}

/**
 * Opens an archive of event log entries, an SQLite file that only its owner can read, and makes it if need
 * be. Every method throws, or rejects with, an ArchiveError when the file cannot be used any more.
 */
export async function openEventArchive(path: string): Promise<EventArchive> {
  const database = await openDatabase(path, 'write');
  const guarded = guard(path);
  const reader = readerOf(database, guarded);
  const keep = pageWriter(database);
  // One page after another: a connection has one transaction at a time.
  let latest: Promise<void> = Promise.resolve();
  return {
    ...reader,
    covered: (zone, day) => settledPart(reader.coverage(zone, day)),
    append(...page) {
      const kept = latest.then(async () => {
        const slices = keep(...page);
        while (!guarded(() => slices.next()).done) await yieldToEventLoop();
      });
      latest = kept.catch(() => {});
      return kept;
    },
  };
}

/** Opens an archive for reading alone. A process that writes to it is not disturbed. */
export async function readEventArchive(path: string): Promise<ArchiveReader> {
  return readerOf(await openDatabase(path, 'read'), guard(path));
}

type Guarded = <Value>(work: () => Value) => Value;

function guard(path: string): Guarded {
  return (work) => {
    try {
      return work();
    } catch (error) {
      throw sqliteTrouble(path, error);
    }
  };
}

/** Entries and bytes of log text on a page. */
const PAGE_ENTRIES = 1000;
const PAGE_BYTES = 4 << 20;

function readerOf(database: DatabaseSync, guarded: Guarded): ArchiveReader {
  const zones = database.prepare('SELECT id FROM zone ORDER BY number');
  const days = database.prepare(`
    SELECT day FROM walked JOIN zone ON zone.number = walked.zone WHERE zone.id = ? ORDER BY day
  `);
  const ranges = database.prepare(`
    SELECT since, until FROM loaded JOIN zone ON zone.number = loaded.zone
    WHERE zone.id = ? AND day = ? ORDER BY since
  `);
  const walked = database.prepare(`
    SELECT walked.* FROM walked JOIN zone ON zone.number = walked.zone WHERE zone.id = ? AND day = ?
  `);
  const page = database.prepare(`
    SELECT entry.* FROM entry JOIN zone ON zone.number = entry.zone
    WHERE zone.id = ? AND day = ? AND (time, entry.number) < (?, ?)
    ORDER BY time DESC, entry.number DESC LIMIT ${PAGE_ENTRIES + 1}
  `);
  return {
    zones: () => guarded(() => zones.all().map((row) => String(row['id']))),
    days: (zone) => guarded(() => days.all(zone).map((row) => Number(row['day']))),
    coverage: (zone, day) =>
      guarded(() => coverageFrom(day, walked.get(zone, day), ranges.all(zone, day))),
    page: (zone, day, token) => guarded(() => pageFrom(page, zone, day, token)),
    close: () => database.close(),
  };
}

type Row = Readonly<Record<string, unknown>>;

function pageFrom(
  statement: StatementSync,
  zone: string,
  day: UtcDay,
  token: string | undefined,
): EventLogPage {
  const before = placeOf(token);
  const logs: EventLogEntry[] = [];
  let bytes = 0;
  let last: Row | undefined;
  let hasMoreData = false;
  for (const row of statement.iterate(zone, day, before.time, before.number)) {
    if (logs.length >= PAGE_ENTRIES || bytes >= PAGE_BYTES) {
      hasMoreData = true;
      break;
    }
    const entry = entryOf(row);
    logs.push(entry);
    bytes += entry.log?.length ?? 0;
    last = row;
  }
  const next = last && { time: Number(last['time']), number: Number(last['number']) };
  return {
    logs,
    hasMoreData,
    continuationToken: hasMoreData && next ? pageToken(next) : null,
    startToken: null,
    errorResponse: null,
  };
}

const ORDERS: readonly string[] = ['oldest-first', 'newest-first'] satisfies PageOrder[];

function coverageFrom(day: UtcDay, row: Row | undefined, ranges: readonly Row[]): Coverage {
  const nothing = noCoverage(day);
  if (!row) return nothing;
  const order = String(row['page_order']);
  return {
    ...nothing,
    // A damaged file may hold another name.
    order: ORDERS.includes(order) ? (order as PageOrder) : 'unknown',
    pages: Number(row['pages']),
    entries: Number(row['entries']),
    loaded: rangesFrom(ranges),
    oldest: numberOrNull(row['oldest']),
    newest: numberOrNull(row['newest']),
    stopped: typeof row['stopped'] === 'string' ? row['stopped'] : null,
  };
}

const rangesFrom = (rows: readonly Row[]): readonly TimeRange[] =>
  rows.map((row) => ({ from: Number(row['since']), until: Number(row['until']) }));

const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** What of a coverage rests on the stamps of entries rather than on a clock of ours. */
function settledPart({ loaded, newest }: Coverage): readonly TimeRange[] {
  if (newest === null) return [];
  return loaded
    .map(({ from, until }) => ({ from, until: Math.min(until, newest) }))
    .filter(({ from, until }) => from < until);
}

/** The entry after which a page begins: pages go from the newest to the oldest. */
interface PagePlace {
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** Of its row; tells entries of one moment apart. */
  readonly number: number;
}

const NEWEST: PagePlace = { time: Number.MAX_VALUE, number: 0 };

/** A token that can stand in a path. */
const pageToken = ({ time, number }: PagePlace): string => `${time}_${number}`;

/** The place of a token; the newest of all for none, and for one that is no token of an archive. */
export function placeOf(token: string | undefined): PagePlace {
  const [time, number, ...rest] = token?.split('_').map(Number) ?? [];
  const isOne = Number.isFinite(time) && Number.isSafeInteger(number) && rest.length === 0;
  return isOne ? { time: time ?? 0, number: number ?? 0 } : NEWEST;
}
