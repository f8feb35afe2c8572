import type { DatabaseSync } from 'node:sqlite';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { damaged, type Row, textColumn, textOf, timeOf } from '../sqlite/database.ts';
import type { DatabaseFormat } from '../sqlite/format.ts';
import { pragma, sizeOf, transaction } from '../sqlite/format.ts';
import { type ItemKind, itemKinds } from '../state/item-kinds.ts';
import {
  FACT_KINDS,
  FACT_SEVERITIES,
  type Fact,
  type FactKind,
  type FactSeverity,
  type FactSubject,
  type LastSeverity,
  UNWATCHED,
} from './fact.ts';

/*
 * Times are wall clock in milliseconds since the epoch. `answer` is the deflated JSON of a decoded answer, `null` for
 * an item that no longer exists. `service` is the origin: ids mean nothing elsewhere.
 */
export const HISTORY: DatabaseFormat = {
  noun: 'history',
  applicationId: 0x77726869, // "wrhi"
  // 2 added the fact kinds `watch` and `rate`. Every new kind needs a new version.
  version: 2,
  schema: `
  CREATE TABLE subject (
    number INTEGER PRIMARY KEY,
    service TEXT NOT NULL,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    UNIQUE (service, kind, id)
  ) STRICT;
  CREATE TABLE observation (
    number INTEGER PRIMARY KEY,
    subject INTEGER NOT NULL REFERENCES subject (number),
    time REAL NOT NULL,
    answer BLOB NOT NULL,
    UNIQUE (subject, time)
  ) STRICT;
  CREATE TABLE fact (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    subject INTEGER NOT NULL REFERENCES subject (number),
    after_time REAL,
    by_time REAL NOT NULL,
    kind TEXT NOT NULL,
    severity TEXT NOT NULL,
    place TEXT NOT NULL,
    was TEXT,
    became TEXT
  ) STRICT;
  CREATE INDEX fact_by_time ON fact (by_time);
  CREATE TABLE watched (
    subject INTEGER NOT NULL REFERENCES subject (number),
    since REAL NOT NULL,
    until REAL NOT NULL,
    PRIMARY KEY (subject, since)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE mark (
    subject INTEGER NOT NULL REFERENCES subject (number),
    log_id TEXT NOT NULL,
    time REAL NOT NULL,
    note TEXT NOT NULL,
    PRIMARY KEY (subject, log_id)
  ) STRICT, WITHOUT ROWID;
`,
};

/** A span in which an item was watched. Wall clock, milliseconds. */
export interface WatchedSpan {
  readonly since: number;
  readonly until: number;
}

/** A mark on a log entry, with its note. All texts are hostile. */
export interface KeptMark {
  readonly zone: string;
  readonly logId: string;
  /** Time of the entry, in milliseconds since the epoch. */
  readonly time: number;
  /** Empty when there is no note. */
  readonly note: string;
}

/** A kept answer as JSON. Not trusted: readers decode it like the service's answers. */
interface KeptObservation {
  readonly at: number;
  readonly json: string;
}

export interface NumberedObservation extends KeptObservation {
  readonly number: number;
  readonly subject: FactSubject;
}

/** Limit of an inflated answer in bytes, above the client's limit. */
const MAX_ANSWER = 32 << 20;

const PRUNE_BATCH = 500;

/** Limit of spans, marks and new facts per read, above a week's number. */
const MAX_ROWS = 10_000;

const SELECT_FACTS = `
  SELECT fact.number, subject, subject.kind AS of, ${textColumn('id')}, after_time, by_time, fact.kind, severity,
    ${textColumn('place')}, ${textColumn('was')}, ${textColumn('became')}
  FROM fact JOIN subject ON subject.number = fact.subject
`;

/**
 * The numbers of the facts that say what lasts of each item's health: the newest, the first error or warning since it
 * was last well, and whether it still exists.
 */
const LASTING = `
  SELECT max(number) FROM fact WHERE kind = 'health' GROUP BY subject
  UNION
  SELECT max(number) FROM fact WHERE kind = 'status' AND place = '' GROUP BY subject
  UNION
  SELECT min(number) FROM fact
    LEFT JOIN (
      SELECT subject AS well, max(number) AS since FROM fact
      WHERE kind = 'health' AND severity = 'good' GROUP BY subject
    ) ON well = subject
  WHERE kind = 'health' AND severity IN ('bad', 'warn') AND number > coalesce(since, 0) GROUP BY subject
`;

const statementsOf = (database: DatabaseSync) => ({
  addSubject: database.prepare(
    'INSERT INTO subject (service, kind, id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  ),
  subjectNumber: database.prepare(
    'SELECT number FROM subject WHERE service = ? AND kind = ? AND id = ?',
  ),
  latest: database.prepare(
    'SELECT time, answer FROM observation WHERE subject = ? AND time <= ? ORDER BY time DESC LIMIT 1',
  ),
  ofSpan: database.prepare(`
    SELECT observation.number, kind, ${textColumn('id')}, time, answer
    FROM observation JOIN subject ON subject.number = observation.subject
    WHERE service = ? AND observation.number > ? AND time >= ? AND time <= ?
    ORDER BY observation.number LIMIT ?
  `),
  addObservation: database.prepare(
    'INSERT INTO observation (subject, time, answer) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  ),
  addFact: database.prepare(`
    INSERT INTO fact (subject, after_time, by_time, kind, severity, place, was, became)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  `),
  lastSeverity: database.prepare(`
    SELECT severity FROM fact
    WHERE subject = ? AND kind = ? AND place = ? AND substr(became, 1, length(?4)) = ?4
    ORDER BY number DESC LIMIT 1
  `),
  // Continues an earlier span if there is no gap: a span is removed once its end is too old, whatever its start.
  addWatched: database.prepare(`
    INSERT INTO watched (subject, since, until)
    SELECT ?1, coalesce(min(since), ?2), ?3 FROM watched
    WHERE subject = ?1 AND since <= ?2 AND until >= ?2 - ${UNWATCHED}
    ON CONFLICT DO UPDATE SET until = max(until, excluded.until)
  `),
  factsAfter: database.prepare(
    `${SELECT_FACTS} WHERE service = ? AND fact.number > ? ORDER BY fact.number DESC LIMIT ?`,
  ),
  lastingHealth: database.prepare(`
    ${SELECT_FACTS} WHERE service = ? AND fact.number IN (${LASTING})
    ORDER BY fact.number DESC LIMIT ${MAX_ROWS}
  `),
  spans: database.prepare(`
    SELECT kind, ${textColumn('id')}, since, until FROM watched JOIN subject ON subject.number = watched.subject
    WHERE service = ? ORDER BY until DESC LIMIT ${MAX_ROWS}
  `),
  marks: database.prepare(`
    SELECT ${textColumn('id')}, ${textColumn('log_id')}, time, ${textColumn('note')} FROM mark JOIN subject ON subject.number = mark.subject
    WHERE service = ? ORDER BY time DESC LIMIT ${MAX_ROWS}
  `),
  addMark: database.prepare(
    'INSERT INTO mark (subject, log_id, time, note) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET note = excluded.note',
  ),
  removeMark: database.prepare('DELETE FROM mark WHERE subject = ? AND log_id = ?'),
  // Not marks: they are few, set by hand, and may refer to old entries of an archive.
  removeOld: [
    database.prepare(`DELETE FROM fact WHERE by_time < ? AND number NOT IN (${LASTING})`),
    database.prepare('DELETE FROM watched WHERE until < ?'),
  ],
  removeObservations: database.prepare(`
    DELETE FROM observation WHERE time < ? AND number IN
      (SELECT number FROM observation ORDER BY number LIMIT ${PRUNE_BATCH})
  `),
});

export type HistoryFile = ReturnType<typeof historyFile>;

function subjectNumbers(statements: ReturnType<typeof statementsOf>, service: string) {
  const numbers = new Map<string, number>();
  const find = (kind: string, id: string): number | undefined => {
    const known = numbers.get(`${kind} ${id}`);
    if (known !== undefined) return known;
    const found = statements.subjectNumber.get(service, kind, id)?.['number'];
    if (typeof found !== 'number') return undefined;
    numbers.set(`${kind} ${id}`, found);
    return found;
  };
  const numberOf = ({ kind, id }: FactSubject): number => {
    const known = find(kind, id);
    if (known !== undefined) return known;
    statements.addSubject.run(service, kind, id);
    return find(kind, id) ?? 0;
  };
  return { find, numberOf, forget: () => numbers.clear() };
}

/** The history tables of one service. Methods throw what SQLite throws. */
export function historyFile(database: DatabaseSync, service: string, path: string) {
  const statements = statementsOf(database);
  const zone = (id: string): FactSubject => ({ kind: 'shieldZones', id });
  const subjects = subjectNumbers(statements, service);
  const { find, numberOf } = subjects;
  let lastFact = 0;
  let version = versionOf(database);
  const factsIn = (rows: Iterable<Row>): readonly Fact[] => {
    const facts: Fact[] = [];
    const known = new Map<unknown, FactSubject>();
    // Streams rows and shares subjects: ten thousand rows take ten times the memory of their facts.
    for (const row of rows) {
      const key = row['subject'];
      const subject = known.get(key) ?? subjectOf(row['of'], row['id'], path);
      known.set(key, subject);
      lastFact = Math.max(lastFact, Number(row['number']));
      facts.push(factOf(row, subject, path));
    }
    return facts.reverse();
  };
  const read = (after: number, most: number) =>
    factsIn(statements.factsAfter.iterate(service, after, most));
  return {
    /** Runs `work` in one write transaction. */
    transaction: <Value>(work: () => Value): Value =>
      // Subjects of a rolled-back transaction do not exist.
      transaction(database, work, subjects.forget),
    /** The newest observation of a subject up to `time`. */
    observation({ kind, id }: FactSubject, time = Number.MAX_VALUE): KeptObservation | null {
      const number = find(kind, id);
      const row = number === undefined ? undefined : statements.latest.get(number, time);
      if (!row) return null;
      return observationOf(row, path);
    },
    /** Observations within a span after `number`, in the order of insertion, at most `most`. */
    observations: (
      number: number,
      { since, until }: WatchedSpan,
      most: number,
    ): readonly NumberedObservation[] =>
      statements.ofSpan.all(service, number, since, until, most).map((row) => ({
        ...observationOf(row, path),
        number: Number(row['number']),
        subject: subjectOf(row['kind'], row['id'], path),
      })),
    keepObservation(subject: FactSubject, { at, json }: KeptObservation): void {
      statements.addObservation.run(numberOf(subject), at, deflateRawSync(json, { level: 3 }));
    },
    keepFact({ subject, after, by, kind, severity, place, from, to }: Fact): void {
      const number = numberOf(subject);
      const values = [number, after, by, kind, severity, place, from, to];
      const { lastInsertRowid } = statements.addFact.run(...values);
      lastFact = Math.max(lastFact, Number(lastInsertRowid));
    },
    keepWatched(subject: FactSubject, { since, until }: WatchedSpan): void {
      statements.addWatched.run(numberOf(subject), since, until);
    },
    /** See {@link LastSeverity}. */
    lastSeverity(
      { kind: of, id }: FactSubject,
      ...[kind, place, start]: Parameters<LastSeverity>
    ): FactSeverity | undefined {
      const number = find(of, id);
      if (number === undefined) return undefined;
      const found = statements.lastSeverity.get(number, kind, place, start)?.['severity'];
      return FACT_SEVERITIES.find((each) => each === found);
    },
    /** The newest facts, at most `most`, oldest first. */
    facts: (most: number) => read(0, most),
    /** What lasts of each subject's health, in the order of keeping. It may be older than {@link facts} reach. */
    lastingHealth: () => factsIn(statements.lastingHealth.iterate(service)),
    /** Facts of any process since the last one that this run has read or kept. */
    newFacts: () => read(lastFact, MAX_ROWS),
    /** Whether another process has written since the last call. */
    isChanged() {
      const before = version;
      version = versionOf(database);
      return version !== before;
    },
    watched: (): readonly (readonly [FactSubject, WatchedSpan])[] =>
      Array.from(statements.spans.iterate(service), (row) => {
        const span = { since: timeOf(row['since'], path), until: timeOf(row['until'], path) };
        return [subjectOf(row['kind'], row['id'], path), span] as const;
      }).reverse(),
    marks: (): readonly KeptMark[] =>
      statements.marks.all(service).map((row) => ({
        zone: textOf(row['id']) ?? '',
        logId: textOf(row['log_id']) ?? '',
        time: timeOf(row['time'], path),
        note: textOf(row['note']) ?? '',
      })),
    keepMark(mark: KeptMark): void {
      statements.addMark.run(numberOf(zone(mark.zone)), mark.logId, mark.time, mark.note);
    },
    forgetMark(mark: KeptMark): void {
      statements.removeMark.run(numberOf(zone(mark.zone)), mark.logId);
    },
    /**
     * Removes what is older than `since`, except what lasts of each item's health, and the oldest observations while
     * the file exceeds `bytes`, a batch at a time. Returns whether there is more.
     */
    prune(since: number, bytes: number): boolean {
      for (const remove of statements.removeOld) remove.run(since);
      const isLarge = sizeOf(database) > bytes;
      // The oldest have the lowest numbers.
      const { changes } = statements.removeObservations.run(isLarge ? Number.MAX_VALUE : since);
      return changes === PRUNE_BATCH;
    },
    close: () => database.close(),
  };
}

/** Changes with every transaction of another connection. */
const versionOf = (database: DatabaseSync): number => pragma(database, 'data_version');

function observationOf({ time, answer }: Row, path: string): KeptObservation {
  if (!(answer instanceof Uint8Array)) throw damaged(path, 'an answer is no data');
  const at = timeOf(time, path);
  try {
    const json = inflateRawSync(answer, { maxOutputLength: MAX_ANSWER }).toString();
    JSON.parse(json);
    return { at, json };
  } catch {
    throw damaged(path, 'an answer cannot be read');
  }
}

function subjectOf(kind: unknown, id: unknown, path: string): FactSubject {
  const known =
    kind === 'service' ? kind : itemKinds.find((each): each is ItemKind => each === kind);
  if (known === undefined || typeof id !== 'string') throw damaged(path, 'a fact is about nothing');
  return { kind: known, id: textOf(id) ?? '' };
}

function factOf(row: Row, subject: FactSubject, path: string): Fact {
  const kind = FACT_KINDS.find((each): each is FactKind => each === row['kind']);
  const severity = FACT_SEVERITIES.find((each): each is FactSeverity => each === row['severity']);
  if (!kind || !severity) throw damaged(path, 'a fact is of no kind');
  return {
    subject,
    after: row['after_time'] === null ? null : timeOf(row['after_time'], path),
    by: timeOf(row['by_time'], path),
    kind,
    severity,
    place: textOf(row['place']) ?? '',
    from: textOf(row['was']),
    to: textOf(row['became']),
  };
}
