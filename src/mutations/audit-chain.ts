import { createHash, type Hash } from 'node:crypto';
import { FileError } from '../edges/files.ts';
import type { NewRecord, RecordLog } from '../edges/record-log.ts';
import { readJson } from '../text/json-and-csv.ts';

/*
 * The entries of the audit file are chained: each line ends with its number, the hash of the entry before it, and its
 * own hash, SHA-256 in hexadecimal over `previous \n hash of what lies between \n the line up to its own hash`.
 * What lies between are lines without a hash: those of older versions, and what a killed program left. Beside the
 * file, `audit.head` holds number and hash of the last entry, so that a cut at the end is found, too.
 *
 * It finds damage, and changes by whoever does not know of it. Who may write the files as their user can write a chain
 * of their own.
 */

/** A place in the chain: an entry's number, from 1 on, and its hash. */
interface Link {
  readonly entry: number;
  readonly hash: string;
}

/** What the first entry follows. */
const START: Link = { entry: 0, hash: '0'.repeat(64) };

const CHAINED = /^(.*,"entry":(\d{1,15}),"previous":"([0-9a-f]{64})"),"hash":"([0-9a-f]{64})"\}$/;

/** A line of an audit file that is chained to the one before it. */
interface ChainedLine extends Link {
  /** Everything before its own hash. */
  readonly body: string;
  readonly previous: string;
}

/** Takes a line apart; undefined for one without a hash. Whether it is right is not looked at. */
export function chainedLine(line: string): ChainedLine | undefined {
  const [, body, entry, previous, hash] = CHAINED.exec(line) ?? [];
  if (body === undefined || previous === undefined || hash === undefined) return undefined;
  return { body, entry: Number(entry), previous, hash };
}

const sha256 = (): Hash => createHash('sha256');
const hashOf = (previous: string, between: string, body: string): string =>
  sha256().update(`${previous}\n${between}\n${body}`, 'latin1').digest('hex');

/** The place that a head file names; undefined for one that is torn, or none. */
function linkIn(head: string): Link | undefined {
  const [, entry, hash] =
    /^\{"entry":(\d{1,15}),"hash":"([0-9a-f]{64})"\}$/.exec(head.trim()) ?? [];
  return hash === undefined ? undefined : { entry: Number(entry), hash };
}

/** What an entry says of the head it was written without, which would have named the end of the file. */
const WITHOUT_HEAD = /,"head":"(missing|damaged)","entry":\d{1,15},"previous":"[0-9a-f]{64}"$/;

/** How much of the file's end is looked at first: the last entry is there, unless all entries are old. */
const NEAR_END = 64 * 1024;

/** The most that is looked at for it, bytes: it is in memory at once. */
const MOST_LOOKED_AT = 256 * 1024 * 1024;

/**
 * Chains the entry `json`, an object in one line of ASCII, to what `log` holds. Where the head names a later entry
 * than the file has, it follows that one: what was cut off stays missing for ever. Where there is no head, the entry
 * says so: the next head would hide a cut. A program that was killed in its first entry has left one without a head.
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

/** The last entry that is chained, and the hash of what follows it. */
async function endOf(
  log: RecordLog,
): Promise<{ readonly last: Link; readonly between: string; readonly isTorn: boolean }> {
  for (const start of [Math.max(0, log.size - NEAR_END), 0]) {
    if (log.size - start > MOST_LOOKED_AT)
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

/** Something that is not as it was written. */
export interface AuditProblem {
  readonly kind: 'changed' | 'missing' | 'out of order' | 'not chained' | 'foreign' | 'no head';
  /** Of the file, from 1 on; null for its end. */
  readonly line: number | null;
  readonly entry: number | null;
  /** For people; plain ASCII of our own. */
  readonly sentence: string;
}

/** What was found out about an audit file. */
export interface AuditCheck {
  readonly chained: number;
  /** Lines before the first of them: older versions chained nothing. The first entry vouches for them. */
  readonly older: number;
  /** Lines without their end: a program was ended while it wrote. */
  readonly torn: number;
  readonly problems: readonly AuditProblem[];
}

/**
 * Follows the chain through the text of an audit file, one byte a character, to where `head` says it ends.
 *
 * @param isRecord whether a line without a hash says something of a change
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
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  for (const [at, line] of lines.entries()) {
    const number = at + 1;
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
  '{"'.startsWith(line.slice(0, 2)) && readJson(line) === undefined;

const foreign = (line: number): AuditProblem => ({
  kind: 'foreign',
  line,
  entry: null,
  sentence: `Line ${line} is not an entry of warren.`,
});

const notChained = (line: number): AuditProblem => ({
  kind: 'not chained',
  line,
  entry: null,
  sentence: `Line ${line} was added by something else: it has no hash.`,
});

/** What is wrong with an entry, by itself and after the one before it. */
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

/** What is wrong with where the chain ends. */
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
  // One more than the head says: a program was killed between the two.
  if (isEndMet && last.entry - end.entry <= 1) return [];
  return problem(
    'changed',
    end.entry,
    `Entry ${end.entry} is not the one that audit.head names as the last.`,
  );
}
