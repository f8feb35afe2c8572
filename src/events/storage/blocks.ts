import zlib from 'node:zlib';

/** How blocks of log text are kept: packed when a segment is full, unpacked when its text is read. */
export interface BlockCodec {
  pack(raw: Uint8Array): Uint8Array;
  /** @param length how many bytes `pack` was given */
  unpack(packed: Uint8Array, length: number): Buffer;
}

/** Fast rather than small: level 1 packs a megabyte of logs in about a millisecond, elevenfold. */
const LEVEL = 1;
/** zlib copies its output together from chunks of this size. */
const CHUNK = 256 << 10;
/** The least that zlib accepts as the size of a chunk. */
const SMALLEST_CHUNK = 64;

/** zstd, which every Node has that this runs on. */
export const zstdCodec: BlockCodec = {
  pack(raw) {
    const packed = zlib.zstdCompressSync(raw, {
      chunkSize: CHUNK,
      params: { [zlib.constants.ZSTD_c_compressionLevel]: LEVEL },
    });
    // A copy of its own: what zlib gives is a view into a whole chunk, which would stay alive with it.
    // It is shared, so that another thread can search it.
    const own = new Uint8Array(new SharedArrayBuffer(packed.length));
    own.set(packed);
    return own;
  },
  unpack: (packed, length) =>
    zlib.zstdDecompressSync(packed, { chunkSize: length + SMALLEST_CHUNK }),
};

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

/** zlib's decompressor, which Node keeps beneath its stream. */
interface Handle {
  reset(): void;
  writeSync(
    flush: number,
    from: Uint8Array,
    fromStart: number,
    fromLength: number,
    into: Uint8Array,
    intoStart: number,
    intoLength: number,
  ): void;
}

interface Decompressor {
  readonly handle: Handle;
  /** Bytes left in the output, and in the input, after the last write. */
  readonly left: Uint32Array;
}

/** Blocks beyond this are rare, and their memory is not kept. */
const LARGEST = 4 << 20;

/**
 * Unpacks zstd blocks one after the other into the same memory. Over a day of a million entries that
 * takes two thirds of the time: new memory for every block is handed out by the system page by page,
 * and two threads that ask for it wait for each other.
 *
 * Node has no documented way to do so. Where the one it has had in every version is not there, or does
 * not do what is expected of it, each block is unpacked by `zstdDecompressSync` into memory of its own.
 */
export class ReusingUnpacker {
  #decompressor: Decompressor | null | undefined;
  #memory: Buffer = Buffer.alloc(0);

  /**
   * @param length how many bytes were packed
   * @returns what was packed, in memory that the next call writes over
   */
  unpack(packed: Uint8Array, length: number): Buffer {
    if (length <= LARGEST) {
      this.#decompressor ??= openDecompressor() ?? null;
      if (this.#decompressor && this.#unpackInto(packed, length, this.#decompressor)) {
        return this.#memory.subarray(0, length);
      }
      this.#decompressor = null;
    }
    return zstdCodec.unpack(packed, length);
  }

  /** Whether it came out as it should. */
  #unpackInto(packed: Uint8Array, length: number, { handle, left }: Decompressor): boolean {
    if (this.#memory.length < length) this.#memory = Buffer.allocUnsafeSlow(length + (length >> 3));
    const memory = this.#memory;
    left.fill(-1);
    try {
      handle.reset();
      const { ZSTD_e_end } = zlib.constants;
      handle.writeSync(ZSTD_e_end, packed, 0, packed.length, memory, 0, memory.length);
    } catch {
      return false;
    }
    return left[0] === memory.length - length && left[1] === 0;
  }
}

function openDecompressor(): Decompressor | undefined {
  // An error is seen by what is left over; nobody reads the stream.
  const stream: object = zlib
    .createZstdDecompress({ chunkSize: SMALLEST_CHUNK })
    .on('error', () => {});
  if (!('_handle' in stream && '_writeState' in stream)) return undefined;
  const { _handle: handle, _writeState: left } = stream;
  return isHandle(handle) && left instanceof Uint32Array ? { handle, left } : undefined;
}

const isHandle = (value: unknown): value is Handle =>
  typeof value === 'object' &&
  value !== null &&
  ['reset', 'writeSync'].every((name) => typeof Reflect.get(value, name) === 'function');
