import type { EventLogPage } from '../../contract/operations/event-logs.ts';
import {
  type Coverage,
  earlier,
  later,
  merged,
  noCoverage,
  subtracted,
} from '../../events/coverage.ts';
import type { TimeRange } from '../../events/time-range.ts';
import { DatabaseError } from '../../sqlite/database.ts';
import type { UtcDay } from '../../text/time.ts';
import {
  type ArchiveCoverage,
  type ArchiveReader,
  type ArchiveStatus,
  archivePage,
  DayTally,
  MAX_ZONE_ID_LENGTH,
  pageOrderIn,
} from '../archive.ts';
import { within } from './condition.ts';
import { type Engine, type EngineRow, sqlDay, sqlNumber, sqlText } from './engine.ts';
import {
  type EntryKey,
  entryOf,
  keyOf,
  keyOfRow,
  numberIn,
  STORED_COLUMNS,
  textOrNull,
} from './entries.ts';
import { SCHEMA_VERSION } from './schema.ts';

const PAGE_ENTRIES = 1000;
const CHECKED_AT_ONCE = 10_000;

/** @throws DatabaseError when the tables are missing or of an unknown version */
export async function checkSchema(engine: Engine): Promise<void> {
  const rows = await engine.select(
    `SELECT max(version) AS version FROM ${engine.table('schema')} FINAL`,
  );
  const version = Number(rows[0]?.['version'] ?? 0);
  const { text } = engine.address;
  if (version === SCHEMA_VERSION) return;
  throw new DatabaseError(
    version > SCHEMA_VERSION
      ? `${text} was made by a newer warren (tables of version ${version}); this one knows version ${SCHEMA_VERSION}.`
      : `${text} has no archive of warren in that database: warren archive init makes one.`,
  );
}

/** Reads the archive on a server. Call {@link checkSchema} first. */
export function engineReader(engine: Engine): ArchiveReader {
  const { select, table } = engine;
  const ofDay = (zone: string, day: UtcDay) => `zone = ${sqlText(zone)} AND day = ${sqlDay(day)}`;
  return {
    zones: async () =>
      (await select(`SELECT DISTINCT zone FROM ${table('day')} ORDER BY zone`)).map(({ zone }) =>
        String(zone).slice(0, MAX_ZONE_ID_LENGTH),
      ),
    days: async (zone) =>
      (
        await select(
          `SELECT DISTINCT toUInt16(day) AS number FROM ${table('day')} WHERE zone = ${sqlText(zone)} ORDER BY number`,
        )
      ).map(({ number }) => Number(number)),
    coverage: async (zone, day) =>
      (await coverages(engine, ofDay(zone, day))).get(zone)?.get(day) ?? noCoverage(day),
    contents: (zones) => coverages(engine, zones ? within(zones) : '1'),
    async page(zone, day, token) {
      const rows = await select(
        `SELECT ${STORED_COLUMNS}, toString(time) AS moment FROM ${table('entry')} WHERE ${ofDay(zone, day)} AND ${isBehindToken(token)} ` +
          `${NEWEST_FIRST} LIMIT ${PAGE_ENTRIES + 1}`,
      );
      return pageOf(rows);
    },
    async count(zone, day, range) {
      const within = range
        ? `time >= ${sqlNumber(range.from)} AND time < ${sqlNumber(range.until)}`
        : '1';
      const [row] = await select(
        `SELECT toString(count()) AS amount FROM ${table('entry')} FINAL WHERE ${ofDay(zone, day)} AND ${within}`,
      );
      return Number(row?.['amount']);
    },
    status: () => statusOf(engine),
    async verify(zone, day) {
      const tally = new DayTally();
      for (let position: EntryKey | undefined; ; ) {
        const rows: readonly EngineRow[] = await select(
          `SELECT ${STORED_COLUMNS}, toString(time) AS moment FROM ${table('entry')} ` +
            `WHERE ${ofDay(zone, day)} AND ${isBehind(position)} ${NEWEST_FIRST} LIMIT ${CHECKED_AT_ONCE}`,
        );
        for (const row of rows) {
          tally.add(numberIn(row['moment']), keyOf(entryOf(row)).hash === keyOfRow(row).hash);
        }
        const last = rows.at(-1);
        if (!last || rows.length < CHECKED_AT_ONCE) return tally;
        position = keyOfRow(last);
      }
    },
    close: () => engine.close(),
  };
}

/** Entries of a day are read from the newest end, each once: the server stops when it has enough. */
const NEWEST_FIRST = 'ORDER BY stamp DESC, hash DESC LIMIT 1 BY stamp, hash';

/** Whether an entry comes after another one in page order. */
const isBehind = (position: EntryKey | undefined): string =>
  position === undefined
    ? '1'
    : // The first half lets the server pass over what it need not read.
      `stamp <= ${sqlNumber(position.stamp)} AND (stamp, hash) < (${sqlNumber(position.stamp)}, toUInt64('${position.hash}'))`;

const MAX_WRITERS = 100;

async function statusOf({ select, table, address }: Engine): Promise<ArchiveStatus> {
  const [entries, size, schema, writers] = await Promise.all([
    select(`SELECT count() AS amount FROM ${table('entry')}`),
    select(
      `SELECT sum(bytes_on_disk) AS bytes FROM system.parts WHERE active AND database = ${sqlText(address.database)} AND startsWith(table, 'warren_')`,
    ),
    select(
      `SELECT toInt32(max(version)) AS newest, toInt32(argMax(retention, at)) AS days FROM ${table('schema')}`,
    ),
    select(
      `SELECT writer, toInt32(uniqExact(zone)) AS zones, toInt64(sum(pages)) AS amount, toUnixTimestamp64Milli(toDateTime64(max(at), 3)) AS latest ` +
        `FROM ${table('day')} FINAL GROUP BY writer ORDER BY latest DESC LIMIT ${MAX_WRITERS}`,
    ),
  ]);
  const days = Number(schema[0]?.['days']);
  return {
    bytes: Number(size[0]?.['bytes']),
    rows: Number(entries[0]?.['amount']),
    version: Number(schema[0]?.['newest']),
    retention: days === 0 ? null : days,
    writers: writers.map(({ writer, zones, amount, latest }) => ({
      name: String(writer),
      zones: Number(zones),
      pages: Number(amount),
      at: Number(latest),
    })),
  };
}

function pageOf(rows: readonly EngineRow[]): EventLogPage {
  const shown = rows.slice(0, PAGE_ENTRIES);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return archivePage(shown.map(entryOf), last ? tokenOf(last) : null);
}

/** `TIME_HASH_STAMP`: hash and stamp are the position; the time is for readers of tokens. */
const tokenOf = (row: EngineRow): string => {
  const { stamp, hash } = keyOfRow(row);
  return `${numberIn(row['moment'])}_${hash}_${stamp}`;
};

/** A condition for what comes after a token; everything for a missing or invalid token. */
function isBehindToken(token: string | undefined): string {
  const [time = '', hash = '', stamp] = token?.split('_') ?? [];
  if (time === '' || Number.isNaN(Number(time)) || !/^\d{1,20}$/.test(hash)) return '1';
  // A token without a stamp means everything older than a time.
  if (stamp === undefined) return `time < ${sqlNumber(Number(time))}`;
  const number = stamp === '-Infinity' ? Number.NEGATIVE_INFINITY : Number(stamp);
  return Number.isNaN(number) ? '1' : isBehind({ stamp: number, hash });
}

/** Coverage from the table rows that match a condition. */
async function coverages({ select, table }: Engine, where: string): Promise<ArchiveCoverage> {
  const [days, claims, entries] = await Promise.all([
    select(
      `SELECT zone, toUInt16(day) AS number, pages, page_order, stopped, toString(oldest) AS first, toString(newest) AS last ` +
        `FROM ${table('day')} FINAL WHERE ${where} ORDER BY zone, number, at`,
    ),
    select(
      `SELECT zone, toUInt16(day) AS number, withdrawn, toString(since) AS first, toString(until) AS last ` +
        `FROM ${table('claim')} FINAL WHERE ${where} ORDER BY at, withdrawn DESC`,
    ),
    select(
      `SELECT zone, toUInt16(day) AS number, count() AS amount FROM ${table('entry')} FINAL WHERE ${where} GROUP BY zone, number`,
    ),
  ]);
  const found = new Map<string, Map<UtcDay, Coverage>>();
  const change = (row: EngineRow, changed: (before: Coverage) => Coverage) => {
    const zone = String(row['zone']).slice(0, MAX_ZONE_ID_LENGTH);
    const day = Number(row['number']);
    const ofZone = found.get(zone) ?? new Map<UtcDay, Coverage>();
    found.set(zone, ofZone.set(day, changed(ofZone.get(day) ?? noCoverage(day))));
  };
  for (const row of days) change(row, (before) => withWriter(before, row));
  for (const row of claims) change(row, (before) => withClaim(before, row));
  for (const row of entries) {
    change(row, (before) => ({ ...before, entries: Number(row['amount']) }));
  }
  return found;
}

/** Adds one writer's record of the day. Rows are ordered, so the latest wins. */
function withWriter(before: Coverage, row: EngineRow): Coverage {
  const order = pageOrderIn(row['page_order']);
  return {
    ...before,
    order: order === 'unknown' ? before.order : order,
    pages: before.pages + Number(row['pages']),
    oldest: earlier(before.oldest, momentIn(row['first'])),
    newest: later(before.newest, momentIn(row['last'])),
    stopped: textOrNull(row['stopped']),
  };
}

const momentIn = (value: unknown): number | null =>
  typeof value === 'string' && Number.isFinite(numberIn(value)) ? numberIn(value) : null;

function withClaim(before: Coverage, row: EngineRow): Coverage {
  const range: TimeRange = { from: numberIn(row['first']), until: numberIn(row['last']) };
  const loaded =
    Number(row['withdrawn']) === 1
      ? subtracted(before.loaded, [range])
      : merged([...before.loaded, range]);
  return { ...before, loaded };
}
