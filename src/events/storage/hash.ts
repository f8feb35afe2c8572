/** Bytes that are read both one by one and four at a time. */
export interface ByteSource {
  readonly bytes: Buffer;
  readonly words: DataView;
}

export const byteSource = (bytes: Buffer): ByteSource => ({
  bytes,
  words: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
});

/** Mixes one 32-bit word into a running hash. Not for secrets: for tables in memory. */
export function mix(hash: number, word: number): number {
  const mixed = Math.imul(hash ^ word, 0x9e3779b1);
  return (mixed ^ (mixed >>> 15)) | 0;
}

/** Spreads the last differences over all 32 bits (the finaliser of MurmurHash3). */
export function finish(hash: number): number {
  let spread = hash ^ (hash >>> 16);
  spread = Math.imul(spread, 0x85ebca6b);
  spread ^= spread >>> 13;
  spread = Math.imul(spread, 0xc2b2ae35);
  return (spread ^ (spread >>> 16)) >>> 0;
}

/** The hash of the bytes from `start` up to, not including, `end`. */
export function hashBytes(
  { bytes, words }: ByteSource,
  start: number,
  end: number,
  seed: number,
): number {
  let hash = seed ^ (end - start);
  let at = start;
  for (; at + 4 <= end; at += 4) hash = mix(hash, words.getInt32(at, true));
  for (; at < end; at += 1) hash = mix(hash, bytes[at] as number);
  return finish(hash);
}

/** The hash of a text by its UTF-16 units. */
export function hashText(text: string, seed: number): number {
  let hash = seed ^ text.length;
  for (let at = 0; at < text.length; at += 1) hash = mix(hash, text.charCodeAt(at));
  return finish(hash);
}
