import { closeSync, constants, fstatSync, openSync, read, readSync, type Stats } from 'node:fs';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { promisify } from 'node:util';
import { codeOf } from '../edges/system-error.ts';
import { keptOpen } from './kept-open.ts';

/*
 * SQLite trusts that the pages of a file make trees. In a forged one a few pages lead to each other so often that a
 * statement over them never ends, and nothing stops SQLite in one: neither a signal nor the end of its thread. So the
 * pages are followed here, each once, before a file of somebody else's is believed (fileformat2.html of SQLite, sections 1.6
 * and 4).
 */

/** A page that leads to others, of a table or an index; one that has rows alone. */
const LEADING: readonly number[] = [0x02, 0x05];
const LEAF = 0x0d;
/** On the first page this follows the header of the file. */
const FILE_HEADER = 100;
const PAGE_SIZE_AT = 16;
const MAGIC = 'SQLite format 3\0';
/** The header of a page that leads to others; the cells of the others begin with the page. */
const PAGE_HEADER = 12;
/** The header of a write-ahead log, and of each page in it. */
const LOG_HEADER = 32;
const FRAME_HEADER = 24;
/** Pages that are looked at before others have their turn. */
const STRIDE = 250;
/** Bytes of a file that are read at once: pages of every size fill it. */
const PIECE = 1 << 20;
/** Bytes that are read in seconds, and of what the system calls a block; how often more than it takes a file may say it has. */
const [LARGE, BLOCK, MOST_PACKED] = [4 * 2 ** 30, 512, 64];
/** More pages than any file of ours has. */
const MOST_PAGES = 1 << 28;

/**
 * Whether the list of tables fits on the first page of a database file, as that of every format of ours does, in the
 * file and in its write-ahead log. SQLite reads the whole list before it does anything else. True for what is no database:
 * SQLite says so.
 *
 * @param path without links
 */
export function listsTablesOnFirstPage(path: string): boolean {
  const bytes = bytesOf(keptOpen(path, constants.O_RDONLY));
  const size = pageSizeOf(bytes);
  if (size === undefined) return true;
  if (bytes(FILE_HEADER, 1)[0] !== LEAF) return false;
  const log = openIfThere(`${path}-wal`);
  const logged = bytesOf(log);
  try {
    const salts = saltsOf(logged(0, LOG_HEADER));
    for (let at = LOG_HEADER; ; at += FRAME_HEADER + size) {
      const frame = logged(at, FRAME_HEADER + FILE_HEADER + 1);
      if (frame.length <= FRAME_HEADER + FILE_HEADER) return true;
      const page = frame.readUInt32BE(0);
      // Where SQLite stops, too: what is behind it is of before, or a hole that may be longer than any disk.
      if (page === 0 || !frame.subarray(8, 16).equals(salts)) return true;
      if (page === 1 && frame[FRAME_HEADER + FILE_HEADER] !== LEAF) return false;
    }
  } finally {
    if (log !== undefined) closeSync(log);
  }
}

/** How a long look at a file is followed, and ended. */
export interface FileLook {
  /** Once aborted, the look is given up and rejects with the reason. */
  readonly signal?: AbortSignal | undefined;
  /** Told how much of a file that takes a while was looked at, from 0 to 1. */
  progress?(share: number): void;
}

/**
 * Whether every page is reached in one way at most from the roots of the tables. Reads the file from its beginning to its
 * end, in large pieces and in another thread: which pages lead to others is known then, and only those are read again. A
 * transaction must be open meanwhile, so that what is read is of one moment; all the same another program may begin the
 * write-ahead log anew where all of it has been taken over.
 *
 * @param path without links
 */
export async function areTrees(
  path: string,
  roots: readonly number[],
  look: FileLook = {},
): Promise<boolean | 'changed meanwhile'> {
  const file = keptOpen(path, constants.O_RDONLY);
  const log = openIfThere(`${path}-wal`);
  try {
    const [stored, logged] = [bytesOf(file), bytesOf(log)];
    const size = pageSizeOf(stored);
    if (size === undefined) return true;
    // Before its pages: of a log that is begun anew while they are looked for some are of the old one.
    const begun = logged(0, LOG_HEADER);
    const frames = await committedFrames(logged, size);
    const no = () => (logged(0, LOG_HEADER).equals(begun) ? false : ('changed meanwhile' as const));
    const found = fstatSync(file);
    const pages = Math.max(Math.ceil(found.size / size), frames.pages);
    if (pages > MOST_PAGES || isHollow(found)) return false;
    const kinds = await kindsOf(file, { pages, size }, look);
    for (const [page, at] of frames.at) {
      if (page <= pages) kinds[page] = kindOf(logged(at, 1)[0]);
    }
    const waiting: number[] = [];
    // The first belongs to the list of tables.
    kinds[1] = REACHED;
    /** False for a page that has been reached. Of one that is not there SQLite tells. */
    const reach = (page: number): boolean => {
      if (page === 0 || page > pages) return true;
      if (kinds[page] === REACHED) return false;
      if (kinds[page] === LEADS) waiting.push(page);
      kinds[page] = REACHED;
      return true;
    };
    if (!roots.every(reach)) return no();
    for (let looked = 1; ; looked += 1) {
      const page = waiting.pop();
      if (page === undefined) return true;
      const at = frames.at.get(page);
      const bytes = at === undefined ? stored((page - 1) * size, size) : logged(at, size);
      if (!childrenIn(bytes).every(reach)) return no();
      if (looked % STRIDE > 0) continue;
      await yieldToEventLoop();
      look.signal?.throwIfAborted();
    }
  } finally {
    if (log !== undefined) closeSync(log);
  }
}

/** Whether most of a large file are holes, which take longer to read than to make: no disk packs an archive so well. */
const isHollow = ({ size, blocks }: Stats): boolean =>
  size > LARGE && blocks * BLOCK * MOST_PACKED < size;

/** What is known of a page: that it leads to no others, that it does, or that something led to it. */
const [ENDS, LEADS, REACHED] = [0, 1, 2];

const kindOf = (firstByte = 0): number => (LEADING.includes(firstByte) ? LEADS : ENDS);

const readFrom = promisify(read);

/** What each page of a file is; by its number, from 1 on. */
async function kindsOf(
  file: number,
  { pages, size }: Readonly<Record<'pages' | 'size', number>>,
  { signal, progress }: FileLook,
): Promise<Uint8Array> {
  const kinds = new Uint8Array(pages + 1);
  const piece = Buffer.alloc(PIECE);
  for (let from = 0; ; ) {
    const { bytesRead } = await readFrom(file, piece, 0, PIECE, from);
    for (let at = 0; at < bytesRead; at += size) {
      const page = (from + at) / size + 1;
      if (page <= pages) kinds[page] = kindOf(piece[at]);
    }
    if (bytesRead < size) return kinds;
    // A page that came in part is read again.
    from += bytesRead - (bytesRead % size);
    signal?.throwIfAborted();
    progress?.(Math.min(1, from / (pages * size)));
  }
}

/** Where a page leads; nowhere where it says so outside of itself: such a one SQLite does not read. */
function childrenIn(page: Buffer): readonly number[] {
  if (page.length < PAGE_HEADER) return [];
  const cells = page.readUInt16BE(3);
  if (PAGE_HEADER + 2 * cells > page.length) return [];
  const children = [page.readUInt32BE(8)];
  for (let cell = 0; cell < cells; cell += 1) {
    const at = page.readUInt16BE(PAGE_HEADER + 2 * cell);
    if (at + 4 > page.length) return [];
    children.push(page.readUInt32BE(at));
  }
  return children;
}

/** Where the newest version of each page begins in a write-ahead log, up to the last transaction that is whole. */
interface Frames {
  readonly at: ReadonlyMap<number, number>;
  /** Of the database after that transaction. */
  readonly pages: number;
}

async function committedFrames(bytes: ReadBytes, size: number): Promise<Frames> {
  const at = new Map<number, number>();
  let pages = 0;
  const header = bytes(0, LOG_HEADER);
  if (header.length < LOG_HEADER) return { at, pages };
  const isBigEndian = (header.readUInt32BE(0) & 1) === 1;
  const salts = saltsOf(header);
  let sum = checksum(header.subarray(0, 24), [0, 0], isBigEndian);
  if (!endsWith(header, sum) || header.readUInt32BE(8) !== size) return { at, pages };
  const uncommitted = new Map<number, number>();
  for (let looked = 0; ; looked += 1) {
    if (looked % STRIDE === STRIDE - 1) await yieldToEventLoop();
    const start = LOG_HEADER + looked * (FRAME_HEADER + size);
    const frame = bytes(start, FRAME_HEADER + size);
    const head = frame.subarray(0, FRAME_HEADER);
    if (frame.length < FRAME_HEADER + size || !head.subarray(8, 16).equals(salts)) break;
    sum = checksum(head.subarray(0, 8), sum, isBigEndian);
    sum = checksum(frame.subarray(FRAME_HEADER), sum, isBigEndian);
    if (!endsWith(head, sum)) break;
    uncommitted.set(head.readUInt32BE(0), start + FRAME_HEADER);
    const after = head.readUInt32BE(4);
    if (after === 0) continue;
    for (const [page, offset] of uncommitted) at.set(page, offset);
    uncommitted.clear();
    pages = after;
  }
  return { at, pages };
}

/** What every page of a log repeats of its head. */
const saltsOf = (header: Buffer): Buffer => header.subarray(16, 24);

type Checksum = readonly [number, number];

/** SQLite's, over words of four bytes, two at a time. */
function checksum(bytes: Buffer, [first, second]: Checksum, isBigEndian: boolean): Checksum {
  const word = (at: number) => (isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at));
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    first = (first + word(at) + second) >>> 0;
    second = (second + word(at + 4) + first) >>> 0;
  }
  return [first, second];
}

const endsWith = (header: Buffer, [first, second]: Checksum): boolean =>
  header.readUInt32BE(header.length - 8) === first &&
  header.readUInt32BE(header.length - 4) === second;

/** Bytes of a file from somewhere on, as far as there are so many. */
type ReadBytes = (from: number, length: number) => Buffer;

/** Of a database file; undefined for what is none. */
function pageSizeOf(bytes: ReadBytes): number | undefined {
  const header = bytes(0, FILE_HEADER + 1);
  if (header.length <= FILE_HEADER || !header.toString('latin1').startsWith(MAGIC))
    return undefined;
  const size = header.readUInt16BE(PAGE_SIZE_AT);
  // 1 stands for 65536; others than powers of two SQLite does not read.
  return size === 1 ? 65_536 : Math.max(size, 512);
}

const bytesOf =
  (file: number | undefined): ReadBytes =>
  (from, length) => {
    if (file === undefined) return Buffer.alloc(0);
    const buffer = Buffer.alloc(length);
    return buffer.subarray(0, readSync(file, buffer, 0, length, from));
  };

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return undefined;
  }
}
