import { Agent as PlainAgent } from 'node:http';
import { Agent } from 'node:https';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ClickHouseLogLevel, type ClickHouseSettings, createClient } from '@clickhouse/client';
import { codeOf, reasonOf } from '../../edges/system-error.ts';
import { DatabaseError } from '../../sqlite/database.ts';
import type { EngineAddress } from '../address.ts';
import { OLDEST_SERVER, type TableName } from './schema.ts';

/** A row of an answer, by the names of its columns: 64-bit integers are digits. Everything in it is hostile. */
export type EngineRow = Readonly<Record<string, unknown>>;

/** What a statement may take. */
interface Bounds {
  readonly signal?: AbortSignal | undefined;
}

/** A connection to a server. Everything rejects with a DatabaseError. */
export interface Engine {
  readonly address: EngineAddress;
  /** The full name of a table, for SQL. */
  table(name: TableName): string;
  /** The rows of one SELECT. Nothing of a user's may stand in it but as {@link sqlText}. */
  select(sql: string, bounds?: Bounds): Promise<readonly EngineRow[]>;
  /** @param rows RowBinary, of these columns; all of one partition are there then, or none */
  insert(
    table: TableName,
    columns: readonly string[],
    rows: Uint8Array,
    bounds?: Bounds,
  ): Promise<void>;
  /** A statement without an answer. */
  run(sql: string, bounds?: Bounds): Promise<void>;
  close(): Promise<void>;
}

/** The longest that the server may work on a question, seconds. */
const LONGEST_ANSWER = 30;
/** The most memory that the server may use for one, bytes. */
const MOST_MEMORY = 4_000_000_000;
/** The largest answer, bytes: 1,000 whole entries of the largest kind have room. */
const LARGEST_ANSWER = 256 << 20;

const LIMITS: ClickHouseSettings = {
  max_execution_time: LONGEST_ANSWER,
  max_memory_usage: String(MOST_MEMORY),
  max_result_bytes: String(LARGEST_ANSWER),
  result_overflow_mode: 'throw',
  // Equal entries are of one day, and so in one partition.
  do_not_merge_across_partitions_select_final: 1,
  // And so alike that it does not matter whether they are told from others before they are one or after. What an index
  // would spare of a day is less than reading it.
  optimize_move_to_prewhere_if_final: 1,
  use_skip_indexes_if_final: 0,
  // What nobody waits for any more is not worked on any more.
  cancel_http_readonly_queries_on_client_close: 1,
};

/** An answer is sent whole, or not at all; integers are exact. */
const FORM: ClickHouseSettings = {
  wait_end_of_query: 1,
  output_format_json_quote_64bit_integers: 1,
};

const SILENT = class {
  trace() {}
  debug() {}
  info() {}
  warn() {}
  error() {}
};

/** Text as SQL: hexadecimal digits between quotes, so that nothing in it can end the literal, whatever it is. */
export const sqlText = (value: string): string =>
  `unhex('${Buffer.from(value.toWellFormed()).toString('hex')}')`;

/** A number as SQL. */
export const sqlNumber = (value: number): string => {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  return `toFloat64('${value}')`;
};

/** A day, counted from the epoch, as SQL. */
export const sqlDay = (day: number): string => `toDate(${Math.trunc(day)})`;

/**
 * Connects to a server, which must not be too old.
 *
 * @throws DatabaseError
 */
export async function connectEngine(address: EngineAddress, password: string): Promise<Engine> {
  const isPlain = address.origin.startsWith('http:');
  const agent = isPlain
    ? new PlainAgent({ keepAlive: true, maxSockets: 6 })
    : new Agent({ keepAlive: true, maxSockets: 6, rejectUnauthorized: true });
  const client = createClient({
    url: address.origin,
    username: address.user,
    password,
    application: 'warren',
    http_agent: agent,
    request_timeout: (LONGEST_ANSWER + 10) * 1000,
    // Between two processes of one machine packing costs more than it spares.
    compression: { request: !isPlain, response: !isPlain },
    log: { LoggerClass: SILENT, level: ClickHouseLogLevel.OFF },
  });
  const guarded = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    try {
      return await work();
    } catch (error) {
      throw engineTrouble(address, error);
    }
  };
  const select = (sql: string, clickhouse_settings: ClickHouseSettings, signal?: AbortSignal) =>
    guarded(async () => {
      const answer = await client.query({
        query: sql,
        format: 'JSONEachRow',
        clickhouse_settings,
        ...(signal && { abort_signal: signal }),
      });
      return answer.json<EngineRow>();
    });
  const close = async () => {
    await client.close();
    agent.destroy();
  };
  let settings: ClickHouseSettings;
  try {
    const [server] = await select(
      "SELECT version() AS version, toString(getSetting('readonly')) AS readonly",
      {},
    );
    settings = settingsFor(String(server?.['readonly']));
    if (isTooOld(String(server?.['version']))) {
      const [year, month] = OLDEST_SERVER;
      throw new DatabaseError(
        `${address.text} is older than ClickHouse ${year}.${month}, which an archive needs.`,
      );
    }
  } catch (error) {
    await close();
    throw error;
  }
  const table = (name: TableName) => `\`${address.database}\`.warren_${name}`;
  return {
    address,
    table,
    select: (sql, { signal } = {}) => select(sql, settings, signal),
    insert: (name, columns, rows, { signal } = {}) =>
      guarded(async () => {
        const { stream } = await client.exec({
          query: `INSERT INTO ${table(name)} (${columns.join(', ')}) FORMAT RowBinary`,
          values: Readable.from([rows], { objectMode: false }),
          clickhouse_settings: { max_execution_time: LONGEST_ANSWER, wait_end_of_query: 1 },
          ...(signal && { abort_signal: signal }),
        });
        await text(stream);
      }),
    run: (sql, { signal } = {}) =>
      guarded(async () => {
        await client.command({ query: sql, ...(signal && { abort_signal: signal }) });
      }),
    close,
  };
}

/** What a question takes along. A user that may only read may not set what it is to be kept from. */
function settingsFor(readonly: string): ClickHouseSettings {
  if (readonly === '1') return {};
  return readonly === '2' ? { ...LIMITS, ...FORM } : { ...LIMITS, ...FORM, readonly: '1' };
}

function isTooOld(version: string): boolean {
  const [year = 0, month = 0] = version.split('.').map(Number);
  const [oldestYear, oldestMonth] = OLDEST_SERVER;
  return !(year > oldestYear || (year === oldestYear && month >= oldestMonth));
}

/** Why a server cannot be used. What of it passes by itself is waited for. */
type Kind = 'away' | 'busy' | 'full' | 'refused' | 'missing' | 'wrong';

/** The server's error codes that say something to an operator. */
const CODES: Readonly<Record<string, readonly [kind: Kind, sentence: string]>> = {
  '516': ['refused', 'does not accept the user or the password'],
  '192': ['refused', 'does not accept the user or the password'],
  '193': ['refused', 'does not accept the user or the password'],
  '194': ['refused', 'does not accept the user or the password'],
  '497': ['refused', 'does not allow the user that: see warren help team for the rights'],
  '164': ['refused', 'does not allow the user that: it may only read, without limits of its own'],
  '201': ['busy', 'has a quota for the user, which is used up'],
  '202': ['busy', 'is at work on too many questions'],
  '159': ['busy', 'took longer than allowed'],
  '160': ['busy', 'would take longer than allowed'],
  '241': ['busy', 'has not enough memory for that'],
  '252': ['busy', 'has too many parts to merge: it asks to write less often'],
  '242': ['busy', 'can only be read just now'],
  '319': ['busy', 'has not confirmed that in time'],
  '243': ['full', 'has no room left on its disk'],
  '396': ['wrong', 'has an answer that is too large'],
  '60': ['missing', 'has no archive of warren in that database: warren archive init makes one'],
  '81': ['missing', 'has no such database'],
};

const PASSING: readonly Kind[] = ['away', 'busy', 'full'];

/** An error of the client's as a DatabaseError, in words of ours: a server's may hold anything. Any other as it is. */
function engineTrouble(address: EngineAddress, error: unknown): unknown {
  if (error instanceof DatabaseError || !(error instanceof Error)) return error;
  const fail = (kind: Kind, sentence: string) =>
    new DatabaseError(`${address.text} ${sentence}.`, PASSING.includes(kind));
  const code = String(codeOf(error) ?? '');
  const known = CODES[code];
  if (known) return fail(...known);
  if (/^\d+$/.test(code)) return fail('wrong', `answered with error ${code}`);
  if (error.name === 'AbortError' || /abort/i.test(error.message)) {
    return fail('away', 'was not waited for');
  }
  if (code === 'ECONNREFUSED') return fail('away', 'is not there: nothing listens at that address');
  if (/CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|EPROTO/.test(code)) {
    return fail('refused', `has no certificate that this machine trusts (${code.toLowerCase()})`);
  }
  if (code !== '') return fail('away', `cannot be reached: ${reasonOf(code)}`);
  if (/timeout|timed out/i.test(error.message)) return fail('away', 'did not answer in time');
  if (/socket hang up/i.test(error.message)) return fail('away', 'broke the connection off');
  // Whoever stands before a server that is away.
  return fail('away', 'gave an answer that is none of ClickHouse’s');
}
