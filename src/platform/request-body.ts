import type { IncomingMessage } from 'node:http';

/** The largest request body that is read: 5 MiB. */
export const LARGEST_BODY = 5 * 2 ** 20;

/**
 * The whole body of a request; undefined for one that is too large, of which no more than the limit is
 * kept. Rejects when the connection breaks.
 */
export async function requestBody(request: IncomingMessage): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > LARGEST_BODY) {
    request.resume();
    return undefined;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size <= LARGEST_BODY) chunks.push(chunk);
    else chunks.length = 0;
  }
  return size > LARGEST_BODY ? undefined : Buffer.concat(chunks);
}
