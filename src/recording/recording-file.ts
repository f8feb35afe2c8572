import type { DatabaseSync } from 'node:sqlite';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { OperationId } from '../contract/operation.ts';
import { parseJson } from '../contract/read-answer.ts';
import { isObject } from '../contract/shape.ts';
import type { Json } from '../contract/values.ts';
import { HISTORY, type HistoryFile, historyFile } from '../history/history-file.ts';
import {
  type DatabaseOpening,
  damaged,
  ensureDirectory,
  openDatabase,
  type Row,
  textColumn,
  textOf,
  timeOf,
} from '../sqlite/database.ts';
import type { DatabaseFormat } from '../sqlite/format.ts';
import { sizeOf, transaction } from '../sqlite/format.ts';
import { fileStamp } from '../text/time.ts';
import { LogPages, readRuns } from './log-pages.ts';
import { whileUnpacked } from './packed.ts';
import { type RecordedCall, type StoredCall, storedCall } from './recorded-call.ts';

/*
 * A recording is a history with every call that was made beside it: facts are there when it is opened, and need not be
 * found again. Times are wall clock of the service, milliseconds since the epoch; `elapsed` is monotonic, within a run.
 * `body` is the decoded answer as JSON, deflated; an answer that repeats the one before is kept once. Of a page of a log it
 * has the runs of its `entries`, in place of which those stand. Neither key, headers
 * nor what a change sends is ever in it.
 */
export const RECORDING: DatabaseFormat = {
  noun: 'recording',
  applicationId: 0x77727263, // "wrrc"
  // The tables of a history are in it: another version of those makes another version of this.
  version: HISTORY.version * 100 + 1,
  schema: `${HISTORY.schema}
  CREATE TABLE about (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE question (
    number INTEGER PRIMARY KEY,
    operation TEXT NOT NULL,
    input TEXT NOT NULL,
    UNIQUE (operation, input)
  ) STRICT;
  CREATE TABLE answer (
    number INTEGER PRIMARY KEY,
    body BLOB NOT NULL
  ) STRICT;
  CREATE TABLE entries (
    first INTEGER PRIMARY KEY,
    count INTEGER NOT NULL,
    body BLOB NOT NULL
  ) STRICT;
  CREATE TABLE call (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    question INTEGER NOT NULL REFERENCES question (number),
    time REAL NOT NULL,
    elapsed REAL NOT NULL,
    took REAL NOT NULL,
    status INTEGER,
    bytes INTEGER,
    server_date REAL,
    request_id TEXT,
    error TEXT,
    answer INTEGER REFERENCES answer (number),
    oldest REAL,
    newest REAL
  ) STRICT;
  CREATE INDEX call_by_question ON call (question, time);
  CREATE INDEX call_by_time ON call (time, number);
`,
};

/** What was recorded, and by whom. All texts are hostile. */
export interface About {
  /** Of the program that made it. */
  readonly version: string;
  readonly profile: string;
  readonly host: string;
  /** The origin that was asked. */
  readonly service: string;
  /** Milliseconds between polls. */
  readonly interval: number;
  /** The workspace as JSON: whoever reads it looks at it first. */
  readonly workspace: string;
  /** Of a bundle, as JSON of {@link BundleFacts}; empty for a recording that was made as things happened. */
  readonly bundle?: string;
}

/** What a bundle says of itself, beside what every recording does. */
export interface BundleFacts {
  readonly isAnonymous: boolean;
  /** From when to when it was asked for, milliseconds. */
  readonly since: number;
  readonly until: number;
  /** Of each zone how many entries are there, of which time; null where there is none. */
  readonly logs: readonly {
    readonly zone: string;
    readonly entries: number;
    readonly oldest: number | null;
    readonly newest: number | null;
  }[];
  /** What was changed from where it was made: of the audit. */
  readonly changes: readonly unknown[];
}

/** Bytes of an answer, inflated: more than the client takes. */
const LONGEST_ANSWER = 32 << 20;
/** Characters of what is said about a recording: its workspace may be long. */
const LONGEST_ABOUT = 1 << 20;
/** Calls that are taken away at once. */
const PRUNED_AT_ONCE = 1000;
/** So often in a row: keys wait meanwhile. */
const MOST_ROUNDS = 10;
/** The last answer of so many questions is remembered, to keep one that is repeated once. */
const REMEMBERED = 5000;

/**
 * Opens a recording; with `write` it is made when it is not there, in a directory that is. A bundle, which is a packed
 * one, is unpacked to be read.
 *
 * @throws DatabaseError for a file that cannot be used
 */
export async function openRecording(
  path: string,
  mode: 'read' | 'write',
  opening?: DatabaseOpening,
): Promise<RecordingFile> {
  const opened = async (plain: string) =>
    recordingFile(await openDatabase(plain, mode, RECORDING, opening), path);
  if (mode === 'write') {
    await ensureDirectory(path);
    return opened(path);
  }
  return (await whileUnpacked(path, opened)) ?? opened(path);
}

const SELECT = `
  SELECT call.number, ${textColumn('operation')}, ${textColumn('input')}, time, elapsed, took, status, bytes, server_date,
    ${textColumn('request_id')}, ${textColumn('error')}, answer, oldest, newest
  FROM call JOIN question ON question.number = call.question
`;
const BY_QUESTION = 'question.operation = ? AND question.input = ?';

/** What is asked of the tables, and done to them. */
const statementsOf = (database: DatabaseSync) => ({
  addAbout: database.prepare(
    'INSERT INTO about (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  ),
  allAbout: database.prepare(
    `SELECT ${textColumn('name')}, ${textColumn('value', 'value', LONGEST_ABOUT)} FROM about LIMIT 20`,
  ),
  addQuestion: database.prepare(
    'INSERT INTO question (operation, input) VALUES (?, ?) ON CONFLICT DO NOTHING',
  ),
  questionNumber: database.prepare('SELECT number FROM question WHERE operation = ? AND input = ?'),
  addAnswer: database.prepare('INSERT INTO answer (body) VALUES (?)'),
  answerBody: database.prepare('SELECT body FROM answer WHERE number = ?'),
  addCall: database.prepare(`
    INSERT INTO call
      (question, time, elapsed, took, status, bytes, server_date, request_id, error, answer, oldest, newest)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  `),
  lastOf: database.prepare(
    `${SELECT} WHERE ${BY_QUESTION} AND time <= ? ORDER BY time DESC, call.number DESC LIMIT 1`,
  ),
  firstAfter: database.prepare(
    `${SELECT} WHERE ${BY_QUESTION} AND time > ? ORDER BY time, call.number LIMIT 1`,
  ),
  spanned: database.prepare(
    `${SELECT} WHERE time > ? AND time <= ? ORDER BY time DESC, call.number DESC LIMIT ?`,
  ),
  around: database.prepare(`
    ${SELECT} WHERE question.operation = 'event-logs' AND question.input LIKE ? ESCAPE '\\'
      AND oldest < ? AND newest >= ? AND time <= ? ORDER BY oldest, time DESC LIMIT 1
  `),
  later: database.prepare('SELECT min(time) AS time FROM call WHERE time > ?'),
  earlier: database.prepare('SELECT max(time) AS time FROM call WHERE time < ?'),
  extents: database.prepare(
    'SELECT count(*) AS calls, min(time) AS first, max(time) AS last FROM call',
  ),
  oldestKept: database.prepare(
    'SELECT (SELECT min(number) FROM call) AS call, (SELECT min(first) FROM entries) AS entries',
  ),
  removeCalls: database.prepare(
    `DELETE FROM call WHERE number IN (SELECT number FROM call ORDER BY number LIMIT ${PRUNED_AT_ONCE})`,
  ),
  removeAnswers: database.prepare(`
    WITH until AS MATERIALIZED (
      -- What no call names any more is older than what the oldest calls name: newer answers are not looked at. Where no
      -- call has one the newest stays, as of entries: a number that was given again would be taken for the old one.
      SELECT coalesce(
        (SELECT max(answer) FROM
          (SELECT answer FROM call WHERE answer IS NOT NULL ORDER BY number LIMIT ${PRUNED_AT_ONCE})),
        (SELECT max(number) FROM answer)
      ) AS number
    )
    DELETE FROM answer WHERE number < (SELECT number FROM until)
      AND number NOT IN (SELECT answer FROM call WHERE answer < (SELECT number FROM until))
  `),
});

export type RecordingFile = ReturnType<typeof recordingFile>;

/** What the oldest call and the oldest entries are: something else once another process has removed some. */
const oldestKept = (statements: ReturnType<typeof statementsOf>): string =>
  JSON.stringify(statements.oldestKept.get());

/** Removes answers that no call names. */
function removeAnswers(database: DatabaseSync, statements: ReturnType<typeof statementsOf>): void {
  // Checking foreign keys, SQLite would search all calls for each answer; the statement searches them once.
  database.exec('PRAGMA foreign_keys = OFF');
  try {
    statements.removeAnswers.run();
  } finally {
    database.exec('PRAGMA foreign_keys = ON');
  }
}

/** The tables of calls in a recording. Every method may throw what SQLite throws. */
function recordingFile(database: DatabaseSync, path: string) {
  const statements = statementsOf(database);
  const pages = new LogPages(database, path);
  /** The newest answer of a question in this run, and its number. */
  const lastAnswers = new Map<number, { readonly text: string; readonly number: number }>();

  const numberOf = (operation: OperationId, input: string): number =>
    Number(
      statements.questionNumber.get(operation, input)?.['number'] ??
        statements.addQuestion.run(operation, input).lastInsertRowid,
    );
  /** The number of a call's answer; null where it has none. An answer that repeats the last one is stored once. */
  const answerNumber = ({ answer, entries }: RecordedCall, question: number): number | null => {
    if (answer === null) return null;
    const runs = entries && JSON.stringify(pages.keep(entries));
    const text = runs === null ? answer : `${answer.slice(0, -1)},"logs":${runs}}`;
    const before = lastAnswers.get(question);
    if (before?.text === text) return before.number;
    const { lastInsertRowid } = statements.addAnswer.run(deflateRawSync(text, { level: 3 }));
    if (lastAnswers.size >= REMEMBERED) lastAnswers.clear();
    lastAnswers.set(question, { text, number: Number(lastInsertRowid) });
    return Number(lastInsertRowid);
  };
  const forget = () => {
    lastAnswers.clear();
    pages.forget();
  };
  let oldest = '';
  const keepAll = (work: () => void) =>
    transaction(
      database,
      () => {
        // Another recorder may have taken away what is remembered here: a call that names it would be refused.
        if (oldest !== oldestKept(statements)) forget();
        work();
        oldest = oldestKept(statements);
      },
      // Answers that were kept in it are not there.
      forget,
    );
  const stored = (row?: Row) => (row ? storedCall(row, path) : null);
  return {
    database,
    path,
    about(): About | null {
      const values = new Map(
        statements.allAbout.all().map((row) => [row['name'], textOf(row['value'], LONGEST_ABOUT)]),
      );
      const of = (name: string) => values.get(name) ?? '';
      if (values.size === 0) return null;
      return {
        ...{ version: of('version'), profile: of('profile'), host: of('host') },
        ...{ service: of('service'), interval: Number(of('interval')) },
        ...{ workspace: of('workspace'), bundle: of('bundle') },
      };
    },
    keepAbout(about: About): void {
      keepAll(() => {
        for (const [name, value] of Object.entries(about))
          statements.addAbout.run(name, String(value));
      });
    },
    keep(calls: readonly RecordedCall[]): void {
      keepAll(() => {
        for (const call of calls) {
          const question = numberOf(call.operation, call.input);
          statements.addCall.run(
            ...[question, call.time, call.elapsed, call.took, call.status, call.bytes],
            ...[call.serverDate, call.requestId, call.error && JSON.stringify(call.error)],
            answerNumber(call, question),
            ...[call.span?.oldest ?? null, call.span?.newest ?? null],
          );
        }
      });
    },
    /** Takes the oldest calls away while the file is larger than `bytes`, but no more than some at once. */
    prune(bytes: number): void {
      for (let round = 0; round <= MOST_ROUNDS && sizeOf(database) > bytes; round += 1) {
        // Before any call the answers go that older versions have left without one.
        if (round > 0) statements.removeCalls.run();
        removeAnswers(database, statements);
        pages.removeUnneeded();
        forget();
      }
    },
    /** How many calls there are, and when the first and the last of them ended. */
    extent() {
      const { calls, first, last } = statements.extents.get() ?? {};
      if (!calls) return null;
      return { calls: Number(calls), from: timeOf(first, path), until: timeOf(last, path) };
    },
    /** The newest call of a question that ended by `time`. */
    at: (operation: OperationId, input: string, time: number) =>
      stored(statements.lastOf.get(operation, input, time)),
    /** The first call of a question that ended after `time`. */
    after: (operation: OperationId, input: string, time: number) =>
      stored(statements.firstAfter.get(operation, input, time)),
    /** Calls that ended after one time and by another, at most so many, the newest, oldest first. */
    between: (after: number, until: number, most: number): readonly StoredCall[] =>
      Array.from(statements.spanned.iterate(after, until, most), (row) =>
        storedCall(row, path),
      ).reverse(),
    /** When the first call ended after `time`, or the last before it; null where there is none. */
    neighbour(time: number, direction: 'later' | 'earlier'): number | null {
      const found = statements[direction].get(time)?.['time'];
      return found === null || found === undefined ? null : timeOf(found, path);
    },
    /** The page of a log that reaches farthest back of those that hold entries at `time` and older ones. */
    pageAround: (inputs: string, time: number, until: number) =>
      stored(statements.around.get(`${inputs.replace(/[\\%_]/g, '\\$&')}%`, time, time, until)),
    /**
     * The answer of a call, parsed; undefined where it has none, or parts of it were taken away since. It is not
     * believed: whoever reads it decodes it like one of the service's.
     */
    answer({ operation, answer }: StoredCall): Json | undefined {
      const body = answer === null ? undefined : statements.answerBody.get(answer)?.['body'];
      if (body === undefined) return undefined;
      if (!(body instanceof Uint8Array)) throw damaged(path, 'an answer is no data');
      const json = parseJson(inflateRawSync(body, { maxOutputLength: LONGEST_ANSWER }).toString());
      if (operation !== 'event-logs' || !isObject(json)) return json;
      const logs = pages.read(readRuns(json['logs']));
      return logs && { ...json, logs };
    },
    close: () => database.close(),
  };
}

/** The history tables of a recording. They go with it: nothing is taken away from them alone. */
export function historyIn(
  { database, path }: Pick<RecordingFile, 'database' | 'path'>,
  service: string,
  mode: 'read' | 'write',
): HistoryFile {
  const tables = historyFile(database, service, path);
  const alone = { ...tables, prune: () => false, close() {} };
  if (mode === 'write') return alone;
  return { ...alone, transaction: (work) => work(), isChanged: () => false };
}

/** How a recording is called unless somebody says otherwise: `recording-20260314-140205.db`, by the time, UTC. */
export const recordingName = (now: number): string => `recording-${fileStamp(now)}.db`;
