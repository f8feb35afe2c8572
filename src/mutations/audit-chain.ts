import { createHash, type Hash } from 'node:crypto';
import { FileError } from '../edges/files.ts';
import type { NewRecord, RecordLog } from '../edges/record-log.ts';
import { readJson } from '../text/json-and-csv.ts';

/*
 * The entries of the audit file form a hash chain. Each line ends with its number, the previous entry's hash and its
 * own hash: SHA-256 in hexadecimal over `previous \n hash of the lines between \n the line up to its own hash`. The
 * lines between have no hash: entries of older versions, and lines of a killed program. `audit.head` beside the file
 * holds number and hash of the last entry, so that truncation is detected.
 *
 * This detects damage and edits by people who do not know about it. Anyone who can write the files as their owner can
 * build a new chain.
 */

/** An entry's number, from 1, and its hash. */
interface Link {
  readonly entry: number;
  readonly hash: string;
}

/** The predecessor of the first entry. */
const START: Link = { entry: 0, hash: '0'.repeat(64) };

const CHAINED = /^(.*,"entry":(\d{1,15}),"previous":"([0-9a-f]{64})"),"hash":"([0-9a-f]{64})"\}$/;

interface ChainedLine extends Link {
  /** Everything before its own hash. */
  readonly body: string;
  readonly previous: string;
}

/** Parses a line, without verifying it; undefined if it has no hash. */
export function chainedLine(line: string): ChainedLine | undefined {
  const [, body, entry, previous, hash] = CHAINED.exec(line) ?? [];
  if (body === undefined || previous === undefined || hash === undefined) return undefined;
  return { body, entry: Number(entry), previous, hash };
}

const sha256 = (): Hash => createHash('sha256');
const hashOf = (previous: string, between: string, body: string): string =>
  sha256().update(`${previous}\n${between}\n${body}`, 'latin1').digest('hex');

/** Parses a head file; undefined if it is invalid or empty. */
function linkIn(head: string): Link | undefined {
  const [, entry, hash] =
    /^\{"entry":(\d{1,15}),"hash":"([0-9a-f]{64})"\}$/.exec(head.trim()) ?? [];
  return hash === undefined ? undefined : { entry: Number(entry), hash };
}

/** The note in an entry that was written without a valid head, which would have shown where the file ended. */
const WITHOUT_HEAD = /,"head":"(missing|damaged)","entry":\d{1,15},"previous":"[0-9a-f]{64}"$/;

/** Bytes read first from the end of the file: they contain the last entry, unless all entries are old. */
const NEAR_END = 64 * 1024;

/** Maximum number of bytes read to find it: they are in memory at once. */
const MAX_SEARCHED_BYTES = 256 * 1024 * 1024;

/**
 * Chains the entry `json`, a one-line object in ASCII, to the log. If the head names a later entry than the last one
 * in the file, the new entry follows that one, so that truncation stays detectable. If there is no valid head, the
 * entry says so, because the next head would hide a truncation. The exception is a file with a single entry: a
 * program killed in its first entry leaves no head.
 */
export async function chainedEntry(log: RecordLog, json: string): Promise<NewRecord> {
  const { last, between, isTorn } = await endOf(log);
  const head = linkIn(log.head);
  const previous = head && head.entry >= last.entry ? head : last;
  const entry = previous.entry + 1;
  const state = log.head === '' ? 'missing' : 'damaged';
  const note = head === undefined && last.entry > 1 ? `,"head":"${state}"` : '';
  const body = `${json.slice(0, -1)}${note},"entry":${entry},"previous":"${previous.hash}"`;
  const hash = hashOf(previous.hash, between, body);
  return {
    line: `${isTorn ? '\n' : ''}${body},"hash":"${hash}"}\n`,
    head: `{"entry":${entry},"hash":"${hash}"}`,
  };
}

/** The last chained entry, and the hash of the lines after it. */
async function endOf(
  log: RecordLog,
): Promise<{ readonly last: Link; readonly between: string; readonly isTorn: boolean }> {
  for (const start of [Math.max(0, log.size - NEAR_END), 0]) {
    if (log.size - start > MAX_SEARCHED_BYTES)
      throw new FileError('The audit file ends without an entry and is too large. Rename it.');
    const text = await log.textFrom(start);
    const lines = text.split('\n');
    const isTorn = lines.at(-1) !== '';
    if (!isTorn) lines.pop();
    const at = lines.findLastIndex((line) => chainedLine(line) !== undefined);
    if (at < 0 && start > 0) continue;
    const between = sha256();
    for (const line of lines.slice(at + 1)) between.update(`${line}\n`, 'latin1');
    return { last: chainedLine(lines[at] ?? '') ?? START, between: between.digest('hex'), isTorn };
  }
  throw new Error('unreachable: a file is read from its beginning in the end');
}

export interface AuditProblem {
  readonly kind:
    | 'changed'
    | 'missing'
    | 'out of order'
    | 'not chained'
    | 'foreign'
    | 'no head'
    | 'not checked';
  /** Line number, from 1; null for the end of the file. */
  readonly line: number | null;
  readonly entry: number | null;
  /** For people; plain ASCII. */
  readonly sentence: string;
}

export interface AuditCheck {
  readonly chained: number;
  /** Lines before the first chained one, from older versions. The first entry's hash covers them. */
  readonly older: number;
  /** Incomplete lines of a program that was killed. */
  readonly torn: number;
  readonly problems: readonly AuditProblem[];
}

/** A file with more problems is damaged: the rest of it is not checked. */
const MAX_PROBLEMS = 1000;

/** One line at a time: a damaged file may have a hundred million. */
function* linesIn(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    yield text.slice(start, end);
    start = end + 1;
  }
}

/**
 * Verifies the text of an audit file (one byte per character) against its chain and `head`.
 *
 * @param isRecord whether a line without a hash is a record of a change
 */
export function checkChain(
  text: string,
  head: string,
  isRecord: (line: string) => boolean,
): AuditCheck {
  const problems: AuditProblem[] = [];
  const end = linkIn(head);
  let last = START;
  let between = sha256();
  let isBetween = false;
  let [chained, older, torn] = [0, 0, 0];
  let isEndMet = end?.entry === 0;
  let number = 0;
  for (const line of linesIn(text)) {
    number += 1;
    if (problems.length >= MAX_PROBLEMS) {
      return { chained, older, torn, problems: [...problems, notChecked(number)] };
    }
    const found = chainedLine(line);
    if (!found) {
      between.update(`${line}\n`, 'latin1');
      isBetween = true;
      if (isCutShort(line)) torn += 1;
      else if (!isRecord(line)) problems.push(foreign(number));
      else if (chained === 0) older += 1;
      else problems.push(notChained(number));
      continue;
    }
    problems.push(
      ...linkProblems(found, { last, number, isBetween, between: between.digest('hex') }),
    );
    if (end && found.entry === end.entry) isEndMet = found.hash === end.hash;
    last = found;
    chained += 1;
    between = sha256();
    isBetween = false;
  }
  problems.push(...endProblems(last, end, { isEndMet, isHeadThere: head.trim() !== '' }));
  return { chained, older, torn, problems };
}

/** Whether a line is the beginning of an entry: an object of JSON without its end. */
const isCutShort = (line: string): boolean =>
  line !== '' && '{"'.startsWith(line.slice(0, 2)) && readJson(line) === undefined;

const foreign = (line: number): AuditProblem => ({
  kind: 'foreign',
  line,
  entry: null,
  sentence: `Line ${line} is not an entry of warren.`,
});

const notChecked = (line: number): AuditProblem => ({
  kind: 'not checked',
  line,
  entry: null,
  sentence: `Line ${line} and all after it were not checked: the file has too many problems.`,
});

const notChained = (line: number): AuditProblem => ({
  kind: 'not chained',
  line,
  entry: null,
  sentence: `Line ${line} was added by something else: it has no hash.`,
});

/** Problems of an entry by itself and in relation to its predecessor. */
function linkProblems(
  found: ChainedLine,
  before: {
    readonly last: Link;
    readonly number: number;
    readonly isBetween: boolean;
    readonly between: string;
  },
): readonly AuditProblem[] {
  const { last, number: line } = before;
  const { entry } = found;
  const problems: AuditProblem[] = [];
  const add = (kind: AuditProblem['kind'], of: number, sentence: string) =>
    problems.push({ kind, line, entry: of, sentence });
  if (hashOf(found.previous, before.between, found.body) !== found.hash) {
    const what = before.isBetween ? `, or a line before it that has no hash,` : '';
    add('changed', entry, `Entry ${entry} (line ${line})${what} was changed after it was written.`);
  }
  if (entry > last.entry + 1) {
    add(
      'missing',
      last.entry + 1,
      `${entriesMissing(last.entry + 1, entry - 1)} before line ${line}.`,
    );
  } else if (entry <= last.entry) {
    add(
      'out of order',
      entry,
      `Entry ${entry} (line ${line}) is not in its place: it follows entry ${last.entry}.`,
    );
  } else if (found.previous !== last.hash) {
    const sentence =
      last.entry === 0
        ? `Entry ${entry} (line ${line}) does not begin the chain as the first entry does.`
        : `Entry ${last.entry} was replaced: entry ${entry} (line ${line}) was written after another one.`;
    add('changed', last.entry === 0 ? entry : last.entry, sentence);
  }
  const [, state] = WITHOUT_HEAD.exec(found.body) ?? [];
  if (state !== undefined) {
    const when = `audit.head was ${state} when entry ${entry} (line ${line}) was written`;
    add('no head', entry, `${when}: whether entries before it were cut cannot be told.`);
  }
  return problems;
}

const entriesMissing = (from: number, to: number): string =>
  from === to ? `Entry ${from} is missing` : `Entries ${from} to ${to} are missing`;

/** Problems at the end of the chain. */
function endProblems(
  last: Link,
  end: Link | undefined,
  { isEndMet, isHeadThere }: { readonly isEndMet: boolean; readonly isHeadThere: boolean },
): readonly AuditProblem[] {
  const problem = (kind: AuditProblem['kind'], entry: number, sentence: string): AuditProblem[] => [
    { kind, line: null, entry, sentence },
  ];
  if (!end) {
    if (last.entry === 0 && !isHeadThere) return [];
    const why = isHeadThere ? 'is damaged' : 'is missing';
    return problem(
      'no head',
      last.entry,
      `audit.head ${why}: whether the file was cut at its end cannot be told.`,
    );
  }
  if (end.entry > last.entry) {
    const missing = entriesMissing(last.entry + 1, end.entry);
    return problem('missing', last.entry + 1, `${missing} at the end of the file: it was cut.`);
  }
  // One entry more than in the head: a program was killed between the two writes.
  if (isEndMet && last.entry - end.entry <= 1) return [];
  return problem(
    'changed',
    end.entry,
    `Entry ${end.entry} is not the one that audit.head names as the last.`,
  );
}
