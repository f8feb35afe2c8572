import { OUTCOMES } from '../../events/outcome.ts';
import { COLUMNS } from '../../events/storage/columns.ts';

/** The tables of an archive on an engine, without `warren_`. */
export type TableName = 'entry' | 'claim' | 'day' | 'lease' | 'mark' | 'audit' | 'schema';

/** Of the tables. A program refuses to use tables of another version than its own. */
export const SCHEMA_VERSION = 1;

/** The oldest server that is known to answer every question rightly, as `24.8`. */
export const OLDEST_SERVER: readonly [year: number, month: number] = [24, 8];

/** What entries are kept for when nothing else is said, days. */
export const USUAL_RETENTION = 60;

/** What the program takes out of an entry when it writes it, so that no question reads JSON: by name and type. */
export const EXTRACTED: readonly (readonly [name: string, type: string])[] = [
  ...COLUMNS.map((column) => [column, 'LowCardinality(Nullable(String))'] as const),
  ['family', 'LowCardinality(Nullable(String))'],
  ['shape', 'LowCardinality(Nullable(String))'],
  ['url', 'Nullable(String)'],
  ['ip_family', 'UInt8'],
  ['ip_from', 'FixedString(16)'],
  ['ip_to', 'FixedString(16)'],
];

/*
 * Days are those of the requests. `stamp` is the number as it came (-inf for none), `time` is milliseconds. Rows that
 * are equal in the sorting key are one entry: an insert may come again, from any writer. `log` is what filters look
 * at: well-formed UTF-8, and '' where there is none (`has_log` 0). `odd` is the whole entry as JSON where the columns
 * cannot say it, NULL for nearly all. `outcome` is the place of what was done with the request in OUTCOMES.
 *
 * Claims are written after the entries they speak of and never changed: the latest of a writer that begins at `since`
 * counts. One of which `withdrawn` is 1 takes back what was claimed before it.
 *
 * Marks and notes are added and never changed: the latest of an entry counts, and one of which `removed` is 1 takes it away.
 * `age` is how long ago that was, milliseconds, so that the clocks of writers need not agree.
 *
 * Lines of audit files are added as they are, and kept for ever: the first of a number and hash counts.
 */
/** Outcomes by their number, but for the last, which is every other one. */
const told = OUTCOMES.slice(0, -1);

/** A day to which nothing came for so long becomes one part, seconds: reading it each entry once then costs nothing. */
const SETTLED = 3600;

const withLifetime: readonly TableName[] = ['entry', 'claim', 'day', 'mark'];

const tables = (name: (table: TableName) => string, ttl: string): readonly string[] => [
  `CREATE TABLE IF NOT EXISTS ${name('entry')} (
    zone LowCardinality(String), day Date,
    stamp Float64 CODEC(Gorilla, ZSTD(1)), hash UInt64 CODEC(NONE),
    time Float64 CODEC(Gorilla, ZSTD(1)),
    log_id Nullable(String) CODEC(ZSTD(1)),
    ${EXTRACTED.map(([column, type]) => `${column} ${type}`).join(', ')},
    log String CODEC(ZSTD(3)), has_log UInt8,
    odd Nullable(String) CODEC(ZSTD(3)),
    outcome UInt8 MATERIALIZED transform(lower(ifNull(status, '')), [${told.map((outcome) => `'${outcome}'`).join(', ')}], [${told.map((_, at) => at).join(', ')}], ${told.length}),
    INDEX moment time TYPE minmax
  ) ENGINE = ReplacingMergeTree PARTITION BY day ORDER BY (zone, day, stamp, hash) ${ttl}
  SETTINGS index_granularity = 2048, fsync_after_insert = 1, fsync_part_directory = 1,
    min_age_to_force_merge_seconds = ${SETTLED}, min_age_to_force_merge_on_partition_only = 1`,
  `CREATE TABLE IF NOT EXISTS ${name('claim')} (
    zone LowCardinality(String), day Date, writer LowCardinality(String), withdrawn UInt8,
    since Float64, until Float64, at DateTime64(6) DEFAULT now64(6)
  ) ENGINE = ReplacingMergeTree(at) ORDER BY (zone, day, writer, withdrawn, since) ${ttl}
  SETTINGS index_granularity = 256`,
  `CREATE TABLE IF NOT EXISTS ${name('day')} (
    zone LowCardinality(String), day Date, writer LowCardinality(String), pages UInt64,
    page_order LowCardinality(String), stopped Nullable(String), unit LowCardinality(Nullable(String)),
    oldest Nullable(Float64), newest Nullable(Float64), at DateTime64(6) DEFAULT now64(6)
  ) ENGINE = ReplacingMergeTree(at) ORDER BY (zone, day, writer) ${ttl}
  SETTINGS index_granularity = 256`,
  `CREATE TABLE IF NOT EXISTS ${name('lease')} (
    zone LowCardinality(String), writer String, until DateTime64(3), at DateTime64(6) DEFAULT now64(6)
  ) ENGINE = ReplacingMergeTree(at) ORDER BY zone
  SETTINGS index_granularity = 256`,
  `CREATE TABLE IF NOT EXISTS ${name('mark')} (
    zone LowCardinality(String), day Date, log_id String, time Float64, note String, removed UInt8,
    author LowCardinality(String), age UInt64 EPHEMERAL,
    at DateTime64(6) DEFAULT now64(6) - toIntervalMillisecond(age)
  ) ENGINE = MergeTree ORDER BY (zone, log_id, at) ${ttl}
  SETTINGS index_granularity = 256`,
  `CREATE TABLE IF NOT EXISTS ${name('audit')} (
    writer LowCardinality(String), entry UInt64, hash String, line String CODEC(ZSTD(3)),
    at DateTime64(6) DEFAULT now64(6)
  ) ENGINE = MergeTree ORDER BY (writer, entry, hash, at)
  SETTINGS index_granularity = 256`,
  // The last: where it is, the others are.
  `CREATE TABLE IF NOT EXISTS ${name('schema')} (
    version UInt32, retention UInt32, at DateTime64(6) DEFAULT now64(6)
  ) ENGINE = ReplacingMergeTree(at) ORDER BY version`,
];

/**
 * The statements that make the tables, one at a time; those that are there already stay as they are.
 *
 * @param retention days; null keeps entries for ever
 */
export function schemaStatements(
  name: (table: TableName) => string,
  retention: number | null,
): readonly string[] {
  return tables(name, retention === null ? '' : `TTL ${lifetime(retention)}`);
}

const lifetime = (retention: number) => `day + INTERVAL ${Math.trunc(retention)} DAY`;

/** How long a table keeps what is in it, days, null for ever; undefined where that is told in another way than ours. */
function lifetimeIn(engine: string): number | null | undefined {
  const told = / TTL (.*?)(?: SETTINGS |$)/s.exec(engine)?.[1];
  if (told === undefined) return null;
  const days = /^day \+ toIntervalDay\((\d+)\)$/.exec(told)?.[1];
  return days === undefined ? undefined : Number(days);
}

/**
 * The statements that change how long entries are kept, in the tables that are there and keep them otherwise. A table that
 * keeps them for ever has nothing to be removed: the server refuses to.
 *
 * @param engines of the tables, by their names, as `system.tables` tells them
 */
export const retentionStatements = (
  name: (table: TableName) => string,
  retention: number | null,
  engines: ReadonlyMap<string, string>,
): readonly string[] =>
  withLifetime.flatMap((table) => {
    if (lifetimeIn(engines.get(`warren_${table}`) ?? '') === retention) return [];
    return retention === null
      ? `ALTER TABLE ${name(table)} REMOVE TTL`
      : `ALTER TABLE ${name(table)} MODIFY TTL ${lifetime(retention)}`;
  });
