import zlib from 'node:zlib';

interface BodyLimits {
  readonly maxBytes: number;
  /** Bytes that must arrive within each window. */
  readonly minBytes: number;
  /** Milliseconds. */
  readonly window: number;
}

export class BodyRejected extends Error {
  override readonly name = 'BodyRejected';
  readonly reason: 'too large' | 'too slow';

  constructor(reason: 'too large' | 'too slow') {
    super(`body ${reason}`);
    this.reason = reason;
  }
}

/**
 * Collects a body; stops as soon as it is too large or too slow. Async iteration yields larger chunks than `data`
 * listeners, which saves 10 MB for a loaded day.
 *
 * @throws BodyRejected, or the error of the stream, which is then destroyed
 */
export async function collectBody(
  stream: AsyncIterable<unknown> & { destroy(error: Error): unknown },
  limits: BodyLimits,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let before = 0;
  let trickle: BodyRejected | undefined;
  const watch = setInterval(() => {
    if (bytes - before < limits.minBytes) {
      trickle = new BodyRejected('too slow');
      stream.destroy(trickle);
    }
    before = bytes;
  }, limits.window);
  try {
    for await (const chunk of stream) {
      if (!(chunk instanceof Buffer)) continue;
      bytes += chunk.length;
      if (bytes > limits.maxBytes) throw new BodyRejected('too large');
      chunks.push(chunk);
    }
  } catch (error) {
    // The stream may wrap the error it was destroyed with.
    throw trickle ?? error;
  } finally {
    clearInterval(watch);
  }
  const body = Buffer.concat(chunks, bytes);
  for (const chunk of chunks) free(chunk);
  return body;
}

/** Smaller buffers are not worth freeing. */
const MIN_FREED_BYTES = 32 << 10;

/**
 * Frees a buffer's memory if it is not shared: garbage that waits to be collected causes earlier collections, which
 * delay keys.
 */
export function free({ buffer, length }: Buffer): void {
  const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === length;
  if (isOwn && length >= MIN_FREED_BYTES) buffer.transfer(0);
}

/** The accepted encodings, those of {@link decompressed}. */
export const ENCODINGS = 'gzip, deflate, br, zstd';

type Unpack = (
  body: Buffer,
  options: { readonly maxOutputLength: number; readonly chunkSize: number },
  done: (error: Error | null, result: Buffer) => void,
) => void;

function unpackOf(encoding: string, body: Buffer): Unpack | undefined {
  switch (encoding) {
    case 'gzip':
      return zlib.unzip;
    case 'deflate':
      // Some services omit the zlib header.
      return hasZlibHead(body) ? zlib.unzip : zlib.inflateRaw;
    case 'br':
      return zlib.brotliDecompress;
    case 'zstd':
      return zlib.zstdDecompress;
    default:
      return undefined;
  }
}

/** RFC 1950, section 2.2. */
const hasZlibHead = (body: Buffer): boolean =>
  body.length > 1 && ((body[0] as number) & 0x0f) === 8 && body.readUInt16BE(0) % 31 === 0;

/** Typical compression ratio of logs, used to size the output buffer. */
const USUAL_RATIO = 16;

/** The minimum chunk size of zlib, and what it needs beyond the end of the data. */
const SPARE = 64;

/**
 * Decompresses a whole body in the thread pool; returns it unchanged if it has no encoding. Uses few chunks: a stream
 * calls back for every 16 KiB, which for a page of events takes longer than reading it. After decompression `body` is
 * empty.
 *
 * @throws BodyRejected, or the error of zlib, brotli or zstd
 */
export async function decompressed(
  body: Buffer,
  encoding: string,
  maxBytes: number,
): Promise<Buffer> {
  const unpack = unpackOf(encoding.toLowerCase(), body);
  if (unpack === undefined || body.length === 0) return body;
  const chunkSize = Math.min(body.length * USUAL_RATIO, maxBytes) + SPARE;
  return await new Promise((resolve, reject) => {
    unpack(body, { maxOutputLength: maxBytes, chunkSize }, (error, result) => {
      if (!error) {
        // After an error the other thread may still be reading it.
        free(body);
        resolve(result);
      } else if ('code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') {
        reject(new BodyRejected('too large'));
      } else reject(error);
    });
  });
}
