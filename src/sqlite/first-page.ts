import { closeSync, openSync, readSync } from 'node:fs';
import { codeOf } from '../edges/system-error.ts';

/** What a page says that has rows and no pages below it. */
const LEAF = 0x0d;
/** On the first page this follows the header of the file. */
const KIND_AT = 100;
const PAGE_SIZE_AT = 16;
const MAGIC = 'SQLite format 3\0';
/** The header of a write-ahead log, and of each page in it. */
const LOG_HEADER = 32;
const FRAME_HEADER = 24;

/**
 * Whether the list of tables fits on the first page of a database file, as that of every format of ours does, in the
 * file and in its write-ahead log. SQLite reads the whole list before it does anything else, and cannot be stopped: in a
 * forged file pages may lead to each other so often that it never ends. True for what is no database: SQLite says so.
 *
 * @param path without links
 */
export function listsTablesOnFirstPage(path: string): boolean {
  return reading(path, (bytes) => {
    const header = bytes(0, KIND_AT + 1);
    if (header.length <= KIND_AT || !header.toString('latin1').startsWith(MAGIC)) return true;
    // 1 stands for 65536.
    const size = header.readUInt16BE(PAGE_SIZE_AT);
    return header[KIND_AT] === LEAF && isLeafInLog(`${path}-wal`, size === 1 ? 65_536 : size);
  });
}

const isLeafInLog = (path: string, size: number): boolean =>
  reading(path, (bytes) => {
    for (let at = LOG_HEADER; ; at += FRAME_HEADER + size) {
      const frame = bytes(at, FRAME_HEADER + KIND_AT + 1);
      if (frame.length <= FRAME_HEADER + KIND_AT) return true;
      const isFirstPage = frame.readUInt32BE(0) === 1;
      if (isFirstPage && frame[FRAME_HEADER + KIND_AT] !== LEAF) return false;
    }
  });

/** Reads from a file; one that is not there has no bytes. */
function reading<Value>(
  path: string,
  work: (bytes: (from: number, length: number) => Buffer) => Value,
): Value {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  try {
    return work((from, length) => {
      if (file === undefined) return Buffer.alloc(0);
      const buffer = Buffer.alloc(length);
      return buffer.subarray(0, readSync(file, buffer, 0, length, from));
    });
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
