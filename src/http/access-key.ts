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

/** A character of the key as itself, as it stands in addresses (`%2B`, `%252B`) or in JSON (`\u002B`, `\/`). */
function inAnyForm(character: string): string {
  const code = character.charCodeAt(0).toString(16).padStart(2, '0');
  const digits = code.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
  // JSON within JSON has several backslashes. Those before a letter belong to what is before it.
  const itself = /\w/.test(character) ? character : String.raw`\\{0,8}\x${code}`;
  return String.raw`(?:${itself}|%(?:25){0,3}${digits}|\\{1,8}u00${digits})`;
}

const mentionsOf = (key: string) => new RegExp(Array.from(key, inAnyForm).join(''), 'g');

/** Whether a text has the key, as it is or as it stands in addresses and in JSON: `a%2Bb` for `a+b`. */
export function holdsKey(text: string, key: string): boolean {
  // No form of a character is shorter than the character: most headers and parameters are decided here.
  if (key.length < SHORTEST_MASKED || text.length < key.length) return false;
  // Without these nothing is escaped. Compiling the expression takes longer than searching most bodies.
  return /[%\\]/.test(text) ? text.search(mentionsOf(key)) >= 0 : text.includes(key);
}

/** `text` with every mention of `key` masked: a service, or a proxy before it, may echo what it was sent. */
export function withoutKey(text: string, key: string): string {
  return key.length < SHORTEST_MASKED ? text : text.replace(mentionsOf(key), '‹key›');
}

/** Longer bodies are looked through only where they have letters and digits of the key: nearly nobody escapes those. */
const SMALL_BODY = 65_536;

const longestWord = (key: string): string =>
  key.split(/\W+/).reduce((longest, word) => (word.length > longest.length ? word : longest), '');

/** The same of a body, before it is read: parts of it may be kept as they came. */
export function bodyWithoutKey(body: Buffer, key: string): Buffer {
  if (key.length < SHORTEST_MASKED) return body;
  if (body.length > SMALL_BODY && !body.includes(longestWord(key))) return body;
  // A character a byte: what is no text stays as it is.
  const text = body.toString('latin1');
  if (!holdsKey(text, key)) return body;
  const mask = Buffer.from(withoutKey(key, key)).toString('latin1');
  return Buffer.from(text.replace(mentionsOf(key), mask), 'latin1');
}

const mentions = (value: string | readonly string[] | undefined, key: string): boolean =>
  typeof value === 'string'
    ? holdsKey(value, key)
    : value?.some((one) => holdsKey(one, key)) === true;

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
