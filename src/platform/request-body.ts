import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** The largest request body that is read: 5 MiB. */
export const LARGEST_BODY = 5 * 2 ** 20;

/** Whether a request has a body, as RFC 9112 section 6.3 has it tell. */
const hasBody = (headers: IncomingHttpHeaders): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/**
 * The whole body of a request; undefined for one that is too large, of which no more than the limit is
 * kept. Rejects when the connection breaks.
 */
export async function requestBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const { headers } = request;
  if (!hasBody(headers)) return Buffer.alloc(0);
  if (Number(headers['content-length'] ?? 0) > LARGEST_BODY) {
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
