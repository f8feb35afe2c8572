import { constants } from 'node:fs';
import { type FileHandle, open, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join, parse } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isRunning, machineTag } from './own-process.ts';
import { randomHex } from './random-hex.ts';
import { codeOf, reasonNotMade } from './system-error.ts';
import { fileRefusal, refusalText } from './trusted-file.ts';

/** A log before a record is added. */
export interface RecordLog {
  /** Bytes. */
  readonly size: number;
  /** What the last record wrote beside the log; may be empty. */
  readonly head: string;
  /** The bytes from `start`, one byte per character. */
  textFrom(start: number): Promise<string>;
}

/** The record's line, and the new head beside the log. */
export interface NewRecord {
  readonly line: string;
  readonly head: string;
}

const OWNER_ONLY = 0o600;
const OTHERS = 0o077;
/** The head is overwritten in a single write within one disk block. */
const HEAD_BYTES = 128;

/** `audit.head` beside `audit.ndjson`. */
const beside = (path: string, kind: 'head' | 'lock'): string =>
  join(dirname(path), `${parse(path).name}.${kind}`);

export const headOf = (path: string): string => beside(path, 'head');

/**
 * Appends a record to a log in one of our directories and syncs it: first the record, then the head. Locked against
 * other processes; an incomplete record is removed again.
 *
 * @returns why nothing was written, as a sentence (hostile text); null if it was
 * @throws Error of the file system
 */
export async function appendRecord(
  path: string,
  uid: number | undefined,
  compose: (log: RecordLog) => Promise<NewRecord>,
): Promise<string | null> {
  const lock = beside(path, 'lock');
  const appended = await whileLocked(lock, async ({ isHeld }) => {
    const opened: FileHandle[] = [];
    try {
      for (const name of [path, headOf(path)]) {
        const file = await openToWrite(name, name === path ? constants.O_APPEND : 0);
        if (typeof file === 'string') return file;
        opened.push(file);
        const found = await file.stat();
        const refusal = fileRefusal(found, name, { uid, orRoot: false, others: 'read' });
        if (refusal) return refusalText(refusal);
        if (found.mode & OTHERS) await file.chmod(OWNER_ONLY);
      }
      const [log, head] = opened as [FileHandle, FileHandle];
      const { size } = await log.stat();
      const before: RecordLog = {
        size,
        head: (await textOf(head, 0, HEAD_BYTES)).trimEnd(),
        textFrom: (start) => textOf(log, start, size - start),
      };
      const record = await compose(before);
      if (!(await isHeld())) return `${lock} was taken over by another program.`;
      await write({ log, head }, before, record);
      return null;
    } finally {
      for (const file of opened) await file.close();
    }
  });
  return appended === undefined
    ? `Another program holds ${lock}. Try again in half a minute.`
    : appended;
}

/** The open file, or why there is none, as a sentence that names it. */
async function openToWrite(path: string, how: number): Promise<FileHandle | string> {
  const { O_RDWR, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
  try {
    return await open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | how, OWNER_ONLY);
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    return `${path} could not be written: ${reasonNotMade(code)}.`;
  }
}

async function textOf(file: FileHandle, start: number, length: number): Promise<string> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, start);
  return buffer.toString('latin1', 0, bytesRead);
}

/** Writes all or nothing: the next record must not follow a partial one, nor a head name a missing one. */
async function write(
  { log, head }: { readonly log: FileHandle; readonly head: FileHandle },
  before: RecordLog,
  record: NewRecord,
): Promise<void> {
  try {
    await writeAt(log, record.line, before.size);
    await log.datasync();
    await writeHead(head, record.head, before.head);
  } catch (error) {
    await log.truncate(before.size).catch(() => {});
    throw error;
  }
}

/** Puts the head before back if the new one may not be on the disk. */
async function writeHead(file: FileHandle, head: string, before: string): Promise<void> {
  const bytes = (text: string) => `${text.padEnd(HEAD_BYTES - 1)}\n`;
  try {
    await writeAt(file, bytes(head), 0);
    await file.datasync();
  } catch (error) {
    await writeAt(file, bytes(before), 0).catch(() => {});
    throw error;
  }
}

async function writeAt(file: FileHandle, text: string, start: number): Promise<void> {
  const bytes = Buffer.from(text, 'latin1');
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await file.write(
      bytes,
      written,
      bytes.length - written,
      start + written,
    );
    written += bytesWritten;
  }
}

/** A lock file. System locks would not work: other machines may share the directory. */
interface Lock {
  /** Whether the lock is still ours: after a long stop another process may have taken it over. */
  isHeld(): Promise<boolean>;
}

/** How long to wait for the lock, milliseconds. It is usually held for a few milliseconds. */
const PATIENCE_MS = 10_000;
/** Older locks are abandoned, milliseconds. */
const ABANDONED_MS = 30_000;
/** A lock without a ticket is abandoned after this, milliseconds: its process was killed before it wrote one. */
const UNWRITTEN_MS = 2000;
/** Longer contents are no ticket, bytes. */
const MAX_TICKET_BYTES = 64;
/** Pause between attempts, milliseconds, with a random part to spread them. */
const RETRY_MS = 5;
/** By then any process that took over the same abandoned lock at the same time has finished, milliseconds. */
const SETTLING_MS = 50;

/**
 * Runs `work` while holding the lock file at `path`. The lock of a killed process is taken over: at once if its
 * process id is gone, after two seconds if it wrote none, otherwise after half a minute (the id may be reused, or ours,
 * as in containers).
 *
 * @param patience maximum wait, milliseconds
 * @returns undefined if the lock was not acquired in time
 * @throws Error of the file system
 */
export async function whileLocked<Value>(
  path: string,
  work: (lock: Lock) => Promise<Value>,
  patience = PATIENCE_MS,
): Promise<Value | undefined> {
  const ticket = `${machineTag()} ${process.pid} ${randomHex(8)}\n`;
  const isHeld = async () => (await contentOf(path)) === ticket;
  const deadline = performance.now() + patience;
  while (!(await take(path, ticket))) {
    if (performance.now() > deadline) return undefined;
    if (await isAbandoned(path)) {
      const draft = `${path}.${randomHex(4)}`;
      await writeTicket(draft, ticket);
      try {
        await rename(draft, path);
      } catch (error) {
        await unlink(draft);
        throw error;
      }
      await setTimeout(SETTLING_MS);
      if (await isHeld()) break;
    }
    await setTimeout(RETRY_MS * (1 + Math.random()));
  }
  try {
    return await work({ isHeld });
  } finally {
    if (await isHeld()) await unlink(path);
  }
}

/** Creates the file; false if it exists. */
async function take(path: string, ticket: string): Promise<boolean> {
  try {
    await writeTicket(path, ticket);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

async function writeTicket(path: string, ticket: string): Promise<void> {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  const file = await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    await file.writeFile(ticket);
  } catch (error) {
    await unlink(path).catch(() => {});
    throw error;
  } finally {
    await file.close();
  }
}

/** The ticket in a lock; undefined if there is none. O_NONBLOCK, because opening a pipe would wait forever. */
async function contentOf(path: string): Promise<string | undefined> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => undefined);
  try {
    return file && (await textOf(file, 0, MAX_TICKET_BYTES));
  } catch {
    return undefined;
  } finally {
    await file?.close();
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (!found) return false;
  const ticket = await contentOf(path);
  const [machine, id] = ticket?.split(' ') ?? [];
  if (machine === machineTag() && id !== undefined && !isRunning(Number(id))) return true;
  // The clock may have been set back.
  const age = Math.abs(Date.now() - found.mtimeMs);
  return age > (ticket === '' ? UNWRITTEN_MS : ABANDONED_MS);
}
