import zlib from 'node:zlib';

/** How large and how slow a body may be. */
interface BodyLimits {
  /** Bytes. */
  readonly mostBytes: number;
  /** Bytes that must arrive within each window. */
  readonly leastBytes: number;
  /** Milliseconds. */
  readonly window: number;
}

/** Why a body was given up. */
export class BodyRejected extends Error {
  override readonly name = 'BodyRejected';
  readonly reason: 'too large' | 'too slow';

  constructor(reason: 'too large' | 'too slow') {
    super(`body ${reason}`);
    this.reason = reason;
  }
}

/** A stream of bytes that can be ended from here: a Node stream. */
interface ByteStream extends AsyncIterable<unknown> {
  destroy(error: Error): unknown;
}

/**
 * Collects a body, and stops as soon as it is too large or too slow. Iteration gives larger chunks than `data`
 * listeners, which saves 10 MB for a loaded day.
 *
 * @throws BodyRejected, or what the stream fails with; the stream is destroyed then
 */
export async function collectBody(stream: ByteStream, limits: BodyLimits): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let before = 0;
  let trickle: BodyRejected | undefined;
  const watch = setInterval(() => {
    if (bytes - before < limits.leastBytes) {
      trickle = new BodyRejected('too slow');
      stream.destroy(trickle);
    }
    before = bytes;
  }, limits.window);
  try {
    for await (const chunk of stream) {
      if (!(chunk instanceof Buffer)) continue;
      bytes += chunk.length;
      if (bytes > limits.mostBytes) throw new BodyRejected('too large');
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

/** Less is not worth giving back. */
const LARGE = 32 << 10;

/**
 * Gives memory back now that nobody reads any more, where nothing else lies in it: what waits for the garbage collector
 * makes it come sooner, and keys wait for it.
 */
function free({ buffer, length }: Buffer): void {
  const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === length;
  if (isOwn && length >= LARGE) buffer.transfer(0);
}

/** What a request takes: the encodings that {@link decompressed} knows. */
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
      // Some services leave the head of zlib out.
      return hasZlibHead(body) ? zlib.unzip : zlib.inflateRaw;
    case 'br':
      return zlib.brotliDecompress;
    case 'zstd':
      return zlib.zstdDecompress;
    default:
      return undefined;
  }
}

/** As RFC 1950, section 2.2 has it. */
const hasZlibHead = (body: Buffer): boolean =>
  body.length > 1 && ((body[0] as number) & 0x0f) === 8 && body.readUInt16BE(0) % 31 === 0;

/** Logs are so much longer than what they come as: as many bytes are made room for. */
const USUAL_RATIO = 16;

/** The least that zlib takes as the size of a piece, and what it wants beyond its end. */
const SPARE = 64;

/**
 * A whole body, decompressed as its encoding says, in another thread; as it is where there is nothing to do. In few
 * pieces: a stream would come back for every 16 KiB of it, which for a page of events takes longer than reading it.
 * Where it was decompressed, `body` is empty from then on.
 *
 * @throws BodyRejected, or the error of zlib, brotli or zstd
 */
export async function decompressed(
  body: Buffer,
  encoding: string,
  mostBytes: number,
): Promise<Buffer> {
  const unpack = unpackOf(encoding.toLowerCase(), body);
  if (unpack === undefined || body.length === 0) return body;
  const chunkSize = Math.min(body.length * USUAL_RATIO, mostBytes) + SPARE;
  return await new Promise((resolve, reject) => {
    unpack(body, { maxOutputLength: mostBytes, chunkSize }, (error, result) => {
      if (!error) {
        // After an error the other thread may be reading still.
        free(body);
        resolve(result);
      } else if ('code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') {
        reject(new BodyRejected('too large'));
      } else reject(error);
    });
  });
}
