import type { DatabaseSync } from 'node:sqlite';
import type { EventLogEntry } from '../contract/operations/event-logs.ts';
import { type Coverage, merged } from '../events/coverage.ts';
import { type TimeUnit, timeOf, UNDATED, unitOf } from '../events/storage/time-unit.ts';
import type { UtcDay } from '../text/moments.ts';
import { UNDATED_TIME } from './database.ts';
import { rowOf } from './entry-row.ts';

/** Keeps a page and what is covered with it, in one transaction. */
export type KeepPage = (
  zone: string,
  day: UtcDay,
  entries: readonly EventLogEntry[],
  coverage: Coverage,
) => void;

const UNITS: readonly unknown[] = ['s', 'ms', 'µs', 'ns'] satisfies TimeUnit[];

export function pageKeeper(database: DatabaseSync): KeepPage {
  const addZone = database.prepare('INSERT INTO zone (id) VALUES (?) ON CONFLICT DO NOTHING');
  const zoneNumber = database.prepare('SELECT number FROM zone WHERE id = ?');
  // Whatever page of the zone came first told the unit for all of them.
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
  // min and max of SQLite give NULL when either is.
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

  const keep: KeepPage = (zone, day, entries, coverage) => {
    addZone.run(zone);
    const number = Number(zoneNumber.get(zone)?.['number']);
    const known = knownUnit.get(number)?.['unit'];
    // One of four names, or whatever a damaged file holds.
    const unit = UNITS.includes(known)
      ? (known as TimeUnit)
      : unitOf(entries.map(({ timestamp }) => timestamp));
    let added = 0;
    for (const entry of entries) {
      const { contentHash, logId, stamp, labels, log, encoding } = rowOf(entry);
      const told = timeOf(stamp, unit ?? 'ms');
      const time = told === UNDATED ? UNDATED_TIME : told;
      const { changes } = addEntry.run(
        number,
        day,
        contentHash,
        logId,
        stamp,
        time,
        labels,
        log,
        encoding,
      );
      added += Number(changes);
    }
    const before = loaded
      .all(number, day)
      .map((row) => ({ from: Number(row['since']), until: Number(row['until']) }));
    forget.run(number, day);
    for (const { from, until } of merged([...before, ...coverage.loaded])) {
      addLoaded.run(number, day, from, until);
    }
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
  };

  return (...page) => {
    // Immediate: a transaction that only finds out later that it writes could not wait for another.
    database.exec('BEGIN IMMEDIATE');
    try {
      keep(...page);
      database.exec('COMMIT');
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
  };
}
