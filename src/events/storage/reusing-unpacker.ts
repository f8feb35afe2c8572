import zlib from 'node:zlib';
import { zstdCodec } from './block-codec.ts';

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

/** The least that zlib has ready for what its stream, which is not used, would put out. */
const SMALLEST_PIECE = 64;

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
    .createZstdDecompress({ chunkSize: SMALLEST_PIECE })
    .on('error', () => {});
  if (!('_handle' in stream && '_writeState' in stream)) return undefined;
  const { _handle: handle, _writeState: left } = stream;
  return isHandle(handle) && left instanceof Uint32Array ? { handle, left } : undefined;
}

const isHandle = (value: unknown): value is Handle =>
  typeof value === 'object' &&
  value !== null &&
  ['reset', 'writeSync'].every((name) => typeof Reflect.get(value, name) === 'function');
