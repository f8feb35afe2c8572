import { constants } from 'node:fs';
import { type FileHandle, open, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join, parse } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isRunning, machineTag } from './own-process.ts';
import { randomHex } from './random-hex.ts';
import { codeOf } from './system-error.ts';
import { fileRefusal, refusalText } from './trusted-file.ts';

/** A log as it is before a record is added. */
export interface RecordLog {
  /** Bytes. */
  readonly size: number;
  /** What the last record left beside the log; empty where there is none. */
  readonly head: string;
  /** The bytes from `start` on, as text of one byte a character. */
  textFrom(start: number): Promise<string>;
}

/** What is written: the record's line, and what the next one is to find beside the log. */
export interface NewRecord {
  readonly line: string;
  readonly head: string;
}

const OWNER_ONLY = 0o600;
const OTHERS = 0o077;
/** The head is overwritten in one piece that fills a part of one block. */
const HEAD_BYTES = 128;

/** Beside a log: `audit.head` of `audit.ndjson`. */
const beside = (path: string, kind: 'head' | 'lock'): string =>
  join(dirname(path), `${parse(path).name}.${kind}`);

export const headOf = (path: string): string => beside(path, 'head');

/**
 * Adds a record at the end of a log in a directory of ours, and waits until it is on the disk: the record, then the
 * head beside it. One process at a time does; what cannot be written whole is taken back.
 *
 * @returns why nothing was written, as a sentence; null when it was. Hostile text
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
        opened.push(file);
        const found = await file.stat();
        const refusal = fileRefusal(found, name, { uid, orRoot: false, others: 'read' });
        if (refusal) return refusalText(refusal);
        if (found.mode & OTHERS) await file.chmod(OWNER_ONLY);
      }
      const [log, head] = opened as [FileHandle, FileHandle];
      const { size } = await log.stat();
      const record = await compose({
        size,
        head: (await textOf(head, 0, HEAD_BYTES)).trimEnd(),
        textFrom: (start) => textOf(log, start, size - start),
      });
      if (!(await isHeld())) return `${lock} was taken over by another program.`;
      await write({ log, size, head }, record);
      return null;
    } finally {
      for (const file of opened) await file.close();
    }
  });
  return appended === undefined
    ? `Another program holds ${lock}. Try again in half a minute.`
    : appended;
}

function openToWrite(path: string, how: number): Promise<FileHandle> {
  const { O_RDWR, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
  return open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | how, OWNER_ONLY);
}

async function textOf(file: FileHandle, start: number, length: number): Promise<string> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, start);
  return buffer.toString('latin1', 0, bytesRead);
}

/** All of it or nothing: the next record must not stand behind a part of this one. */
async function write(
  {
    log,
    size,
    head,
  }: { readonly log: FileHandle; readonly size: number; readonly head: FileHandle },
  record: NewRecord,
): Promise<void> {
  try {
    await writeAt(log, record.line, size);
    await log.datasync();
    await writeAt(head, `${record.head.padEnd(HEAD_BYTES - 1)}\n`, 0);
    await head.datasync();
  } catch (error) {
    await log.truncate(size).catch(() => {});
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

/** Held by the process that made the file; other machines may share the directory, so no lock of the system's will do. */
interface Lock {
  /** Whether it is still ours: a process that was stopped for long may find that another took it over. */
  isHeld(): Promise<boolean>;
}

/** How long somebody waits for the lock, milliseconds. It is held for some milliseconds at a time. */
const PATIENCE = 10_000;
/** A lock that is older is nobody's any more, milliseconds. */
const ABANDONED = 30_000;
/** Bytes; what is longer is no ticket. */
const LONGEST_TICKET = 64;
/** Between two attempts, milliseconds; a random part keeps those who wait apart. */
const BETWEEN = 5;
/** After this time whoever takes over an abandoned lock at the same moment has done so, milliseconds. */
const SETTLING = 50;

/**
 * Does `work` while no other process of this user does work under the lock at `path`. One that was killed gives the
 * lock up: its process id is looked for, and where that is another process by now, or ours (in a container all have the
 * same), the lock is too old after half a minute.
 *
 * @param patience how long it is waited for, milliseconds
 * @returns undefined when the lock could not be had in time
 * @throws Error of the file system
 */
export async function whileLocked<Value>(
  path: string,
  work: (lock: Lock) => Promise<Value>,
  patience = PATIENCE,
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
      await setTimeout(SETTLING);
      if (await isHeld()) break;
    }
    await setTimeout(BETWEEN * (1 + Math.random()));
  }
  try {
    return await work({ isHeld });
  } finally {
    if (await isHeld()) await unlink(path);
  }
}

/** Makes the file; false when it is there already. */
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

/** The ticket of a lock; undefined where there is none. Whoever opens a pipe to read it would wait for ever. */
async function contentOf(path: string): Promise<string | undefined> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => undefined);
  try {
    return file && (await textOf(file, 0, LONGEST_TICKET));
  } catch {
    return undefined;
  } finally {
    await file?.close();
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (!found) return false;
  const [machine, id] = (await contentOf(path))?.split(' ') ?? [];
  if (machine === machineTag() && id !== undefined && !isRunning(Number(id))) return true;
  // The clock may have been set back meanwhile.
  return Math.abs(Date.now() - found.mtimeMs) > ABANDONED;
}
