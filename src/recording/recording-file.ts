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
import { type RecordedCall, type StoredCall, storedCall } from './recorded-call.ts';

/*
 * A recording is a history plus every call. Facts are stored, so that they need not be derived again. Times are the
 * service's wall clock in milliseconds since the epoch; `elapsed` is monotonic within a run. `body` is the deflated
 * JSON of a decoded answer; repeated answers are stored once. In a log page, runs of `entries` replace the entries.
 * Keys, headers and what a change sends are never stored.
 */
export const RECORDING: DatabaseFormat = {
  noun: 'recording or bundle',
  applicationId: 0x77727263, // "wrrc"
  // A new version of the history tables is a new version of this.
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

/** What was recorded, and by which program. All texts are hostile. */
export interface About {
  readonly version: string;
  readonly profile: string;
  readonly host: string;
  readonly service: string;
  /** Milliseconds between polls. */
  readonly interval: number;
  /** The workspace as JSON, to be validated by readers. */
  readonly workspace: string;
  /** JSON of {@link BundleFacts} for a bundle, otherwise empty. */
  readonly bundle?: string;
}

/** What a bundle states about itself. */
export interface BundleFacts {
  readonly isAnonymous: boolean;
  /** The requested range, in milliseconds. */
  readonly since: number;
  readonly until: number;
  /** Entries per zone, and their time span; null if there are none. */
  readonly logs: readonly {
    readonly zone: string;
    readonly entries: number;
    readonly oldest: number | null;
    readonly newest: number | null;
  }[];
  /** Changes from the audit file of the machine that wrote it. */
  readonly changes: readonly unknown[];
}

/** Limit of an inflated answer in bytes, above the client's limit. */
const MAX_ANSWER = 32 << 20;
/** Limit of an `about` value in characters: the workspace may be long. */
const MAX_ABOUT = 1 << 20;
const PRUNE_BATCH = 1000;
/** Limit of pruning rounds in a row, since they block. */
const MAX_ROUNDS = 10;
/** Number of questions whose last answer is cached to detect repetitions. */
const MAX_CACHED = 5000;

/**
 * Opens a recording or a bundle, or creates one with `write` in an existing directory.
 *
 * @throws DatabaseError for a file that cannot be used
 */
export async function openRecording(
  path: string,
  mode: 'read' | 'write',
  opening?: DatabaseOpening,
): Promise<RecordingFile> {
  if (mode === 'write') await ensureDirectory(path);
  return recordingFile(await openDatabase(path, mode, RECORDING, opening), path);
}

const SELECT = `
  SELECT call.number, ${textColumn('operation')}, ${textColumn('input')}, time, elapsed, took, status, bytes, server_date,
    ${textColumn('request_id')}, ${textColumn('error')}, answer, oldest, newest
  FROM call JOIN question ON question.number = call.question
`;
const BY_QUESTION = 'question.operation = ? AND question.input = ?';

const statementsOf = (database: DatabaseSync) => ({
  addAbout: database.prepare(
    'INSERT INTO about (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  ),
  allAbout: database.prepare(
    `SELECT ${textColumn('name')}, ${textColumn('value', 'value', MAX_ABOUT)} FROM about LIMIT 20`,
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
    `DELETE FROM call WHERE number IN (SELECT number FROM call ORDER BY number LIMIT ${PRUNE_BATCH})`,
  ),
  removeAnswers: database.prepare(`
    WITH until AS MATERIALIZED (
      -- What no call names any more is older than what the oldest calls name: newer answers are not looked at. Where no
      -- call has one the newest stays, as of entries: a number that was given again would be taken for the old one.
      SELECT coalesce(
        (SELECT max(answer) FROM
          (SELECT answer FROM call WHERE answer IS NOT NULL ORDER BY number LIMIT ${PRUNE_BATCH})),
        (SELECT max(number) FROM answer)
      ) AS number
    )
    DELETE FROM answer WHERE number < (SELECT number FROM until)
      AND number NOT IN (SELECT answer FROM call WHERE answer < (SELECT number FROM until))
  `),
});

export type RecordingFile = ReturnType<typeof recordingFile>;

/** The oldest call and entries. They change when another process prunes. */
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

function aboutIn(statements: ReturnType<typeof statementsOf>): About | null {
  const values = new Map(
    statements.allAbout.all().map((row) => [row['name'], textOf(row['value'], MAX_ABOUT)]),
  );
  if (values.size === 0) return null;
  const of = (name: string) => values.get(name) ?? '';
  return {
    version: of('version'),
    profile: of('profile'),
    host: of('host'),
    service: of('service'),
    interval: Number(of('interval')),
    workspace: of('workspace'),
    bundle: of('bundle'),
  };
}

/** Adds a call with the numbers of its question and answer. */
function addCall(
  { addCall: statement }: ReturnType<typeof statementsOf>,
  call: RecordedCall,
  question: number,
  answer: number | null,
): void {
  statement.run(
    question,
    call.time,
    call.elapsed,
    call.took,
    call.status,
    call.bytes,
    call.serverDate,
    call.requestId,
    call.error && JSON.stringify(call.error),
    answer,
    call.span?.oldest ?? null,
    call.span?.newest ?? null,
  );
}

/** The call tables of a recording. Methods throw what SQLite throws. */
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
    if (lastAnswers.size >= MAX_CACHED) lastAnswers.clear();
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
        // Another recorder may have removed cached answers: a call that references one would be rejected.
        if (oldest !== oldestKept(statements)) forget();
        work();
        oldest = oldestKept(statements);
      },
      // The answers of a rolled-back transaction do not exist.
      forget,
    );
  const stored = (row?: Row) => (row ? storedCall(row, path) : null);
  return {
    database,
    path,
    about: () => aboutIn(statements),
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
          addCall(statements, call, question, answerNumber(call, question));
        }
      });
    },
    /** Removes the oldest calls while the file exceeds `bytes`, a limited number per call. */
    prune(bytes: number): void {
      for (let round = 0; round < MAX_ROUNDS && sizeOf(database) > bytes; round += 1) {
        statements.removeCalls.run();
        removeAnswers(database, statements);
        pages.removeUnneeded();
        forget();
      }
    },
    /** Number of calls, and times of the first and the last. */
    extent() {
      const { calls, first, last } = statements.extents.get() ?? {};
      if (!calls) return null;
      return { calls: Number(calls), from: timeOf(first, path), until: timeOf(last, path) };
    },
    /** The newest call of a question up to `time`. */
    at: (operation: OperationId, input: string, time: number) =>
      stored(statements.lastOf.get(operation, input, time)),
    /** The first call of a question after `time`. */
    after: (operation: OperationId, input: string, time: number) =>
      stored(statements.firstAfter.get(operation, input, time)),
    /** The newest calls after one time and up to another, at most `most`, oldest first. */
    between: (after: number, until: number, most: number): readonly StoredCall[] =>
      Array.from(statements.spanned.iterate(after, until, most), (row) =>
        storedCall(row, path),
      ).reverse(),
    /** Time of the next or previous call; null if there is none. */
    neighbour(time: number, direction: 'later' | 'earlier'): number | null {
      const found = statements[direction].get(time)?.['time'];
      return found === null || found === undefined ? null : timeOf(found, path);
    },
    /** Of the log pages that reach from `time` back, the one that reaches farthest. */
    pageAround: (inputs: string, time: number, until: number) =>
      stored(statements.around.get(`${inputs.replace(/[\\%_]/g, '\\$&')}%`, time, time, until)),
    /**
     * The parsed answer of a call; undefined if it has none or parts were pruned. Not trusted: callers decode it like
     * the service's answers.
     */
    answer({ operation, answer }: StoredCall): Json | undefined {
      const body = answer === null ? undefined : statements.answerBody.get(answer)?.['body'];
      if (body === undefined) return undefined;
      if (!(body instanceof Uint8Array)) throw damaged(path, 'an answer is no data');
      const json = parseJson(inflateRawSync(body, { maxOutputLength: MAX_ANSWER }).toString());
      if (operation !== 'event-logs' || !isObject(json)) return json;
      const logs = pages.read(readRuns(json['logs']));
      return logs && { ...json, logs };
    },
    close: () => database.close(),
  };
}

/** The history tables of a recording. They are not pruned separately. */
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

/** The default file name, with the UTC time: `recording-20260314-140205.db`. */
export const recordingName = (now: number): string => `recording-${fileStamp(now)}.db`;
