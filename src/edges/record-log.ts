import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname, join, parse } from 'node:path';
import { whileLocked } from './lock.ts';
import { fileRefusal } from './trusted-file.ts';
import { refusalText } from './trusted-path.ts';

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

/** Why nothing was written, as a sentence; null when it was. Hostile text. */
interface Appended {
  readonly refusal: string | null;
}

const refused = (refusal: string): Appended => ({ refusal });

/**
 * Adds a record at the end of a log in a directory of ours, and waits until it is on the disk: the record, then the
 * head beside it. One process at a time does; what cannot be written whole is taken back.
 *
 * @throws Error of the file system
 */
export async function appendRecord(
  path: string,
  uid: number | undefined,
  compose: (log: RecordLog) => Promise<NewRecord>,
): Promise<Appended> {
  const lock = beside(path, 'lock');
  const appended = await whileLocked(lock, async ({ isHeld }): Promise<Appended> => {
    const opened: FileHandle[] = [];
    try {
      for (const name of [path, headOf(path)]) {
        const file = await openToWrite(name, name === path ? constants.O_APPEND : 0);
        opened.push(file);
        const found = await file.stat();
        const refusal = fileRefusal(found, name, { uid, orRoot: false, others: 'read' });
        if (refusal) return refused(refusalText(refusal));
        if (found.mode & OTHERS) await file.chmod(OWNER_ONLY);
      }
      const [log, head] = opened as [FileHandle, FileHandle];
      const { size } = await log.stat();
      const record = await compose({
        size,
        head: (await textOf(head, 0, HEAD_BYTES)).trimEnd(),
        textFrom: (start) => textOf(log, start, size - start),
      });
      if (!(await isHeld())) return refused(`${lock} was taken over by another program.`);
      await write({ log, size, head }, record);
      return { refusal: null };
    } finally {
      for (const file of opened) await file.close();
    }
  });
  return appended ?? refused(`Another program holds ${lock}. Try again in half a minute.`);
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
