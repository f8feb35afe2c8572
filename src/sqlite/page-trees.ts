import { closeSync, constants, fstatSync, openSync, read, readSync, type Stats } from 'node:fs';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { promisify } from 'node:util';
import { codeOf } from '../edges/system-error.ts';
import { keptOpen } from './kept-open.ts';

/*
 * SQLite trusts that the pages of a file form trees. In a forged file a few pages can reference each other so often
 * that a statement never ends, and nothing can stop SQLite then: no signal, and not the end of its thread. So the
 * pages of an untrusted file are followed here first, each once (SQLite's fileformat2.html, sections 1.6 and 4).
 *
 * SQLite can look by itself, but not in this way. `PRAGMA quick_check` reads pages in the order of the trees: for an
 * archive of 1 GB that is not in memory it takes over a minute, and this takes 4 seconds. It can neither be cancelled
 * nor tell how far it is. One step of the table `dbstat` takes half a minute in a forged file of 100 KB.
 */

/** Page types: interior pages of a table or an index, and leaf pages of a table. */
const LEADING: readonly number[] = [0x02, 0x05];
const LEAF = 0x0d;
/** Length of the file header on the first page. */
const FILE_HEADER = 100;
const PAGE_SIZE_AT = 16;
const MAGIC = 'SQLite format 3\0';
/** Header length of an interior page. Each cell of an interior page begins with a page number. */
const PAGE_HEADER = 12;
/** Header lengths of a write-ahead log and of each page in it. */
const LOG_HEADER = 32;
const FRAME_HEADER = 24;
/** Pages checked between two yields. */
const STRIDE = 250;
/** Bytes read at once, a multiple of every page size. */
const PIECE = 1 << 20;
/** A file is hollow when it is large and claims over 64 times the blocks that it occupies. */
const [LARGE, BLOCK, MOST_PACKED] = [4 * 2 ** 30, 512, 64];
/** Above the page count of any file of ours. */
const MAX_PAGES = 1 << 28;

/**
 * Whether the table list fits on the first page, in the file and in its write-ahead log, as it does for all our
 * formats. SQLite reads the whole list before anything else. Returns true for a file that is no database: SQLite
 * reports that.
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
      // SQLite stops here, too: the rest is stale, or a hole that may be larger than the disk.
      if (page === 0 || !frame.subarray(8, 16).equals(salts)) return true;
      if (page === 1 && frame[FRAME_HEADER + FILE_HEADER] !== LEAF) return false;
    }
  } finally {
    if (log !== undefined) closeSync(log);
  }
}

/** Progress and cancellation of a long check. */
export interface FileLook {
  /** Once aborted, the check rejects with the reason. */
  readonly signal?: AbortSignal | undefined;
  /** Receives the checked share, from 0 to 1. */
  progress?(share: number): void;
}

/**
 * Whether every page is referenced at most once from the table roots. Reads the file once from start to end in large
 * pieces, off the main thread, to find interior pages, then rereads only those. A transaction must be open so that
 * the content does not change; even so, another program may restart a write-ahead log that was fully copied back.
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
    // Read before its pages: if the log is restarted during the check, some frames are of the old one.
    const begun = logged(0, LOG_HEADER);
    const frames = await committedFrames(logged, size);
    const no = () => (logged(0, LOG_HEADER).equals(begun) ? false : ('changed meanwhile' as const));
    const found = fstatSync(file);
    const pages = Math.max(Math.ceil(found.size / size), frames.pages);
    if (pages > MAX_PAGES || isHollow(found)) return false;
    const kinds = await kindsOf(file, { pages, size }, look);
    for (const [page, at] of frames.at) {
      if (page <= pages) kinds[page] = kindOf(logged(at, 1)[0]);
    }
    const waiting: number[] = [];
    // The first page belongs to the table list.
    kinds[1] = REACHED;
    /** False for a page reached before. SQLite reports pages that do not exist. */
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

/**
 * Whether a large file is mostly holes, which take longer to read than to create. No real archive compresses that
 * well.
 */
const isHollow = ({ size, blocks }: Stats): boolean =>
  size > LARGE && blocks * BLOCK * MOST_PACKED < size;

/** Page states: no children, has children, already reached. */
const [ENDS, LEADS, REACHED] = [0, 1, 2];

const kindOf = (firstByte = 0): number => (LEADING.includes(firstByte) ? LEADS : ENDS);

const readFrom = promisify(read);

/** The state of each page, by page number from 1. */
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
    // A partially read page is read again.
    from += bytesRead - (bytesRead % size);
    signal?.throwIfAborted();
    progress?.(Math.min(1, from / (pages * size)));
  }
}

/** The child pages; none if the page's offsets lie outside of it, as SQLite does not read such a page. */
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

/** Offset of the newest version of each page in a write-ahead log, up to the last complete transaction. */
interface Frames {
  readonly at: ReadonlyMap<number, number>;
  /** Page count after that transaction. */
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

/** The part of a log's header that every frame repeats. */
const saltsOf = (header: Buffer): Buffer => header.subarray(16, 24);

type Checksum = readonly [number, number];

/** SQLite's checksum over pairs of four-byte words. */
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

/** Reads up to `length` bytes. */
type ReadBytes = (from: number, length: number) => Buffer;

/** Undefined for a file that is no database. */
function pageSizeOf(bytes: ReadBytes): number | undefined {
  const header = bytes(0, FILE_HEADER + 1);
  if (header.length <= FILE_HEADER || !header.toString('latin1').startsWith(MAGIC))
    return undefined;
  const size = header.readUInt16BE(PAGE_SIZE_AT);
  // 1 means 65536. SQLite rejects sizes that are no powers of two.
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
