import { OUTCOMES } from '../../events/outcome.ts';
import { COLUMNS } from '../../events/storage/columns.ts';

/** Table names without `warren_`. */
export type TableName = 'entry' | 'claim' | 'day' | 'lease' | 'mark' | 'audit' | 'schema';

/** Table version. A program rejects tables of another version. */
export const SCHEMA_VERSION = 1;

/** The oldest server version known to answer every question correctly: `24.8`. */
export const OLDEST_SERVER: readonly [year: number, month: number] = [24, 8];

/** Default retention in days. */
export const DEFAULT_RETENTION = 60;

/** Columns extracted from an entry when it is written, so that no query parses JSON: name and type. */
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
 * Days are those of the requests. `stamp` is the timestamp as sent (-inf for none), `time` is in milliseconds. Rows
 * with an equal sorting key are one entry, since any writer may repeat an insert. `log` is the filterable text:
 * well-formed UTF-8, and '' for none (`has_log` 0). `odd` is the whole entry as JSON if the columns cannot represent
 * it, NULL for nearly all. `outcome` is an index into OUTCOMES.
 *
 * Claims are written after their entries and never changed: the latest of a writer with the same `since` counts. One
 * with `withdrawn` 1 revokes earlier claims.
 *
 * Marks and notes are appended and never changed: the latest of an entry counts, and one with `removed` 1 removes it.
 * `age` is how long ago it was, in milliseconds, so that writers' clocks need not agree.
 *
 * Audit lines are appended unchanged and kept forever: the first of a number and hash counts.
 */
/** Outcomes by number. The last one is the default. */
const numberedOutcomes = OUTCOMES.slice(0, -1);

/** Seconds without inserts after which a day is merged into one part, so that deduplication at read time is free. */
const SETTLED_SECONDS = 3600;

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
    outcome UInt8 MATERIALIZED transform(lower(ifNull(status, '')), [${numberedOutcomes.map((outcome) => `'${outcome}'`).join(', ')}], [${numberedOutcomes.map((_, at) => at).join(', ')}], ${numberedOutcomes.length}),
    INDEX moment time TYPE minmax
  ) ENGINE = ReplacingMergeTree PARTITION BY day ORDER BY (zone, day, stamp, hash) ${ttl}
  SETTINGS index_granularity = 2048, fsync_after_insert = 1, fsync_part_directory = 1,
    min_age_to_force_merge_seconds = ${SETTLED_SECONDS}, min_age_to_force_merge_on_partition_only = 1`,
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
  // Created last: if it exists, so do the others.
  `CREATE TABLE IF NOT EXISTS ${name('schema')} (
    version UInt32, retention UInt32, at DateTime64(6) DEFAULT now64(6)
  ) ENGINE = ReplacingMergeTree(at) ORDER BY version`,
];

/**
 * The statements that create missing tables.
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

/** Retention of a table in days; null for ever, undefined for an unknown form. */
function lifetimeIn(engine: string): number | null | undefined {
  const expression = / TTL (.*?)(?: SETTINGS |$)/s.exec(engine)?.[1];
  if (expression === undefined) return null;
  const days = /^day \+ toIntervalDay\((\d+)\)$/.exec(expression)?.[1];
  return days === undefined ? undefined : Number(days);
}

/**
 * The statements that change the retention of existing tables with another one. A table without a TTL must not be
 * altered: the server rejects removing none.
 *
 * @param engines `engine_full` in `system.tables`, by table name
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
