import zlib from 'node:zlib';

/** Fast rather than small: level 1 packs a megabyte of logs in about a millisecond, elevenfold. */
const LEVEL = 1;
/** zlib copies its output together from chunks of this size. */
const CHUNK = 256 << 10;
/** The least that zlib accepts as the size of a chunk. */
const SMALLEST_CHUNK = 64;
/** What zlib unpacks so many bytes into, in one piece. */
const unpackedInto = (length: number): number => length + SMALLEST_CHUNK;

/** A block of log text as it is kept when its segment is full. */
export function packBlock(raw: Uint8Array): Uint8Array {
  const packed = zlib.zstdCompressSync(raw, {
    chunkSize: CHUNK,
    params: { [zlib.constants.ZSTD_c_compressionLevel]: LEVEL },
  });
  // A copy of its own: what zlib gives is a view into a whole chunk, which would stay alive with it.
  // It is shared, so that another thread can search it.
  const own = new Uint8Array(new SharedArrayBuffer(packed.length));
  own.set(packed);
  // At once: what waits for the garbage collector makes it come sooner, and keys wait for it.
  if (packed.buffer instanceof ArrayBuffer && packed.buffer.byteLength >= CHUNK) {
    packed.buffer.transfer(0);
  }
  return own;
}

/** @param length how many bytes {@link packBlock} was given */
export const unpackBlock = (packed: Uint8Array, length: number): Buffer =>
  zlib.zstdDecompressSync(packed, { chunkSize: unpackedInto(length) });

/** The blocks that were read last, unpacked, up to a number of bytes: what the rows on screen live in. */
export class BlockCache {
  readonly #limit: number;
  /** By serial number of the segment, the one read last at the end. */
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

  /** Keeps `block`, letting go of those that were not read for longest. One block is kept however large. */
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
 * Unpacks zstd blocks one after the other, and gives the memory of each back before the next. Over a day of a
 * million entries that saves up to half of the time: what waits for the garbage collector cannot be used for the
 * next block, and new memory comes from the system page by page.
 */
export class BlockReader {
  #latest: ArrayBuffer | undefined;

  /**
   * @param length how many bytes were packed
   * @returns what was packed; empty from the next call on
   */
  unpack(packed: Uint8Array, length: number): Buffer {
    this.#latest?.transfer(0);
    const block = unpackBlock(packed, length);
    const { buffer } = block;
    // Small blocks lie in memory that Node shares among buffers.
    const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === unpackedInto(length);
    this.#latest = isOwn ? buffer : undefined;
    return block;
  }
}
