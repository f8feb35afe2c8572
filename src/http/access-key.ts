import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '../contract/api-error.ts';
import type { RequestParts } from '../contract/operation.ts';

/** Shorter ones could stand in an answer by chance. */
const SHORTEST_MASKED = 8;

/**
 * Asks `provide` for the access key.
 *
 * @throws ApiError of kind `bad-request` when there is none, or it is none that a header can carry
 */
export async function readAccessKey(provide: () => string | Promise<string>): Promise<string> {
  let key: string;
  try {
    key = await provide();
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError({
      kind: 'bad-request',
      title: 'The access key could not be read',
      detail: error instanceof Error ? error.message : undefined,
    });
  }
  if (key === '') throw new ApiError({ kind: 'bad-request', title: 'There is no access key' });
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new ApiError({
      kind: 'bad-request',
      title: 'The access key holds characters that no header can carry',
    });
  }
  return key;
}

/**
 * Refuses a request that would carry the key where it is not kept secret: who pastes it into the wrong field would find
 * it in the logs of the service, in histories and recordings. A body may have it: a script may need one.
 *
 * @throws ApiError of kind `bad-request`
 */
export function assertKeyless({ path, query = {} }: RequestParts, key: string): void {
  const values = [...Object.values(path), ...Object.values(query)];
  if (!values.some((value) => holdsKey(String(value), key))) return;
  throw new ApiError({
    kind: 'bad-request',
    title: 'The address would hold the access key: not sent',
  });
}

/** Whether a text has the key, as it is or as it stands in addresses: `a%2Bb` for `a+b`. */
export const holdsKey = (text: string, key: string): boolean =>
  key.length >= SHORTEST_MASKED &&
  (text.includes(key) || (text.includes('%') && withoutEscapes(text).includes(key)));

/** A key is in ASCII: each of its characters is a byte. */
const withoutEscapes = (text: string): string =>
  text.replace(/%([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

/** `text` with every mention of `key` masked: a service, or a proxy before it, may echo what it was sent. */
export function withoutKey(text: string, key: string): string {
  return key.length < SHORTEST_MASKED ? text : text.replaceAll(key, '‹key›');
}

/** The same of a body. */
export function bodyWithoutKey(body: Buffer, key: string): Buffer {
  if (key.length < SHORTEST_MASKED || !body.includes(key)) return body;
  // A character a byte: what is no text stays as it is.
  const mask = Buffer.from(withoutKey(key, key)).toString('latin1');
  return Buffer.from(body.toString('latin1').replaceAll(key, mask), 'latin1');
}

const mentions = (value: string | readonly string[] | undefined, key: string): boolean =>
  typeof value === 'string'
    ? value.includes(key)
    : value?.some((one) => one.includes(key)) === true;

/** The headers with every mention of `key` masked; they themselves where there is none, as nearly always. */
export function headersWithoutKey(headers: IncomingHttpHeaders, key: string): IncomingHttpHeaders {
  if (!Object.values(headers).some((value) => mentions(value, key))) return headers;
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      typeof value === 'string'
        ? withoutKey(value, key)
        : value?.map((one) => withoutKey(one, key)),
    ]),
  );
}
