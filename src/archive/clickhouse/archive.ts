import { ownName } from '../../edges/machine.ts';
import { isDate, utcDay } from '../../text/time.ts';
import type { EngineAddress } from '../address.ts';
import {
  type ArchiveWriting,
  type EventArchive,
  type InitialisedArchive,
  MAX_MARKS,
  type OpenedArchive,
  settledPart,
  type TeamAudit,
  type TeamMark,
  type TeamMarks,
} from '../archive.ts';
import { engineAnswerer } from './answers.ts';
import { within } from './condition.ts';
import { connectEngine, type Engine, type EngineRow, sqlText } from './engine.ts';
import { numberIn } from './entries.ts';
import { checkSchema, engineReader } from './reader.ts';
import { RowBinary } from './row-binary.ts';
import {
  DEFAULT_RETENTION,
  retentionStatements,
  SCHEMA_VERSION,
  schemaStatements,
} from './schema.ts';
import { EngineWriter } from './writer.ts';

/**
 * Creates the tables of an archive; existing tables stay.
 *
 * @param retention days, null for ever; undefined keeps the current value, or the default for new tables
 */
export async function initEngineArchive(
  address: EngineAddress,
  password: string,
  retention: number | null | undefined,
): Promise<InitialisedArchive> {
  const engine = await connectEngine(address, password);
  try {
    const { table, run } = engine;
    const before = await retentionOf(engine);
    const wanted = retention === undefined ? (before ? before.days : DEFAULT_RETENTION) : retention;
    if (before) await checkSchema(engine);
    if (!before) await makeTables(engine, wanted);
    // An interrupted run may have created or changed only some tables.
    const changes =
      before && retention === undefined
        ? []
        : retentionStatements(table, wanted, await enginesOf(engine));
    if (before?.days === wanted && changes.length === 0)
      return { kind: 'there', retention: wanted };
    for (const sql of changes) await run(sql);
    await run(
      `INSERT INTO ${table('schema')} (version, retention) SELECT ${SCHEMA_VERSION}, ${wanted ?? 0}`,
    );
    return { kind: before ? 'changed' : 'made', retention: wanted };
  } finally {
    await engine.close();
  }
}

/** The retention; undefined when tables are missing. */
async function retentionOf({ select, table, address }: Engine) {
  const [found] = await select(
    `SELECT count() AS amount FROM system.tables WHERE database = ${sqlText(address.database)} AND name = 'warren_schema'`,
  );
  if (Number(found?.['amount']) === 0) return undefined;
  const [row] = await select(
    `SELECT toInt32(argMax(retention, at)) AS days, toInt32(count()) AS amount FROM ${table('schema')}`,
  );
  const days = Number(row?.['days']);
  return Number(row?.['amount']) === 0 ? undefined : { days: days === 0 ? null : days };
}

/** `engine_full` of the existing tables, which includes their TTL, by table name. */
async function enginesOf({ select, address }: Engine): Promise<ReadonlyMap<string, string>> {
  const rows = await select(
    `SELECT name, engine_full FROM system.tables WHERE database = ${sqlText(address.database)} AND startsWith(name, 'warren_')`,
  );
  return new Map(rows.map((row) => [String(row['name']), String(row['engine_full'])]));
}

async function makeTables({ select, table, run, address }: Engine, retention: number | null) {
  const [found] = await select(
    `SELECT count() AS amount FROM system.databases WHERE name = ${sqlText(address.database)}`,
  );
  // The user may be allowed to create tables but no database.
  if (Number(found?.['amount']) === 0) {
    await run(`CREATE DATABASE IF NOT EXISTS \`${address.database}\``);
  }
  for (const sql of schemaStatements(table, retention)) await run(sql);
}

/** Connects to a server and checks its tables. */
export async function openEngine(address: EngineAddress, password: string): Promise<Engine> {
  const engine = await connectEngine(address, password);
  try {
    await checkSchema(engine);
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** Reads the archive of a server: {@link readEventArchive}. */
export const readEngineArchive = (engine: Engine): OpenedArchive => ({
  ...engineReader(engine),
  answerer: (zones) => engineAnswerer(engine, zones),
});

/** Writes to the archive of a server: {@link openEventArchive}. */
export function engineArchive(engine: Engine, writing: ArchiveWriting): EventArchive {
  const reader = engineReader(engine);
  const writer = new EngineWriter(engine, writing);
  const coverage: EventArchive['coverage'] = async (zone, day) => {
    await writer.settled();
    return reader.coverage(zone, day);
  };
  return {
    ...reader,
    coverage,
    covered: async (zone, day) => settledPart(await coverage(zone, day)),
    append: (...page) => writer.append(...page),
    async close() {
      try {
        await writer.close();
      } finally {
        await engine.close();
      }
    },
  };
}

/** Limit of audit lines per read. The latest are kept. */
const MAX_LINES = 10_000;
/** Limits of texts, in characters. */
const MAX_LINE_LENGTH = 65_536;
const MAX_AUTHOR_LENGTH = 128;
const MAX_NOTE_LENGTH = 4000;

const COLUMNS = ['writer', 'entry', 'hash', 'line'];

export function engineAudit({ select, insert, table, close }: Engine): TeamAudit {
  return {
    async write(entries) {
      const rows = new RowBinary();
      const writer = ownName().slice(0, MAX_AUTHOR_LENGTH);
      for (const { entry, hash, line } of entries) {
        rows.text(writer.toWellFormed());
        rows.count(entry);
        rows.text(hash);
        rows.text(line.toWellFormed());
      }
      if (entries.length > 0) await insert('audit', COLUMNS, rows.take());
    },
    async read() {
      // The first line of an entry counts: later writes cannot replace it.
      const once = `SELECT writer, entry, line, at FROM ${table('audit')} ORDER BY at LIMIT 1 BY writer, entry, hash`;
      const rows = await select(
        `SELECT writer, line FROM (${once}) ORDER BY at DESC, entry DESC LIMIT ${MAX_LINES + 1}`,
      );
      const lines = rows.slice(0, MAX_LINES).map(({ writer, line }) => ({
        writer: String(writer).slice(0, MAX_AUTHOR_LENGTH),
        line: String(line).slice(0, MAX_LINE_LENGTH),
      }));
      return { lines: lines.reverse(), whole: rows.length <= MAX_LINES };
    },
    close,
  };
}

const MARK_COLUMNS = ['zone', 'day', 'log_id', 'time', 'note', 'removed', 'author', 'age'];

export function engineMarks(engine: Engine): TeamMarks {
  const { select, insert, table, close } = engine;
  return {
    async read(zones) {
      const rows = await select(
        `SELECT zone, log_id, toString(time) AS moment, note, removed, author, toString(toUnixTimestamp64Milli(toDateTime64(at, 3))) AS latest ` +
          `FROM ${table('mark')} WHERE ${zones ? within(zones) : '1'} ORDER BY at DESC, author DESC LIMIT 1 BY zone, log_id LIMIT ${MAX_MARKS}`,
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
        rows.text(note.slice(0, MAX_NOTE_LENGTH).toWellFormed());
        rows.byte(removed ? 1 : 0);
        rows.text(author.slice(0, MAX_AUTHOR_LENGTH).toWellFormed());
        rows.count(Math.max(0, age));
      }
      if (marks.length > 0) await insert('mark', MARK_COLUMNS, rows.take());
    },
    close,
  };
}

/** Undefined when a row has no valid time. */
function markOf(row: EngineRow): TeamMark | undefined {
  const time = numberIn(row['moment']);
  const at = numberIn(row['latest']);
  if (!isDate(time) || !isDate(at)) return undefined;
  return {
    zone: String(row['zone']),
    logId: String(row['log_id']),
    time,
    note: String(row['note']).slice(0, MAX_NOTE_LENGTH),
    removed: Number(row['removed']) === 1,
    author: String(row['author']).slice(0, MAX_AUTHOR_LENGTH),
    at,
  };
}
