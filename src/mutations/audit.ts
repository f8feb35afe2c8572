import { join } from 'node:path';
import type { ChangeOutcome } from '../contract/api-error.ts';
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

interface AttemptEnd {
  readonly outcome: 'accepted' | ChangeOutcome;
  readonly requestId: string | null;
  /** HTTP status, if there was an answer. */
  readonly status: number | null;
  /** What went wrong, without secrets. */
  readonly error: string | null;
}

interface AuditParts {
  readonly files: Files;
  /** The file; null if there is no state directory. */
  readonly path: string | null;
  readonly clock: { now(): number };
  /** Read for each line. */
  readonly operator: Operator;
  readonly profile: string;
  readonly host: string;
  /** Called after an entry is written. */
  written?(): void;
}

/** Copies audit entries to an archive as they are written, until the signal aborts, and reports problems. */
export type SendAudit = (
  parts: {
    /** Waits for `sleep`, which ends early on its signal, or for the next entry. */
    during(sleep: (woken: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void>;
    say(text: Printable, tone: 'warn'): void;
  },
  signal: AbortSignal,
) => Promise<void>;

/** Longer texts are cut: a line must be short enough for a single write. */
const MAX_TEXT_LENGTH = 300;

const short = (text: string): string =>
  text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;

/** One line in ASCII, with other characters escaped. */
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
 * Records changes: before they are sent, and when their outcome is known. Each call resolves with null, or a sentence
 * that says why it could not be recorded. The file is append-only JSON lines, readable only by its owner, and never
 * contains the access key.
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
    ended: (attempt: Attempt, { outcome, requestId, status, error }: AttemptEnd) =>
      write({ event: 'ended', ...common(attempt), outcome, requestId, status, error }),
  };
}

/** Null without a state directory. */
export const auditPath = (stateDirectory: string | null): string | null =>
  stateDirectory === null ? null : join(stateDirectory, 'audit.ndjson');

/** A change as recorded in the audit file. All texts are hostile. */
export interface AuditedChange {
  readonly attempt: string;
  /** When it began, as written: ISO 8601, UTC. */
  readonly time: string;
  readonly profile: string;
  readonly host: string;
  readonly user: string;
  readonly tty: string;
  readonly ssh: string;
  readonly operation: string;
  readonly subject: { readonly kind: string; readonly id: string; readonly name: string };
  /** The recorded part of the request. */
  readonly request: Readonly<Record<string, unknown>>;
  /** `unknown` also if none is recorded: the program ended before it was known, or is still waiting for it. */
  readonly outcome: (typeof OUTCOMES)[number];
  readonly status: number | null;
  readonly error: string | null;
  readonly requestId: string | null;
}

/** When the service accepted the deletion of an application, as written, by its id; the newest time of each. */
export const acceptedDeletions = (
  changes: readonly AuditedChange[],
  service: string,
): ReadonlyMap<string, string> =>
  new Map(
    changes
      .filter(
        ({ operation, outcome, host }) =>
          operation === 'app-delete' && outcome === 'accepted' && host === service,
      )
      .map(({ subject, time }) => [subject.id, time] as const)
      .reverse(),
  );

/**
 * The newest deletion of the application `id` that was sent and whose outcome is not known; undefined if there is none,
 * or a later one was accepted.
 *
 * @param changes newest first
 */
export function unresolvedDeletion(
  changes: readonly AuditedChange[],
  service: string,
  id: string,
): AuditedChange | undefined {
  const last = changes.find(
    ({ operation, outcome, host, subject }) =>
      operation === 'app-delete' &&
      host === service &&
      subject.id === id &&
      (outcome === 'accepted' || outcome === 'unknown'),
  );
  return last?.outcome === 'unknown' ? last : undefined;
}

export interface AuditTail {
  /** Newest first. */
  readonly changes: readonly AuditedChange[];
  /** Lines that are no records. */
  readonly broken: number;
  /** Whether it contains the beginning of the file. */
  readonly whole: boolean;
}

/** Bytes read from the end of the file: some thousand changes. */
const MAX_READ_BYTES = 1024 * 1024;

/**
 * The changes at the end of the audit file; none if the file does not exist.
 *
 * @throws FileError with a sentence if the file cannot be read
 */
export async function readAudit(files: Files, path: string): Promise<AuditTail> {
  const { text, whole } = await files.readTail(path, MAX_READ_BYTES);
  return auditedChanges(text, whole);
}

/**
 * The changes of {@link readAudit}; none without a file.
 *
 * @throws FileError with a sentence if the file cannot be read
 */
export const readChanges = async (
  files: Files,
  path: string | null,
): Promise<readonly AuditedChange[]> =>
  path === null ? [] : (await readAudit(files, path)).changes;

/** The changes, or none if the file cannot be read: `:audit` and `warren audit` report that. */
export async function changesOrNone(
  read: Promise<readonly AuditedChange[]>,
): Promise<readonly AuditedChange[]> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof FileError) return [];
    throw error;
  }
}

/** Maximum size of a verified audit file, bytes: some hundred thousand changes. */
const MAX_VERIFIED_BYTES = 256 * 1024 * 1024;

/**
 * Verifies the audit file.
 *
 * @throws FileError with a sentence if the file cannot be read
 */
export async function verifyAudit(files: Files, path: string): Promise<AuditCheck> {
  const { text, head } = await files.readRecords(path, MAX_VERIFIED_BYTES);
  return checkChain(text, head, (line) => recordIn(line) !== undefined);
}

/** The changes in `text`; its first line is incomplete unless `whole`. */
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
  // Several programs write the file, so attempts may not be in the order of their beginnings.
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
    outcome: outcome ?? 'unknown',
    status: typeof status === 'number' ? status : null,
    error: text('error') || null,
    requestId: text('requestId') || null,
  };
}

const asObject = (value: unknown) => (isObject(value) ? value : undefined);

/** Enough characters of a digest to distinguish specifications. */
const SHORT_DIGEST = 12;

/**
 * The changed part of the subject: the name of a variable, the uploaded specification; null if it is the whole
 * subject. Hostile text.
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
