import { ApiError } from './api-error.ts';
import type { Operation, RequestParts } from './operation.ts';

type Route = Pick<Operation<unknown, unknown>, 'path' | 'token'>;

const MAX_TOKEN_LENGTH = 4096;
const MAX_ID_LENGTH = 256;
/** Values encoded more often than this are treated as an attack. */
const MAX_ENCODING_LAYERS = 8;
// Controls, line and paragraph separators, and lone surrogates, which have no UTF-8.
const UNWRITABLE = /[\p{Cc}\u2028\u2029]|\p{Cs}/u;
const SEPARATOR = /[/\\?#]/;

const PARAMETER = /^\{(\w+)\}$/;

/** Decodes percent-encoding repeatedly; undefined if there are too many layers. */
function fullyDecoded(value: string): string | undefined {
  let plain = value;
  for (let round = 0; round <= MAX_ENCODING_LAYERS; round += 1) {
    const next = plain.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (next === plain) return plain;
    plain = next;
  }
  return undefined;
}

/** Why `value` cannot be a path segment; undefined if it can. */
function fault(value: string, isToken: boolean): string | undefined {
  if (value === '') return 'must not be empty';
  if (isToken && value.length > MAX_TOKEN_LENGTH) return 'must not be longer than 4 KB';
  if (!isToken && value.length > MAX_ID_LENGTH)
    return `must not be longer than ${MAX_ID_LENGTH} characters`;
  if (UNWRITABLE.test(value)) return 'cannot contain control characters';
  const plain = fullyDecoded(value);
  if (plain === undefined) return 'must not be percent-encoded over and over';
  // A service that decodes it would walk up the path and act on something else.
  if (plain === '.' || plain === '..') return 'must not be "." or ".."';
  if (isToken) return undefined;
  if (SEPARATOR.test(plain)) return 'cannot contain / \\ ? or #';
  if (UNWRITABLE.test(plain)) return 'cannot contain control characters';
  return undefined;
}

/** Why `value` cannot be an id in a path: `must not be empty`; undefined if it can. */
export const idFault = (value: string): string | undefined => fault(value, false);

/** Whether {@link renderPath} accepts a paging token from the service. */
export const isSendableToken = (token: string): boolean => fault(token, true) === undefined;

/**
 * Renders the path of a request, each value encoded as one segment. The paging token may contain separators; if it is
 * absent its slash is omitted, too, if it is empty the slash stays.
 *
 * @throws ApiError of kind `bad-request` for a value that is empty, `.` or `..` (in any encoding), or contains
 * separators or controls: it could name something else
 */
export function renderPath(route: Route, values: RequestParts['path']): string {
  const segments: string[] = [];
  for (const segment of route.path.split('/')) {
    const name = PARAMETER.exec(segment)?.[1];
    if (name === undefined) {
      segments.push(segment);
      continue;
    }
    const isToken = name === route.token;
    const value = values[name];
    if (value === undefined && isToken) continue;
    const reason = value === '' && isToken ? undefined : fault(value ?? '', isToken);
    if (value === undefined || reason !== undefined) {
      throw new ApiError({
        kind: 'bad-request',
        title: `${name} ${reason}`,
        detail: value?.slice(0, MAX_ID_LENGTH),
      });
    }
    segments.push(encodeURIComponent(value));
  }
  return segments.join('/');
}

const INT32 = { least: -(2 ** 31), most: 2 ** 31 - 1 };

/**
 * Validates a path parameter that the contract calls an int32.
 *
 * @throws ApiError of kind `bad-request` if it is none
 */
export function int32Parameter(name: string, value: string): string {
  const number = /^-?\d{1,10}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= INT32.least && number <= INT32.most) return value;
  throw new ApiError({
    kind: 'bad-request',
    title: `${name} must be a whole number from ${INT32.least} to ${INT32.most}`,
    detail: value.slice(0, MAX_ID_LENGTH),
  });
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/**
 * The reverse of {@link renderPath}: the decoded parameters, or undefined if `pathname` (without query) does not
 * match. An absent or empty paging token is omitted.
 */
export function matchPath(
  route: Route,
  pathname: string,
): Readonly<Record<string, string>> | undefined {
  const wanted = route.path.split('/');
  const given = pathname.split('/');
  const values: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    const name = PARAMETER.exec(segment)?.[1];
    const found = given[index];
    if (name === undefined) {
      if (found !== segment) return undefined;
      continue;
    }
    if (name === route.token && (found === undefined || found === '')) continue;
    const value = decoded(found ?? '');
    if (value === undefined || value === '') return undefined;
    values[name] = value;
  }
  return given.length <= wanted.length ? values : undefined;
}

/**
 * Detects an answer about another thing, as from a cache that mixes answers up. An id of 0 or null is a default value
 * and says nothing.
 */
export const namesAnother = (
  what: string,
  asked: string,
  named: string | null,
): string | undefined =>
  named === null || /^0+$/.test(named) || withoutZeros(named) === withoutZeros(asked)
    ? undefined
    : `it names ${what} ${named}, and ${asked} was asked for`;

const withoutZeros = (id: string): string => id.replace(/^0+(?=\d)/, '');
