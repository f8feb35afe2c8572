import { constants, lstatSync, mkdirSync, rmSync } from 'node:fs';
import { type FileHandle, lstat, open, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { geteuid } from 'node:process';
import { atExit } from './own-process.ts';
import { randomHex } from './random-hex.ts';
import { appendRecord, headOf, type NewRecord, type RecordLog } from './record-log.ts';
import { codeOf, reasonNotMade, reasonOf } from './system-error.ts';
import {
  directoryRefusal,
  fileRefusal,
  type Refusal,
  refusalText,
  trustedPath,
} from './trusted-file.ts';

/** The file system, as far as the program uses it. Every method rejects with a {@link FileError}. */
export interface Files {
  /** The whole text of a regular file of at most `mostBytes`, which must be UTF-8. */
  readText(path: string, mostBytes: number): Promise<string>;
  /** The last `mostBytes` of a file of ours; empty when there is none. `whole`: nothing stands before it. */
  readTail(
    path: string,
    mostBytes: number,
  ): Promise<{ readonly text: string; readonly whole: boolean }>;
  /** Adds `text` at the end of a file that only its owner can read, and waits until it is on the disk. */
  appendPrivate(path: string, text: string): Promise<void>;
  /**
   * Adds a record to a log that only its owner can read, and waits until it is on the disk. One process at a time
   * does: `compose` sees the log as it is.
   */
  appendRecord(path: string, compose: (log: RecordLog) => Promise<NewRecord>): Promise<void>;
  /** A log of at most `mostBytes` with its head, one byte a character; empty texts where there is none. */
  readRecords(
    path: string,
    mostBytes: number,
  ): Promise<{ readonly text: string; readonly head: string }>;
  /** Makes a new file that only its owner can read. */
  createPrivate(path: string, text: string): Promise<void>;
  /** Removes a file; one that is not there is as good as removed. */
  remove(path: string): Promise<void>;
}

/** Why something could not be done with a file, as a sentence. Hostile text: it holds the path. */
export class FileError extends Error {
  override readonly name = 'FileError';
  /** The system's own word for it, where it was the system that refused (`ENOSPC`). */
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

const OWNER_ONLY = 0o600;
const OWNER_ONLY_DIRECTORY = 0o700;
const OTHERS = 0o077;

/** The machine's file system. */
export function realFiles(): Files {
  return {
    async readText(path, mostBytes) {
      const bytes = await readRegularFile(path, mostBytes + 1);
      if (bytes.length > mostBytes) {
        throw new FileError(`${path} is larger than ${mostBytes} bytes.`);
      }
      return utf8(path, bytes);
    },
    async readTail(path, mostBytes) {
      const { bytes, whole } = await ownTail(path, mostBytes);
      return { text: new TextDecoder().decode(bytes), whole };
    },
    async readRecords(path, mostBytes) {
      // The head first: what is added meanwhile is more than it says, not less.
      const head = await ownTail(headOf(path), mostBytes);
      const log = await ownTail(path, mostBytes);
      if (!log.whole) throw new FileError(`${path} is larger than ${mostBytes} bytes.`);
      return { text: log.bytes.toString('latin1'), head: head.bytes.toString('latin1') };
    },
    appendPrivate: (path, text) =>
      describingErrors(path, 'written', async () => {
        await privateDirectory(dirname(path));
        const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
        const flags = O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK;
        const handle = await open(path, flags, OWNER_ONLY);
        await closing(handle, async () => {
          const found = await handle.stat();
          refuse(fileRefusal(found, path, { uid: ownUid(), orRoot: false, others: 'read' }));
          if (found.mode & OTHERS) await handle.chmod(OWNER_ONLY);
          await handle.appendFile((await isTorn(handle, found.size)) ? `\n${text}` : text);
          await handle.datasync();
        });
      }),
    appendRecord: (path, compose) =>
      describingErrors(path, 'written', async () => {
        await privateDirectory(dirname(path));
        const refusal = await appendRecord(path, ownUid(), compose);
        if (refusal !== null) throw new FileError(refusal);
      }),
    createPrivate: (path, text) =>
      describingErrors(path, 'made', async () => {
        await privateDirectory(dirname(path));
        const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
        const handle = await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, OWNER_ONLY);
        await closing(handle, () => handle.writeFile(text));
      }),
    remove: (path) =>
      describingErrors(path, 'removed', () =>
        unlink(path).catch((error: unknown) => {
          if (codeOf(error) !== 'ENOENT') throw error;
        }),
      ),
  };
}

/**
 * At most `most` bytes from the beginning of a regular file.
 *
 * @throws FileError for pipes and devices, which need not end, and for what cannot be read
 */
export function readRegularFile(path: string, most: number): Promise<Buffer> {
  return describingErrors(path, 'read', async () => {
    // O_NONBLOCK: opening a pipe would wait for a writer.
    const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
    return closing(handle, async () => {
      if (!(await handle.stat()).isFile()) throw new FileError(`${path} is not a regular file.`);
      return beginning(handle, most);
    });
  });
}

/** The last `most` bytes of a file of ours. */
const ownTail = (path: string, most: number) =>
  describingErrors(path, 'read', async () => {
    const handle = await openIfThere(path);
    if (!handle) return { bytes: Buffer.alloc(0), whole: true };
    return closing(handle, async () => {
      const found = await handle.stat();
      refuse(fileRefusal(found, path, { uid: ownUid(), orRoot: false, others: 'read' }));
      const start = Math.max(0, found.size - most);
      return { bytes: await beginning(handle, found.size - start, start), whole: start === 0 };
    });
  });

/** A directory of ours, made if need be, that nobody else can look into. */
async function privateDirectory(path: string): Promise<void> {
  const trust = trustedPath(path, ownUid());
  if (trust.kind === 'refused') refuse(trust);
  makeDirectories(path);
  refuse(directoryRefusal(await lstat(path), path, ownUid()));
}

function refuse(refusal: Refusal | undefined): void {
  if (refusal) throw new FileError(refusalText(refusal));
}

/**
 * Makes a directory and those above it that are missing, for the owner alone. It waits for the disk, as judging
 * the path did. Node's own `recursive` never comes back where nothing can be made, as below /proc.
 *
 * @throws FileError where nothing can be made
 * @throws Error of the file system
 */
export function makeDirectories(path: string): void {
  if (isThere(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeDirectories(parent);
  try {
    mkdirSync(path, OWNER_ONLY_DIRECTORY);
  } catch (error) {
    const code = codeOf(error);
    // Another program was faster.
    if (code === 'EEXIST') return;
    if (code === 'ENOENT') throw new FileError(`Nothing can be made in ${parent}.`);
    throw error;
  }
}

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** Whether a file ends within a line: whoever wrote it was killed, and what follows must not be lost with it. */
async function isTorn(handle: FileHandle, size: number): Promise<boolean> {
  if (size === 0) return false;
  const [last] = await beginning(handle, 1, size - 1);
  return last !== 0x0a;
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  const trust = trustedPath(path, ownUid());
  if (trust.kind === 'refused') refuse(trust);
  try {
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** At most `most` bytes from `start` on, whatever size the file says it has. */
async function beginning(handle: FileHandle, most: number, start = 0): Promise<Buffer> {
  const buffer = Buffer.alloc(most);
  let filled = 0;
  while (filled < most) {
    const { bytesRead } = await handle.read(buffer, filled, most - filled, start + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

function utf8(path: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new FileError(`${path} is not text in UTF-8.`);
  }
}

async function closing<Value>(handle: FileHandle, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } finally {
    await handle.close();
  }
}

/** Does `work`; whatever the system says no with becomes a sentence. */
async function describingErrors<Value>(
  path: string,
  done: string,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FileError) throw error;
    const code = codeOf(error);
    if (code === undefined) throw error;
    const why = done === 'read' ? reasonOf(code) : reasonNotMade(code);
    throw new FileError(`${path} could not be ${done}: ${why}.`, code);
  }
}

/** Who this program runs as; undefined where the system has no user ids. A user without a name has one, too. */
export const ownUid = (): number | undefined => geteuid?.();

/** Bytes gathered before they are handed to the file. */
const CHUNK = 256 * 1024;

/**
 * Writes a file that was not there before, readable by its owner only. Nothing is ever overwritten, no link is
 * followed, and there is the whole file on the disk or none: it grows under another name. What ends the process
 * meanwhile takes it away, but for SIGKILL.
 *
 * @param content lines, or bytes as they come about: the name is reserved before the first of them
 * @returns bytes written
 * @throws FileError with the code `EEXIST` when there is something of that name already
 */
export const writeNewFile = (
  path: string,
  content: Iterable<string> | AsyncIterable<Uint8Array>,
): Promise<number> => describingErrors(path, 'written', () => writeWhole(path, content));

async function writeWhole(
  path: string,
  content: Parameters<typeof writeNewFile>[1],
): Promise<number> {
  // Reserves the name: a rename alone would overwrite an existing file.
  await (await open(path, NEW_FILE, OWNER_ONLY)).close();
  const draft = `${path}.${randomHex(4)}.part`;
  const whole = removedAtExit([draft, path]);
  try {
    const file = await open(draft, NEW_FILE, OWNER_ONLY);
    const bytes = await closing(file, async () => {
      let written = 0;
      const chunks = Symbol.asyncIterator in content ? content : chunksOf(content);
      for await (const chunk of chunks) {
        // Unlike `write`, `appendFile` writes all bytes or fails.
        await file.appendFile(chunk);
        written += chunk.length;
      }
      await file.sync();
      return written;
    });
    await rename(draft, path);
    return bytes;
  } catch (error) {
    await unlink(draft).catch(() => {});
    await unlink(path).catch(() => {});
    throw error;
  } finally {
    whole();
  }
}

/** Writes new files, and knows which of them are not whole yet, by the path that was given. */
export function newFiles(write: (path: string, lines: Iterable<string>) => Promise<number>) {
  const unwritten = new Set<string>();
  return {
    unwritten,
    async writeNewFile(...[path, lines]: Parameters<typeof write>): Promise<number> {
      unwritten.add(path);
      try {
        return await write(path, lines);
      } finally {
        unwritten.delete(path);
      }
    },
  };
}

/** Takes away what is at `paths` where the process ends before this is taken back; `recursive`: folders, with all in them. */
export const removedAtExit = (paths: readonly string[], recursive = false): (() => void) =>
  atExit(() => {
    for (const path of paths) {
      try {
        rmSync(path, { recursive, force: true });
      } catch {
        // It stays: nobody is there to be told.
      }
    }
  });

const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

function* chunksOf(lines: Iterable<string>): Generator<Uint8Array> {
  let chunk = '';
  for (const line of lines) {
    chunk += line;
    if (chunk.length < CHUNK) continue;
    yield Buffer.from(chunk);
    chunk = '';
  }
  yield Buffer.from(chunk);
}
