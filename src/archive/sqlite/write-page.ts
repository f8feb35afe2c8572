import type { DatabaseSync } from 'node:sqlite';
import type { EntryList } from '../../contract/operations/event-logs.ts';
import { type Coverage, merged, subtracted } from '../../events/coverage.ts';
import { stampsOf } from '../../events/storage/entry-block.ts';
import { type TimeUnit, timeOf, UNDATED, unitOf } from '../../events/storage/time-unit.ts';
import type { TimeRange } from '../../events/time-range.ts';
import type { UtcDay } from '../../text/time.ts';
import { timeUnitIn, UNDATED_TIME } from '../archive.ts';
import { type EntryRow, rowOf } from './entry-row.ts';

/**
 * Stores a page and its coverage in one transaction, yielding now and then; returns how many entries were new. It
 * must finish before another one starts on the same database.
 */
type WritePage = (
  zone: string,
  day: UtcDay,
  entries: EntryList,
  coverage: Coverage,
  withdrawn?: readonly TimeRange[],
) => Generator<void, number, void>;

/** Longest slice of work, in milliseconds. */
const SLICE_MS = 8;
/** Entries between two checks of the clock. */
const STRIDE = 16;

export function pageWriter(database: DatabaseSync): WritePage {
  const addZone = database.prepare('INSERT INTO zone (id) VALUES (?) ON CONFLICT DO NOTHING');
  const zoneNumber = database.prepare('SELECT number FROM zone WHERE id = ?');
  // The first page of the zone decides its unit.
  const knownUnit = database.prepare(
    'SELECT unit FROM walked WHERE zone = ? AND unit IS NOT NULL ORDER BY day LIMIT 1',
  );
  const addEntry = database.prepare(`
    INSERT INTO entry (zone, day, content_hash, log_id, stamp, time, labels, log, log_encoding)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
  `);
  const loaded = database.prepare('SELECT since, until FROM loaded WHERE zone = ? AND day = ?');
  const forget = database.prepare('DELETE FROM loaded WHERE zone = ? AND day = ?');
  const addLoaded = database.prepare(
    'INSERT INTO loaded (zone, day, since, until) VALUES (?, ?, ?, ?)',
  );
  // min and max of SQLite are NULL when either argument is.
  const noteWalked = database.prepare(`
    INSERT INTO walked (zone, day, pages, entries, oldest, newest, page_order, stopped, unit)
    VALUES (:zone, :day, 1, :added, :oldest, :newest, :order, :stopped, :unit)
    ON CONFLICT DO UPDATE SET
      pages = pages + 1,
      entries = entries + excluded.entries,
      oldest = min(ifnull(oldest, excluded.oldest), ifnull(excluded.oldest, oldest)),
      newest = max(ifnull(newest, excluded.newest), ifnull(excluded.newest, newest)),
      page_order = CASE excluded.page_order WHEN 'unknown' THEN page_order ELSE excluded.page_order END,
      stopped = excluded.stopped,
      unit = ifnull(unit, excluded.unit)
  `);

  const numberOf = (zone: string): number => {
    addZone.run(zone);
    return Number(zoneNumber.get(zone)?.['number']);
  };

  const unitFor = (zone: number, entries: EntryList): TimeUnit | undefined =>
    timeUnitIn(knownUnit.get(zone)?.['unit']) ?? unitOf(stampsOf(entries));

  const noteLoaded = (
    zone: number,
    day: UtcDay,
    more: readonly TimeRange[],
    withdrawn: readonly TimeRange[],
  ): void => {
    const before = loaded
      .all(zone, day)
      .map((row) => ({ from: Number(row['since']), until: Number(row['until']) }));
    forget.run(zone, day);
    for (const { from, until } of merged([...subtracted(before, withdrawn), ...more])) {
      addLoaded.run(zone, day, from, until);
    }
  };

  function* keep(...page: Parameters<WritePage>): ReturnType<WritePage> {
    const [zone, day, entries, coverage, withdrawn = []] = page;
    // Hashed before the transaction, since other processes wait for that.
    const rows: EntryRow[] = [];
    for (const [at, entry] of yielding(entries)) {
      rows.push(rowOf(entry));
      if (at) yield;
    }
    // Immediate: a transaction that upgrades from reading to writing fails instead of waiting.
    database.exec('BEGIN IMMEDIATE');
    try {
      const number = numberOf(zone);
      const unit = unitFor(number, entries);
      let added = 0;
      for (const [at, row] of yielding(rows)) {
        added += Number(addEntry.run(...columnsOf(row, number, day, unit)).changes);
        if (at) yield;
      }
      noteLoaded(number, day, coverage.loaded, withdrawn);
      const { oldest, newest, order, stopped } = coverage;
      noteWalked.run({
        zone: number,
        day,
        added,
        oldest,
        newest,
        order,
        stopped,
        unit: unit ?? null,
      });
      database.exec('COMMIT');
      return added;
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
  }
  return keep;
}

/** Each item, and whether to yield after it. */
function* yielding<Item>(items: Iterable<Item>): Generator<readonly [boolean, Item]> {
  let since = performance.now();
  let index = 0;
  for (const item of items) {
    index += 1;
    const isTime = index % STRIDE === 0 && performance.now() - since >= SLICE_MS;
    yield [isTime, item];
    if (isTime) since = performance.now();
  }
}

function columnsOf(row: EntryRow, zone: number, day: UtcDay, unit: TimeUnit | undefined) {
  const { contentHash, logId, stamp, labels, log, encoding } = row;
  const parsed = timeOf(stamp, unit ?? 'ms');
  const time = parsed === UNDATED ? UNDATED_TIME : parsed;
  return [zone, day, contentHash, logId, stamp, time, labels, log, encoding] as const;
}
