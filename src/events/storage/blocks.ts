import zlib from 'node:zlib';

/** Fast rather than small: level 1 packs a megabyte of logs in about a millisecond, to an eleventh. */
const LEVEL = 1;
/** Size of the chunks that zlib assembles its output from. */
const CHUNK = 256 << 10;
/** Smallest chunk size that zlib accepts. */
const SMALLEST_CHUNK = 64;
/** A chunk size that makes zlib unpack into a single buffer. */
const unpackedInto = (length: number): number => length + SMALLEST_CHUNK;

/** Compresses a block of log text when its segment is full. */
export function packBlock(raw: Uint8Array): Uint8Array {
  const packed = zlib.zstdCompressSync(raw, {
    chunkSize: CHUNK,
    params: { [zlib.constants.ZSTD_c_compressionLevel]: LEVEL },
  });
  // A copy: zlib returns a view into a whole chunk, which would stay in memory.
  // Shared, so that another thread can search it.
  const own = new Uint8Array(new SharedArrayBuffer(packed.length));
  own.set(packed);
  // Freed at once: garbage triggers collections, which delay key presses.
  if (packed.buffer instanceof ArrayBuffer && packed.buffer.byteLength >= CHUNK) {
    packed.buffer.transfer(0);
  }
  return own;
}

/** @param length the size before {@link packBlock} */
export const unpackBlock = (packed: Uint8Array, length: number): Buffer =>
  zlib.zstdDecompressSync(packed, { chunkSize: unpackedInto(length) });

/** An LRU cache of unpacked blocks, limited by bytes, for the rows on screen. */
export class BlockCache {
  readonly #limit: number;
  /** By serial number of the segment, most recently used last. */
  readonly #blocks = new Map<number, Buffer>();
  #bytes = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get byteLength(): number {
    return this.#bytes;
  }

  get(serial: number): Buffer | undefined {
    const block = this.#blocks.get(serial);
    if (block) {
      this.#blocks.delete(serial);
      this.#blocks.set(serial, block);
    }
    return block;
  }

  /** Adds a block and evicts the least recently used ones. One block is kept whatever its size. */
  set(serial: number, block: Buffer): void {
    this.delete(serial);
    this.#blocks.set(serial, block);
    this.#bytes += block.length;
    for (const oldest of this.#blocks.keys()) {
      if (this.#bytes <= this.#limit || oldest === serial) break;
      this.delete(oldest);
    }
  }

  delete(serial: number): void {
    const block = this.#blocks.get(serial);
    if (!block) return;
    this.#blocks.delete(serial);
    this.#bytes -= block.length;
  }
}

/**
 * Unpacks zstd blocks one after the other, freeing the memory of each before the next. This saves up to half of the
 * time over a day of a million entries, because garbage cannot be reused at once and new memory comes from the system
 * page by page.
 */
export class BlockReader {
  #latest: ArrayBuffer | undefined;

  /**
   * @param length the unpacked size
   * @returns the unpacked block; empty after the next call
   */
  unpack(packed: Uint8Array, length: number): Buffer {
    this.#latest?.transfer(0);
    const block = unpackBlock(packed, length);
    const { buffer } = block;
    // Small blocks share memory with other buffers in Node.
    const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === unpackedInto(length);
    this.#latest = isOwn ? buffer : undefined;
    return block;
  }
}
