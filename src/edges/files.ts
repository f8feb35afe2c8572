import {
  appendFileSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  rmSync,
} from 'node:fs';
import { type FileHandle, open, rename, unlink } from 'node:fs/promises';
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

/** Access to the file system. All methods reject with {@link FileError}. */
export interface Files {
  /** Reads a regular file in UTF-8 of at most `mostBytes`. */
  readText(path: string, mostBytes: number): Promise<string>;
  /** Reads the last `mostBytes` of one of our files; empty if it does not exist. `whole`: includes the beginning. */
  readTail(
    path: string,
    mostBytes: number,
  ): Promise<{ readonly text: string; readonly whole: boolean }>;
  /** Appends to a file only its owner can read, and syncs it. */
  appendPrivate(path: string, text: string): Promise<void>;
  /** Appends a record to a log only its owner can read, and syncs it. Locked: `compose` sees the current log. */
  appendRecord(path: string, compose: (log: RecordLog) => Promise<NewRecord>): Promise<void>;
  /** Reads a log of at most `mostBytes` with its head, one byte per character; empty texts if it does not exist. */
  readRecords(
    path: string,
    mostBytes: number,
  ): Promise<{ readonly text: string; readonly head: string }>;
  /** Creates a new file that only its owner can read. */
  createPrivate(path: string, text: string): Promise<void>;
  /** Removes a file if it exists. */
  remove(path: string): Promise<void>;
}

/** Why a file operation failed, as a sentence. Hostile text: it contains the path. */
export class FileError extends Error {
  override readonly name = 'FileError';
  /** The system's error code, if there is one (`ENOSPC`). */
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

/** A limit in bytes, exactly: `5 MiB`, `64 KiB`, `100 bytes`. */
export function sizeLimit(bytes: number): string {
  if (bytes % 1024 ** 2 === 0) return `${bytes / 1024 ** 2} MiB`;
  return bytes % 1024 === 0 ? `${bytes / 1024} KiB` : `${bytes} bytes`;
}

const OWNER_ONLY = 0o600;
const OWNER_ONLY_DIRECTORY = 0o700;
const OTHERS = 0o077;

const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
const APPENDED_FILE = O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK;

export function realFiles(): Files {
  return {
    async readText(path, mostBytes) {
      const bytes = await readRegularFile(path, mostBytes + 1);
      if (bytes.length > mostBytes) {
        throw new FileError(`${path} is larger than ${sizeLimit(mostBytes)}.`);
      }
      return utf8(path, bytes);
    },
    async readTail(path, mostBytes) {
      const { bytes, whole } = await ownTail(path, mostBytes);
      return { text: new TextDecoder().decode(bytes), whole };
    },
    async readRecords(path, mostBytes) {
      // The head first: an append in between only makes the log newer than its head.
      const head = await ownTail(headOf(path), mostBytes);
      const log = await ownTail(path, mostBytes);
      if (!log.whole) throw new FileError(`${path} is larger than ${sizeLimit(mostBytes)}.`);
      return { text: log.bytes.toString('latin1'), head: head.bytes.toString('latin1') };
    },
    appendPrivate: (path, text) =>
      describingErrors(path, 'written', async () => {
        privateDirectory(dirname(path));
        const handle = await open(path, APPENDED_FILE, OWNER_ONLY);
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
        privateDirectory(dirname(path));
        const refusal = await appendRecord(path, ownUid(), compose);
        if (refusal !== null) throw new FileError(refusal);
      }),
    createPrivate: (path, text) =>
      describingErrors(path, 'made', async () => {
        privateDirectory(dirname(path));
        const handle = await open(path, NEW_FILE, OWNER_ONLY);
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
 * Like `appendPrivate`, for an exiting process: synchronous, and without a sync of the disk.
 *
 * @throws FileError
 * @throws Error of the file system
 */
export function appendAtExit(path: string, text: string): void {
  privateDirectory(dirname(path));
  const file = openSync(path, APPENDED_FILE, OWNER_ONLY);
  try {
    refuse(fileRefusal(fstatSync(file), path, { uid: ownUid(), orRoot: false, others: 'read' }));
    fchmodSync(file, OWNER_ONLY);
    appendFileSync(file, text);
  } finally {
    closeSync(file);
  }
}

/**
 * At most `most` bytes from the start of a regular file.
 *
 * @throws FileError for pipes and devices, which may have no end, and for unreadable files
 */
export function readRegularFile(path: string, most: number): Promise<Buffer> {
  return describingErrors(path, 'read', async () => {
    // Without O_NONBLOCK opening a pipe waits for a writer.
    const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
    return closing(handle, async () => {
      if (!(await handle.stat()).isFile()) throw new FileError(`${path} is not a regular file.`);
      return beginning(handle, most);
    });
  });
}

/** The last `most` bytes of one of our files. */
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

/** Checks, or creates, a directory that only we can look into. */
function privateDirectory(path: string): void {
  const trust = trustedPath(path, ownUid());
  if (trust.kind === 'refused') refuse(trust);
  makeDirectories(path);
  refuse(directoryRefusal(lstatSync(path), path, ownUid()));
}

function refuse(refusal: Refusal | undefined): void {
  if (refusal) throw new FileError(refusalText(refusal));
}

/**
 * Creates a directory with missing parents, for the owner only. Synchronous, like the checks of the path. Node's own
 * `recursive` option hangs where nothing can be created, as below /proc.
 *
 * @throws FileError where nothing can be created
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
    // Another process created it first.
    if (code === 'EEXIST') return;
    if (code === 'ENOENT') throw new FileError(`Nothing can be made in ${parent}.`);
    throw error;
  }
}

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/**
 * Whether a file ends in the middle of a line because its writer was killed: an appended line must not be joined to
 * it.
 */
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

/** At most `most` bytes from `start`, whatever size the file claims. */
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

/** Runs `work`; system errors become sentences. */
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

/** The effective user id; undefined on systems without user ids. */
export const ownUid = (): number | undefined => geteuid?.();

/** Bytes collected before each write. */
const CHUNK = 256 * 1024;

/**
 * Writes lines to a new file: {@link createWhole}.
 *
 * @returns bytes written
 */
export const writeNewFile = (path: string, lines: Iterable<string>): Promise<number> =>
  createWhole(path, async (draft) => {
    const file = await open(draft, NEW_FILE, OWNER_ONLY);
    await closing(file, async () => {
      // Unlike `write`, `appendFile` writes all bytes or fails.
      for (const chunk of chunksOf(lines)) await file.appendFile(chunk);
    });
  });

/**
 * Creates a new file that only its owner can read. Never overwrites and never follows links. The file is complete or
 * absent: it is written under a temporary name, which is removed if the process ends, except by SIGKILL.
 *
 * @param write writes the file under the name it is given, for the owner alone; `path` is reserved before
 * @returns bytes written
 * @throws FileError with code `EEXIST` if the name exists
 */
export const createWhole = (
  path: string,
  write: (draft: string) => Promise<void>,
): Promise<number> => describingErrors(path, 'written', () => createReserved(path, write));

async function createReserved(
  path: string,
  write: (draft: string) => Promise<void>,
): Promise<number> {
  // Reserves the name: a rename alone would overwrite an existing file.
  await (await open(path, NEW_FILE, OWNER_ONLY)).close();
  const draft = `${path}.${randomHex(4)}.part`;
  const whole = removedAtExit([draft, path]);
  try {
    await write(draft);
    const file = await open(draft, constants.O_RDWR | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const { size } = await closing(file, async () => {
      await file.sync();
      return file.stat();
    });
    await rename(draft, path);
    return size;
  } catch (error) {
    await unlink(draft).catch(() => {});
    await unlink(path).catch(() => {});
    throw error;
  } finally {
    whole();
  }
}

/** Writes new files, and lists those that are still incomplete, by their given paths. */
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

/** Removes `paths` if the process ends before the returned function is called. */
const removedAtExit = (paths: readonly string[]): (() => void) =>
  atExit(() => {
    for (const path of paths) {
      try {
        rmSync(path, { force: true });
      } catch {
        // Nobody is left to report this to.
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
