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

/** What every gzip file begins with. */
const GZIP = Buffer.from([0x1f, 0x8b]);
/** Of an SQLite file: up to where it says how long it is. */
const HEADER = 32;
/** Bytes that a bundle may have unpacked: twice what a recording may have. */
const MOST_BYTES = 1 << 30;

/**
 * Lets `work` have a packed recording as a plain file, which is gone by its name when that has ended: what has it open
 * by then goes on reading it. Undefined, without `work`, for a file that is not packed.
 *
 * What is packed is not believed: it must begin as a database does, and no more of it is unpacked than that says it has.
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

/** Opens a file that is packed; undefined for any other, and for what cannot be read: whoever opens that says why. */
async function openPacked(path: string): Promise<FileHandle | undefined> {
  const { O_RDONLY, O_NONBLOCK, O_NOCTTY } = constants;
  // O_NONBLOCK: opening a pipe would wait for a writer.
  const flags = O_RDONLY | O_NONBLOCK | O_NOCTTY;
  try {
    const file = keptOpen(path, flags);
    if (fstatSync(file).isFile()) {
      const start = Buffer.alloc(GZIP.length);
      readSync(file, start, 0, start.length, 0);
      return start.equals(GZIP) ? await open(path, flags) : undefined;
    }
    // A directory, a device.
    closeSync(file);
  } catch {
    // Not there, or not to be read.
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

/** Lets a database through, and nothing beyond the end that it states. */
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
        if (due > MOST_BYTES) return done(refused('it is larger than any bundle'));
        chunk = start;
      }
      if (seen > due) return done(refused('it holds more than it declares'));
      done(null, chunk);
    },
    flush: (done) => done(due === null ? refused('its content is not a recording') : null),
  });
}

/** How many bytes a database has, as its header says; null for what is none. */
function sizeIn(header: Buffer): number | null {
  if (header.toString('latin1', 0, 16) !== 'SQLite format 3\0') return null;
  // 1 stands for 65536.
  const page = header.readUInt16BE(16);
  return (page === 1 ? 65_536 : page) * header.readUInt32BE(28);
}
