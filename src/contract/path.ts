import { ApiError } from './api-error.ts';
import type { Operation, RequestParts } from './operation.ts';

type Route = Pick<Operation<unknown, unknown>, 'path' | 'token'>;

const LONGEST_TOKEN = 4096;
const LONGEST_ID = 256;
/** Nobody encodes a value more often than this but to hide what it is. */
const MOST_ROUNDS = 8;
// Controls, line and paragraph separators, and halves of surrogate pairs, which have no UTF-8.
const UNWRITABLE = /[\p{Cc}\u2028\u2029]|\p{Cs}/u;
const SEPARATOR = /[/\\?#]/;

const PARAMETER = /^\{(\w+)\}$/;

/** The value with its percent-encoding undone, however often it was encoded; undefined when that never ends. */
function fullyDecoded(value: string): string | undefined {
  let plain = value;
  for (let round = 0; round <= MOST_ROUNDS; round += 1) {
    const next = plain.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (next === plain) return plain;
    plain = next;
  }
  return undefined;
}

/** Why `value` cannot be a path segment; undefined when it can. */
function fault(value: string, isToken: boolean): string | undefined {
  if (value === '') return 'must not be empty';
  if (isToken && value.length > LONGEST_TOKEN) return 'must not be longer than 4 KB';
  if (!isToken && value.length > LONGEST_ID)
    return `must not be longer than ${LONGEST_ID} characters`;
  if (UNWRITABLE.test(value)) return 'cannot contain control characters';
  const plain = fullyDecoded(value);
  if (plain === undefined) return 'must not be percent-encoded over and over';
  // A service that undoes the encoding would walk up the path, and act on another thing.
  if (plain === '.' || plain === '..') return 'must not be "." or ".."';
  if (isToken) return undefined;
  if (SEPARATOR.test(plain)) return 'cannot contain / \\ ? or #';
  if (UNWRITABLE.test(plain)) return 'cannot contain control characters';
  return undefined;
}

/** Why no path can hold `value` as an id: `must not be empty`; undefined when one can. */
export const idFault = (value: string): string | undefined => fault(value, false);

/** Whether a paging token that the service gave can be sent: {@link renderPath} refuses the others. */
export const isSendableToken = (token: string): boolean => fault(token, true) === undefined;

/**
 * The path of a request, each value encoded as one segment. The paging token may hold separators; for the
 * first page it is left out with its slash when absent, and with its slash kept when empty.
 *
 * @throws ApiError of kind `bad-request` for a value that is empty, `.`, `..` (however spelled), or holds
 *   separators or controls: encoded or not, it could name something else
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
        detail: value?.slice(0, LONGEST_ID),
      });
    }
    segments.push(encodeURIComponent(value));
  }
  return segments.join('/');
}

const INT32 = { least: -(2 ** 31), most: 2 ** 31 - 1 };

/**
 * The value of a path parameter that the contract calls an int32.
 *
 * @throws ApiError of kind `bad-request` when it is none
 */
export function int32Parameter(name: string, value: string): string {
  const number = /^-?\d{1,10}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= INT32.least && number <= INT32.most) return value;
  throw new ApiError({
    kind: 'bad-request',
    title: `${name} must be a whole number from ${INT32.least} to ${INT32.most}`,
    detail: value.slice(0, LONGEST_ID),
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
 * The reverse of {@link renderPath}: the decoded parameters when `pathname` (without query) is one of the
 * route's, undefined otherwise. An absent or empty paging token is left out.
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
 * Says of an answer whose body names the thing it is about that it is about another: a cache on the way may mix answers
 * up. Of 0 and of nothing, which defaults are filled with, nothing follows.
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
