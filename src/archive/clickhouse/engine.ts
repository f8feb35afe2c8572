import { Agent as PlainAgent } from 'node:http';
import { Agent } from 'node:https';
import { addAbortSignal, Readable } from 'node:stream';
import { ClickHouseLogLevel, type ClickHouseSettings, createClient } from '@clickhouse/client';
import { isObject } from '../../contract/shape.ts';
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

/** What is put up with from whoever answers, be it ClickHouse or not. */
interface Patience {
  /** So long an answer to a question may take to come, and what a statement does to be done, milliseconds. */
  readonly answer: number;
  readonly work: number;
  /** Bytes. */
  readonly largest: number;
}

const PATIENCE: Patience = {
  answer: (LONGEST_ANSWER + 10) * 1000,
  work: 600_000,
  largest: LARGEST_ANSWER,
};

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

/** A database that is replicated would answer with how each server took a statement. */
const WITHOUT_ROWS: ClickHouseSettings = { distributed_ddl_output_mode: 'none' };

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
 * @param patience another than usual, for tests
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
    // Between two processes of one machine packing costs more than it spares.
    compression: { request: !isPlain, response: !isPlain },
    log: { level: ClickHouseLogLevel.OFF },
  });
  /**
   * Sends a statement and hands its answer to `read`: no more of it than any answer has, and nothing that comes too late.
   * What is there need not be ClickHouse.
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
        // The client would take whatever comes as the text of an error.
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
        max_execution_time: LONGEST_ANSWER,
        wait_end_of_query: 1,
      };
      return asking({ query, values: rows, settings, signal }, patience.work, nothingIn);
    },
    run: (sql, { signal } = {}) =>
      asking({ query: sql, settings: WITHOUT_ROWS, signal }, patience.work, nothingIn),
    close,
  };
}

/** What is sent to a server. */
interface Statement extends Bounds {
  readonly query: string;
  /** What an INSERT brings, in its format. */
  readonly values?: Uint8Array;
  readonly settings?: ClickHouseSettings;
}

/** The server refused a statement. `code`: its own number for why; empty where whoever answered is no ClickHouse. */
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

/**
 * The rows of an answer, one a line; of an error that came up late it tells the number. Takes no longer for a long line
 * than for as many short ones.
 */
async function rowsIn(answer: AsyncIterable<Uint8Array>): Promise<readonly EngineRow[]> {
  const decoder = new TextDecoder();
  const rows: EngineRow[] = [];
  let odd = '';
  const take = (line: string) => {
    if (line.trim() === '') return;
    const row = rowIn(line);
    const told = row ? exceptionIn(row) : line;
    if (row && told === undefined) rows.push(row);
    else odd = `${odd}\n${String(told).slice(0, ODD_LENGTH)}`.slice(0, ODD_LENGTH);
    if (rows.length > MOST_ROWS) throw new ServerError(TOO_LARGE);
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

/** The number of the error that a text tells; empty where it tells none. */
const codeIn = (text: string): string => /^Code: (\d{1,5})\. DB::/m.exec(text)?.[1] ?? '';

function rowIn(line: string): EngineRow | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The error that came up late, where it has the form of a row; undefined for a row. No question asks for such a column. */
const exceptionIn = (row: EngineRow): unknown =>
  Object.keys(row).length === 1 ? row['exception'] : undefined;

/** Characters of what is no row. */
const ODD_LENGTH = 1000;
/** More than any question is answered with: an empty row is 3 bytes on the way and twenty times as many here. */
const MOST_ROWS = 1_000_000;

/** An answer without rows. One with anything in it is an error that came up late, or of whoever stands before the server. */
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
    return fail('away', 'did not answer before the request was cancelled');
  }
  if (code === 'ECONNREFUSED') return fail('away', 'is not there: nothing listens at that address');
  if (/CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|EPROTO/.test(code)) {
    return fail('refused', `has no certificate that this machine trusts (${code.toLowerCase()})`);
  }
  if (code !== '') return fail('away', `cannot be reached: ${reasonOf(code)}`);
  if (/timeout|timed out/i.test(error.message)) return notInTime(address);
  if (/socket hang up/i.test(error.message)) return fail('away', 'closed the connection');
  // Whoever stands before a server that is away.
  return fail('away', 'did not answer as ClickHouse does');
}
