/** Bytes that are read both one by one and four at a time. */
export interface ByteSource {
  readonly bytes: Buffer;
  readonly words: DataView;
}

export const byteSource = (bytes: Buffer): ByteSource => ({
  bytes,
  words: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
});
