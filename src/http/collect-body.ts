/** What a body may be like at most, and how slow. */
export interface BodyLimits {
  /** Bytes, decompressed. */
  readonly mostBytes: number;
  /** Bytes that must arrive within each window. */
  readonly leastBytes: number;
  /** Milliseconds. */
  readonly window: number;
}

/** Why a body was given up. */
export class BodyRefused extends Error {
  override readonly name = 'BodyRefused';
  readonly reason: 'too large' | 'too slow';

  constructor(reason: 'too large' | 'too slow') {
    super(`body ${reason}`);
    this.reason = reason;
  }
}

/** What is asked of a Node stream. */
export interface ByteStream {
  readonly errored: Error | null;
  readonly destroyed: boolean;
  on(event: 'data', listener: (chunk: unknown) => void): unknown;
  once(event: 'end' | 'close', listener: () => void): unknown;
  once(event: 'error', listener: (error: Error) => void): unknown;
  destroy(error: Error): unknown;
}

/**
 * Collects a body, and gives it up as soon as it grows beyond the limit or trickles. By listeners: to iterate
 * over a stream takes twice as long.
 *
 * @param stream nothing of it has been read yet
 * @throws BodyRefused, what the stream fails with, or that it was closed before its end; it is destroyed then
 */
export async function collectBody(stream: ByteStream, limits: BodyLimits): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let bytes = 0;
  const refuse = (reason: BodyRefused['reason']) => {
    const refused = new BodyRefused(reason);
    // The stream may wrap the error it is destroyed with.
    reject(refused);
    stream.destroy(refused);
  };

  // One that failed before anybody listened does not say so again.
  if (stream.errored) throw stream.errored;
  stream.once('error', reject);
  stream.once('end', () => resolve(Buffer.concat(chunks, bytes)));
  stream.once('close', () => reject(new Error('closed before its end')));
  stream.on('data', (chunk) => {
    if (!(chunk instanceof Buffer)) return;
    bytes += chunk.length;
    if (bytes > limits.mostBytes) refuse('too large');
    else chunks.push(chunk);
  });
  if (stream.destroyed) reject(new Error('closed before its end'));

  let before = 0;
  const watch = setInterval(() => {
    if (bytes - before < limits.leastBytes) refuse('too slow');
    before = bytes;
  }, limits.window);
  try {
    return await promise;
  } finally {
    clearInterval(watch);
  }
}
