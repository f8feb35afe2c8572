import { join } from 'node:path';
import type { ApiError, ChangeOutcome } from '../contract/api-error.ts';
import type { ChangeId } from '../contract/operation.ts';
import { FileError, type Files } from '../edges/files.ts';
import type { Operator } from '../edges/operator.ts';
import type { ChangeSubject } from '../state/change.ts';

/** What the audit file may hold of a request: whoever makes the change names what is not secret. */
export type Recorded = Readonly<Record<string, string | number | boolean | null>>;

/** A change that is about to be sent. */
export interface Attempt {
  readonly attempt: string;
  readonly operation: ChangeId;
  readonly subject: ChangeSubject;
  readonly request: Recorded;
}

/** What became of it. */
interface AttemptEnd {
  readonly outcome: 'accepted' | ChangeOutcome;
  readonly requestId: string | null;
  /** Without anything secret. */
  readonly error: ApiError | null;
}

/** Where changes are written down: once before they are sent, once when their outcome is known. */
export interface Audit {
  /** Resolves with why it could not be written down, a sentence; null when it was. */
  begun(attempt: Attempt): Promise<string | null>;
  ended(attempt: Attempt, end: AttemptEnd): Promise<string | null>;
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
}

/** Longer texts are cut: a line must stay short enough to be written in one piece. */
const LONGEST_TEXT = 300;

const short = (text: string): string =>
  text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;

/** Every character that is not plain ASCII escaped: the file can be read with anything. */
function line(record: Readonly<Record<string, unknown>>): string {
  const json = JSON.stringify(record, (_, value: unknown) =>
    typeof value === 'string' ? short(value) : value,
  );
  const ascii = json.replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `${ascii}\n`;
}

/** An append-only file of JSON lines that only its owner can read. It never holds the access key. */
export function openAudit(parts: AuditParts): Audit {
  const { files, path, clock, profile, host } = parts;
  const write = async (record: Readonly<Record<string, unknown>>): Promise<string | null> => {
    if (path === null) {
      return 'There is no place for an audit file: neither XDG_STATE_HOME nor HOME names one.';
    }
    try {
      await files.appendPrivate(path, line(record));
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
    begun: (attempt) => write({ event: 'begun', ...common(attempt) }),
    ended: (attempt, { outcome, requestId, error }) =>
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
