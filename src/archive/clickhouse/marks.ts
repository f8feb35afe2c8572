import { ownName } from '../../edges/machine.ts';
import { isDate, utcDay } from '../../text/time.ts';
import type { TeamMark, TeamMarks } from '../archive.ts';
import { within } from './condition.ts';
import type { Engine, EngineRow } from './engine.ts';
import { numberIn } from './entries.ts';
import { RowBinary } from './row-binary.ts';

/** Entries whose marks are read, the latest first. */
const MOST_READ = 5000;
/** Characters: of a note, and of who wrote it. */
const LONGEST_NOTE = 4000;
const LONGEST_AUTHOR = 128;

const COLUMNS = ['zone', 'day', 'log_id', 'time', 'note', 'removed', 'author', 'age'];

/** The marks and notes on a server. Its tables have been looked at. */
export function engineMarks(engine: Engine): TeamMarks {
  const { select, insert, table, close } = engine;
  return {
    async read(zones) {
      const rows = await select(
        `SELECT zone, log_id, toString(time) AS moment, note, removed, author, toString(toUnixTimestamp64Milli(toDateTime64(at, 3))) AS latest ` +
          `FROM ${table('mark')} WHERE ${zones ? within(zones) : '1'} ORDER BY at DESC, author DESC LIMIT 1 BY zone, log_id LIMIT ${MOST_READ}`,
      );
      return rows.flatMap((row) => markOf(row) ?? []);
    },
    async write(marks) {
      const rows = new RowBinary();
      const own = ownName();
      for (const { zone, logId, time, note, removed, author = own, age } of marks) {
        rows.text(zone.toWellFormed());
        rows.day(utcDay(time));
        rows.text(logId.toWellFormed());
        rows.number(time);
        rows.text(note.slice(0, LONGEST_NOTE).toWellFormed());
        rows.byte(removed ? 1 : 0);
        rows.text(author.slice(0, LONGEST_AUTHOR).toWellFormed());
        rows.count(Math.max(0, age));
      }
      if (marks.length > 0) await insert('mark', COLUMNS, rows.take());
    },
    close,
  };
}

/** The mark of a row; undefined where it speaks of no time. */
function markOf(row: EngineRow): TeamMark | undefined {
  const time = numberIn(row['moment']);
  const at = numberIn(row['latest']);
  if (!isDate(time) || !isDate(at)) return undefined;
  return {
    zone: String(row['zone']),
    logId: String(row['log_id']),
    time,
    note: String(row['note']).slice(0, LONGEST_NOTE),
    removed: Number(row['removed']) === 1,
    author: String(row['author']).slice(0, LONGEST_AUTHOR),
    at,
  };
}
