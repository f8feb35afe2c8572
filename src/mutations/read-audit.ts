import type { Files } from '../edges/files.ts';

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
  return { changes: [...found.values()].reverse(), broken, whole };
}

const OUTCOMES = ['accepted', 'refused', 'not sent', 'unknown'] as const;

function recordIn(line: string): AuditedChange | undefined {
  const record = objectIn(line);
  const attempt = record?.['attempt'];
  if (!record || typeof attempt !== 'string' || attempt === '') return undefined;
  const text = (name: string) => {
    const value = record[name];
    return typeof value === 'string' ? value : '';
  };
  const subject = asObject(record['subject']);
  const part = (name: string) => {
    const value = subject?.[name];
    return typeof value === 'string' ? value : '';
  };
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

function objectIn(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return asObject(JSON.parse(line));
  } catch {
    return undefined;
  }
}

const asObject = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : undefined;
