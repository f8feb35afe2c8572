import { Agent as PlainAgent } from 'node:http';
import { Agent } from 'node:https';
import { addAbortSignal, Readable } from 'node:stream';
import { ClickHouseLogLevel, type ClickHouseSettings, createClient } from '@clickhouse/client';
import { isObject } from '../../contract/shape.ts';
import { codeOf, reasonOf } from '../../edges/system-error.ts';
import { DatabaseError } from '../../sqlite/database.ts';
import type { EngineAddress } from '../address.ts';
import { OLDEST_SERVER, type TableName } from './schema.ts';

/** A row by column name. 64-bit integers are strings of digits. Everything is hostile. */
export type EngineRow = Readonly<Record<string, unknown>>;

interface Bounds {
  readonly signal?: AbortSignal | undefined;
}

/** A connection to a server. Methods reject with a DatabaseError. */
export interface Engine {
  readonly address: EngineAddress;
  table(name: TableName): string;
  /** Runs one SELECT. User input must be encoded with {@link sqlText}. */
  select(sql: string, bounds?: Bounds): Promise<readonly EngineRow[]>;
  /** @param rows RowBinary of these columns. Rows of one partition are inserted all or none */
  insert(
    table: TableName,
    columns: readonly string[],
    rows: Uint8Array,
    bounds?: Bounds,
  ): Promise<void>;
  /** Runs a statement without a result. */
  run(sql: string, bounds?: Bounds): Promise<void>;
  close(): Promise<void>;
}

/** Time limit of a query, in seconds. */
const MAX_QUERY_SECONDS = 30;
/** Memory limit of a query, in bytes. */
const MAX_MEMORY = 4_000_000_000;
/** Size limit of an answer in bytes: 1,000 whole entries of the largest kind fit. */
const MAX_ANSWER_BYTES = 256 << 20;

/** Limits for answers from the address, whether it is ClickHouse or not. */
interface Patience {
  /** Time limits in milliseconds of a query and of other statements. */
  readonly answer: number;
  readonly work: number;
  /** In bytes. */
  readonly largest: number;
}

const PATIENCE: Patience = {
  answer: (MAX_QUERY_SECONDS + 10) * 1000,
  work: 600_000,
  largest: MAX_ANSWER_BYTES,
};

const LIMITS: ClickHouseSettings = {
  max_execution_time: MAX_QUERY_SECONDS,
  max_memory_usage: String(MAX_MEMORY),
  max_result_bytes: String(MAX_ANSWER_BYTES),
  result_overflow_mode: 'throw',
  // Equal entries have the same day, and so the same partition.
  do_not_merge_across_partitions_select_final: 1,
  // Equal entries are so alike that filtering may come before merging. Skip indexes would save less of a day than
  // reading it costs.
  optimize_move_to_prewhere_if_final: 1,
  use_skip_indexes_if_final: 0,
  // Cancelled queries stop on the server.
  cancel_http_readonly_queries_on_client_close: 1,
};

/** Answers are sent whole or not at all; integers are exact. */
const FORM: ClickHouseSettings = {
  wait_end_of_query: 1,
  output_format_json_quote_64bit_integers: 1,
};

/** A replicated database would otherwise return the status of each server. */
const WITHOUT_ROWS: ClickHouseSettings = { distributed_ddl_output_mode: 'none' };

/** Text as SQL: quoted hexadecimal digits, so that no text can end the literal. */
export const sqlText = (value: string): string =>
  `unhex('${Buffer.from(value.toWellFormed()).toString('hex')}')`;

export const sqlNumber = (value: number): string => {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  return `toFloat64('${value}')`;
};

/** A day since the epoch as SQL. */
export const sqlDay = (day: number): string => `toDate(${Math.trunc(day)})`;

/**
 * Connects to a server, which must not be too old.
 *
 * @param patience other limits, for tests
 * @throws DatabaseError
 */
export async function connectEngine(
  address: EngineAddress,
  password: string,
  patience = PATIENCE,
): Promise<Engine> {
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
    request_timeout: patience.answer,
    // Within one machine, compression costs more than it saves.
    compression: { request: !isPlain, response: !isPlain },
    log: { level: ClickHouseLogLevel.OFF },
  });
  /**
   * Sends a statement and passes its answer to `read`, limited in size and time: the other side need not be
   * ClickHouse.
   */
  const asking = async <Value>(
    statement: Statement,
    within: number,
    read: (answer: AsyncIterable<Uint8Array>) => Promise<Value>,
  ): Promise<Value> => {
    const { query, values, settings, signal } = statement;
    const late = AbortSignal.timeout(within);
    const over = signal ? AbortSignal.any([late, signal]) : late;
    try {
      const { stream, response_headers, http_status_code } = await client.exec({
        query,
        ...(values && { values: Readable.from([values], { objectMode: false }) }),
        ...(settings && { clickhouse_settings: settings }),
        abort_signal: over,
        // The client would read any response as an error text.
        ignore_error_response: true,
      });
      const answer = bounded(addAbortSignal(over, stream), patience.largest);
      const code = response_headers['x-clickhouse-exception-code'];
      if (code === undefined && http_status_code === 200) return await read(answer);
      stream.destroy();
      throw new ServerError(/^\d{1,5}$/.test(String(code)) ? String(code) : '');
    } catch (error) {
      if (late.aborted && !signal?.aborted) throw notInTime(address);
      throw engineTrouble(address, error);
    }
  };
  const select = (sql: string, settings: ClickHouseSettings, signal?: AbortSignal) =>
    asking({ query: `${sql} FORMAT JSONEachRow`, settings, signal }, patience.answer, rowsIn);
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
    insert: (name, columns, rows, { signal } = {}) => {
      const query = `INSERT INTO ${table(name)} (${columns.join(', ')}) FORMAT RowBinary`;
      const settings: ClickHouseSettings = {
        max_execution_time: MAX_QUERY_SECONDS,
        wait_end_of_query: 1,
      };
      return asking({ query, values: rows, settings, signal }, patience.work, nothingIn);
    },
    run: (sql, { signal } = {}) =>
      asking({ query: sql, settings: WITHOUT_ROWS, signal }, patience.work, nothingIn),
    close,
  };
}

interface Statement extends Bounds {
  readonly query: string;
  /** Data of an INSERT. */
  readonly values?: Uint8Array;
  readonly settings?: ClickHouseSettings;
}

/** The server rejected a statement. `code` is ClickHouse's error number; empty if the other side is not ClickHouse. */
class ServerError extends Error {
  readonly code: string;

  constructor(code: string) {
    super('The server refused it');
    this.code = code;
  }
}

async function* bounded(
  answer: AsyncIterable<Uint8Array>,
  largest: number,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of answer) {
    bytes += chunk.length;
    if (bytes > largest) throw new ServerError(TOO_LARGE);
    yield chunk;
  }
}

/** Parses an answer of one row per line, and throws late errors. Takes linear time also for a very long line. */
async function rowsIn(answer: AsyncIterable<Uint8Array>): Promise<readonly EngineRow[]> {
  const decoder = new TextDecoder();
  const rows: EngineRow[] = [];
  let odd = '';
  const take = (line: string) => {
    if (line.trim() === '') return;
    const row = rowIn(line);
    const trouble = row ? exceptionIn(row) : line;
    if (row && trouble === undefined) rows.push(row);
    else odd = `${odd}\n${String(trouble).slice(0, ODD_LENGTH)}`.slice(0, ODD_LENGTH);
    if (rows.length > MAX_ROWS) throw new ServerError(TOO_LARGE);
  };
  let begun: string[] = [];
  for await (const chunk of answer) {
    const [first = '', ...more] = decoder.decode(chunk, { stream: true }).split('\n');
    begun.push(first);
    for (const next of more) {
      take(begun.join(''));
      begun = [next];
    }
  }
  take(begun.join(''));
  if (odd !== '') throw new ServerError(codeIn(odd));
  return rows;
}

/** The error number in a text; empty for none. */
const codeIn = (text: string): string => /^Code: (\d{1,5})\. DB::/m.exec(text)?.[1] ?? '';

function rowIn(line: string): EngineRow | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A late error in the form of a row; undefined for a row. No query has a single column of this name. */
const exceptionIn = (row: EngineRow): unknown =>
  Object.keys(row).length === 1 ? row['exception'] : undefined;

/** Limit of unparsable text in characters. */
const ODD_LENGTH = 1000;
/** Row limit, above any answer: an empty row has 3 bytes in transit and twenty times as many in memory. */
const MAX_ROWS = 1_000_000;

/** Reads an answer without rows. Any content is a late error, or comes from a proxy. */
async function nothingIn(answer: AsyncIterable<Uint8Array>): Promise<void> {
  const decoder = new TextDecoder();
  let odd = '';
  for await (const chunk of answer) {
    if (odd.length < ODD_LENGTH) {
      odd = `${odd}${decoder.decode(chunk, { stream: true })}`.trimStart().slice(0, ODD_LENGTH);
    }
  }
  if (odd !== '') throw new ServerError(codeIn(odd));
}

/** Settings of a query. A read-only user may not set limits. */
function settingsFor(readonly: string): ClickHouseSettings {
  if (readonly === '1') return {};
  return readonly === '2' ? { ...LIMITS, ...FORM } : { ...LIMITS, ...FORM, readonly: '1' };
}

function isTooOld(version: string): boolean {
  const [year = 0, month = 0] = version.split('.').map(Number);
  const [oldestYear, oldestMonth] = OLDEST_SERVER;
  return !(year > oldestYear || (year === oldestYear && month >= oldestMonth));
}

/** Why a server cannot be used. Temporary reasons are retried. */
type Kind = 'away' | 'busy' | 'full' | 'refused' | 'missing' | 'wrong';

/** The server's error codes that mean something to an operator. */
const CODES: Readonly<Record<string, readonly [kind: Kind, sentence: string]>> = {
  '516': ['refused', 'does not accept the user or the password'],
  '192': ['refused', 'does not accept the user or the password'],
  '193': ['refused', 'does not accept the user or the password'],
  '194': ['refused', 'does not accept the user or the password'],
  '497': ['refused', 'does not allow the user to do that: see warren help team for the rights'],
  '164': ['refused', 'allows the user to read only, and not to set limits'],
  '201': ['busy', 'has a quota for the user, which is used up'],
  '202': ['busy', 'has too many queries running'],
  '159': ['busy', 'took longer than allowed'],
  '160': ['busy', 'would take longer than allowed'],
  '241': ['busy', 'does not have enough memory for that'],
  '252': ['busy', 'has too many parts to merge: it asks to write less often'],
  '242': ['busy', 'can only be read just now'],
  '319': ['busy', 'has not confirmed that in time'],
  '243': ['full', 'has no room left on its disk'],
  '396': ['wrong', 'gave an answer that is too large'],
  '60': ['missing', 'has no archive of warren in that database: warren archive init makes one'],
  '81': ['missing', 'has no such database'],
};

const TOO_LARGE = '396';

const PASSING: readonly Kind[] = ['away', 'busy', 'full'];

const notInTime = (address: EngineAddress): DatabaseError =>
  new DatabaseError(`${address.text} did not answer in time.`, true);

/**
 * A client error as a DatabaseError in our words, since a server's may contain anything. Other errors are returned
 * unchanged.
 */
function engineTrouble(address: EngineAddress, error: unknown): unknown {
  if (error instanceof DatabaseError || !(error instanceof Error)) return error;
  const fail = (kind: Kind, sentence: string) =>
    new DatabaseError(`${address.text} ${sentence}.`, PASSING.includes(kind));
  const code = String(codeOf(error) ?? '');
  const known = CODES[code];
  if (known) return fail(...known);
  if (/^\d+$/.test(code)) return fail('wrong', `answered with error ${code}`);
  if (error.name === 'AbortError' || /abort/i.test(error.message)) {
    return fail('away', 'did not answer before the request was cancelled');
  }
  if (code === 'ECONNREFUSED') return fail('away', 'is not there: nothing listens at that address');
  if (/CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|EPROTO/.test(code)) {
    return fail('refused', `has no certificate that this machine trusts (${code.toLowerCase()})`);
  }
  if (code !== '') return fail('away', `cannot be reached: ${reasonOf(code)}`);
  if (/timeout|timed out/i.test(error.message)) return notInTime(address);
  if (/socket hang up/i.test(error.message)) return fail('away', 'closed the connection');
  // A proxy in front of an unavailable server.
  return fail('away', 'did not answer as ClickHouse does');
}
