import { join } from 'node:path';
import type { ApiError, ChangeOutcome } from '../contract/api-error.ts';
import { isObject } from '../contract/shape.ts';
import { FileError, type Files } from '../edges/files.ts';
import type { Operator } from '../edges/machine.ts';
import type { Change } from '../state/change.ts';
import { readJson } from '../text/json-and-csv.ts';
import { bytes } from '../text/numbers.ts';
import type { Printable } from '../text/printable.ts';
import { type AuditCheck, chainedEntry, checkChain } from './audit-chain.ts';

/** A change that is about to be sent. */
export type Attempt = Pick<Change, 'attempt' | 'operation' | 'subject' | 'request'>;

/** What became of it. */
interface AttemptEnd {
  readonly outcome: 'accepted' | ChangeOutcome;
  readonly requestId: string | null;
  /** Without anything secret. */
  readonly error: ApiError | null;
}

/** What an audit is kept with. */
interface AuditParts {
  readonly files: Files;
  /** The file; null when there is no place for one. */
  readonly path: string | null;
  readonly clock: { now(): number };
  /** Asked for with each line. */
  readonly operator: Operator;
  readonly profile: string;
  readonly host: string;
  /** Told that an entry is written. */
  written?(): void;
}

/** Sends the entries of the audit file along as they come, until the signal aborts. What goes wrong is said. */
export type SendAudit = (
  parts: {
    /** Waits by `sleep`, which is given a signal to end early by, or for the next entry. */
    during(sleep: (woken: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void>;
    say(text: Printable, tone: 'warn'): void;
  },
  signal: AbortSignal,
) => Promise<void>;

/** Longer texts are cut: a line must stay short enough to be written in one piece. */
const LONGEST_TEXT = 300;

const short = (text: string): string =>
  text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;

/** One line, every character that is not plain ASCII escaped: the file can be read with anything. */
function line(record: Readonly<Record<string, unknown>>): string {
  const json = JSON.stringify(record, (_, value: unknown) =>
    typeof value === 'string' ? short(value) : value,
  );
  return json.replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

export type Audit = ReturnType<typeof openAudit>;

/**
 * Where changes are written down: once before they are sent, once when their outcome is known. Each resolves with why it
 * could not be, a sentence; null when it was. An append-only file of JSON lines that only its owner can read. It never
 * holds the access key.
 */
export function openAudit(parts: AuditParts) {
  const { files, path, clock, profile, host } = parts;
  const write = async (record: Readonly<Record<string, unknown>>): Promise<string | null> => {
    if (path === null) {
      return 'There is no directory for an audit file: neither XDG_STATE_HOME nor HOME is set.';
    }
    try {
      const entry = line(record);
      await files.appendRecord(path, (log) => chainedEntry(log, entry));
      parts.written?.();
      return null;
    } catch (error) {
      if (error instanceof FileError) return error.message;
      throw error;
    }
  };
  const common = ({ attempt, operation, subject, request }: Attempt) => ({
    time: new Date(clock.now()).toISOString(),
    attempt,
    profile,
    host,
    user: parts.operator.user,
    tty: parts.operator.tty,
    ssh: parts.operator.ssh,
    operation,
    subject,
    request,
  });
  return {
    begun: (attempt: Attempt) => write({ event: 'begun', ...common(attempt) }),
    ended: (attempt: Attempt, { outcome, requestId, error }: AttemptEnd) =>
      write({
        event: 'ended',
        ...common(attempt),
        outcome,
        requestId,
        status: error?.status ?? null,
        error: error?.message ?? null,
      }),
  };
}

/** The audit file in the state directory; null where there is no such directory. */
export const auditPath = (stateDirectory: string | null): string | null =>
  stateDirectory === null ? null : join(stateDirectory, 'audit.ndjson');

/** One change as the audit file tells it. All texts are hostile. */
export interface AuditedChange {
  readonly attempt: string;
  /** When it was begun, as written: ISO 8601, UTC. */
  readonly time: string;
  readonly profile: string;
  readonly host: string;
  readonly user: string;
  readonly tty: string;
  readonly ssh: string;
  readonly operation: string;
  readonly subject: { readonly kind: string; readonly id: string; readonly name: string };
  /** What was written down of the request. */
  readonly request: Readonly<Record<string, unknown>>;
  /** `not known`: the program ended before the outcome came, or has not learned it yet. */
  readonly outcome: 'accepted' | 'refused' | 'not sent' | 'unknown' | 'not known';
  readonly status: number | null;
  readonly error: string | null;
  readonly requestId: string | null;
}

/** What an audit file holds. */
export interface AuditTail {
  /** Newest first. */
  readonly changes: readonly AuditedChange[];
  /** Lines that are no records of ours. */
  readonly broken: number;
  /** Whether nothing older was left out. */
  readonly whole: boolean;
}

/** How much of the file's end is read, bytes: some thousand changes. */
const MOST_READ = 1024 * 1024;

/**
 * The changes at the end of the audit file at `path`; none when there is no such file.
 *
 * @throws FileError with a sentence when the file is there and cannot be read
 */
export async function readAudit(files: Files, path: string): Promise<AuditTail> {
  const { text, whole } = await files.readTail(path, MOST_READ);
  return auditedChanges(text, whole);
}

/** The largest audit file that is checked, bytes: some hundred thousand changes. */
const LARGEST_CHECKED = 256 * 1024 * 1024;

/**
 * Whether the audit file at `path` is as it was written.
 *
 * @throws FileError with a sentence when it is there and cannot be read
 */
export async function verifyAudit(files: Files, path: string): Promise<AuditCheck> {
  const { text, head } = await files.readRecords(path, LARGEST_CHECKED);
  return checkChain(text, head, (line) => recordIn(line) !== undefined);
}

/** The changes that the lines of `text` tell of; its first line is a part of one unless `whole`. */
export function auditedChanges(text: string, whole: boolean): AuditTail {
  const lines = text.split('\n').filter((line) => line !== '');
  if (!whole) lines.shift();
  const found = new Map<string, AuditedChange>();
  let broken = 0;
  for (const line of lines) {
    const record = recordIn(line);
    if (!record) broken += 1;
    else {
      const begun = found.get(record.attempt);
      found.set(record.attempt, begun ? { ...record, time: begun.time } : record);
    }
  }
  // Several programs write the file: what was begun first may stand behind what began later.
  const changes = [...found.values()].reverse();
  changes.sort((a, b) => (a.time < b.time ? 1 : a.time > b.time ? -1 : 0));
  return { changes, broken, whole };
}

const OUTCOMES = ['accepted', 'refused', 'not sent', 'unknown'] as const;

function recordIn(line: string): AuditedChange | undefined {
  const record = asObject(readJson(line));
  const attempt = record?.['attempt'];
  if (!record || typeof attempt !== 'string' || attempt === '') return undefined;
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
  const text = (name: string) => textOf(record[name]);
  const subject = asObject(record['subject']);
  const part = (name: string) => textOf(subject?.[name]);
  const status = record['status'];
  const outcome = OUTCOMES.find((each) => each === record['outcome']);
  return {
    attempt,
    time: text('time'),
    profile: text('profile'),
    host: text('host'),
    user: text('user'),
    tty: text('tty'),
    ssh: text('ssh'),
    operation: text('operation'),
    subject: { kind: part('kind'), id: part('id'), name: part('name') },
    request: asObject(record['request']) ?? {},
    outcome: outcome ?? 'not known',
    status: typeof status === 'number' ? status : null,
    error: text('error') || null,
    requestId: text('requestId') || null,
  };
}

const asObject = (value: unknown) => (isObject(value) ? value : undefined);

/** Characters of a digest that tell one specification from another. */
const SHORT_DIGEST = 12;

/**
 * What of its subject was changed: the name of a variable, the specification that was uploaded; null where it is
 * the whole subject. Hostile text.
 */
export function changedPart({
  operation,
  request,
}: Pick<AuditedChange, 'operation' | 'request'>): string | null {
  const text = (name: string) => {
    const value = request[name];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  if (operation === 'script-add-variable') return text('Name');
  if (operation !== 'guardian-upload') return null;
  const digest = text('sha256');
  const size = request['bytes'];
  const parts = [
    text('file'),
    digest && `sha256 ${digest.slice(0, SHORT_DIGEST)}`,
    typeof size === 'number' ? bytes(size) : null,
  ];
  return parts.filter((part) => part !== null).join(' ') || null;
}
