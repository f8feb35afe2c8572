import { closeSync, constants, fstatSync, readSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { makeRecordingFolder } from '../edges/own-folder.ts';
import { codeOf, reasonOf } from '../edges/system-error.ts';
import { DatabaseError } from '../sqlite/database.ts';
import { keptOpen } from '../sqlite/kept-open.ts';

/** The gzip magic number. */
const GZIP = Buffer.from([0x1f, 0x8b]);
/** Length of the SQLite header up to the file size. */
const HEADER = 32;
/** Limit of an unpacked bundle in bytes: twice the limit of a recording. */
const MAX_BYTES = 1 << 30;

/**
 * Unpacks a compressed recording to a temporary file for `work`, and removes its name afterwards; open handles stay
 * valid. Returns undefined for a file that is not compressed.
 *
 * The content is not trusted: it must begin like a database, and unpacking stops at the size stated in its header.
 *
 * @throws DatabaseError for what cannot be unpacked
 */
export async function whileUnpacked<Value>(
  path: string,
  work: (plain: string) => Promise<Value>,
): Promise<Value | undefined> {
  const file = await openPacked(path);
  if (!file) return undefined;
  let folder: string | undefined;
  let plain = path;
  try {
    folder = await makeRecordingFolder();
    plain = join(folder, 'recording.db');
    await unpack(file, plain, path);
    return await work(plain);
  } catch (error) {
    if (error instanceof DatabaseError) {
      throw new DatabaseError(error.message.replaceAll(plain, path), error.isBusy);
    }
    const code = codeOf(error);
    if (code === undefined) throw error;
    throw new DatabaseError(`${path} could not be unpacked: ${reasonOf(code)}.`);
  } finally {
    await file.close().catch(() => {});
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
}

/** Opens a compressed file. Undefined for any other and for unreadable files, whose error the caller's open reports. */
async function openPacked(path: string): Promise<FileHandle | undefined> {
  const { O_RDONLY, O_NONBLOCK, O_NOCTTY } = constants;
  // O_NONBLOCK: opening a pipe would block.
  const flags = O_RDONLY | O_NONBLOCK | O_NOCTTY;
  try {
    const file = keptOpen(path, flags);
    if (fstatSync(file).isFile()) {
      const start = Buffer.alloc(GZIP.length);
      readSync(file, start, 0, start.length, 0);
      return start.equals(GZIP) ? await open(path, flags) : undefined;
    }
    closeSync(file);
  } catch {
    // Missing or unreadable.
  }
  return undefined;
}

async function unpack(file: FileHandle, plain: string, path: string): Promise<void> {
  const out = await open(plain, 'wx', 0o600);
  try {
    await pipeline(
      file.createReadStream({ start: 0 }),
      createGunzip(),
      bounded(path),
      async (plainly: AsyncIterable<Uint8Array>) => {
        for await (const chunk of plainly) await out.appendFile(chunk);
      },
    );
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    const code = codeOf(error) ?? '';
    const why = code.startsWith('Z_') ? 'it is damaged, or cut off' : reasonOf(code);
    throw new DatabaseError(`${path} could not be unpacked: ${why}.`);
  } finally {
    await out.close();
  }
}

/** Passes a database through, up to its stated size. */
function bounded(path: string): Transform {
  const refused = (why: string) => new DatabaseError(`${path} was not read: ${why}.`);
  let start = Buffer.alloc(0);
  let due: number | null = null;
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (due === null) {
        start = Buffer.concat([start, chunk]);
        if (start.length < HEADER) return done();
        due = sizeIn(start);
        if (due === null) return done(refused('its content is not a recording'));
        if (due > MAX_BYTES) return done(refused('it is larger than any bundle'));
        chunk = start;
      }
      if (seen > due) return done(refused('it holds more than it declares'));
      done(null, chunk);
    },
    flush: (done) => done(due === null ? refused('its content is not a recording') : null),
  });
}

/** Size of a database by its header; null if it is no database. */
function sizeIn(header: Buffer): number | null {
  if (header.toString('latin1', 0, 16) !== 'SQLite format 3\0') return null;
  // 1 means 65536.
  const page = header.readUInt16BE(16);
  return (page === 1 ? 65_536 : page) * header.readUInt32BE(28);
}
