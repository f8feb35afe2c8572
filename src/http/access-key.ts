import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '../contract/api-error.ts';
import type { RequestParts } from '../contract/operation.ts';

/** Shorter keys could appear in an answer by chance. */
const MIN_MASKED_LENGTH = 8;

/**
 * Gets the access key from `provide`.
 *
 * @throws ApiError of kind `bad-request` if there is none, or a header cannot carry it
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
 * Refuses a request with the access key in its path or query, for example after pasting it into the wrong field: it
 * would end up in the service's logs, histories and recordings. A body may contain it: a script may need it.
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

/** Matches a character as it is, percent-encoded (`%2B`, `%252B`), or escaped in JSON (`\u002B`, `\/`). */
function patternFor(character: string): string {
  const code = character.charCodeAt(0).toString(16).padStart(2, '0');
  const digits = code.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
  // JSON within JSON has several backslashes. Those before a letter belong to the text before it.
  const itself = /\w/.test(character) ? character : String.raw`\\{0,8}\x${code}`;
  return String.raw`(?:${itself}|%(?:25){0,3}${digits}|\\{1,8}u00${digits})`;
}

const occurrencesOf = (key: string) => new RegExp(Array.from(key, patternFor).join(''), 'g');

/** Whether a text contains the key, possibly percent-encoded or escaped in JSON: `a%2Bb` for `a+b`. */
export function holdsKey(text: string, key: string): boolean {
  // Escapes only make a text longer.
  if (key.length < MIN_MASKED_LENGTH || text.length < key.length) return false;
  // Compiling the expression takes longer than searching most texts, and without these nothing is escaped.
  return /[%\\]/.test(text) ? text.search(occurrencesOf(key)) >= 0 : text.includes(key);
}

/** Masks every occurrence of `key`: a service or proxy may echo what it was sent. */
export function withoutKey(text: string, key: string): string {
  return key.length < MIN_MASKED_LENGTH ? text : text.replace(occurrencesOf(key), '‹key›');
}

/** Longer bodies are searched only if they contain the key's longest word, which is hardly ever escaped. */
const SMALL_BODY = 65_536;

const longestWord = (key: string): string =>
  key.split(/\W+/).reduce((longest, word) => (word.length > longest.length ? word : longest), '');

/** Masks `key` in an undecoded body, parts of which may be stored as they are. */
export function bodyWithoutKey(body: Buffer, key: string): Buffer {
  if (key.length < MIN_MASKED_LENGTH) return body;
  if (body.length > SMALL_BODY && !body.includes(longestWord(key))) return body;
  // One character per byte, so that binary data is preserved.
  const text = body.toString('latin1');
  if (!holdsKey(text, key)) return body;
  const mask = Buffer.from(withoutKey(key, key)).toString('latin1');
  return Buffer.from(text.replace(occurrencesOf(key), mask), 'latin1');
}

const mentions = (value: string | readonly string[] | undefined, key: string): boolean =>
  typeof value === 'string'
    ? holdsKey(value, key)
    : value?.some((one) => holdsKey(one, key)) === true;

/** Masks `key` in headers; returns the same object if there is nothing to mask. */
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
