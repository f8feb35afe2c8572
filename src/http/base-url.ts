import { ApiError } from '../contract/api-error.ts';
import type { Operation, RequestParts } from '../contract/operation.ts';
import { renderPath } from '../contract/path.ts';
/** Where the service is: an origin the access key may be sent to, and a path before every other. */
export interface BaseUrl {
  /** `https://api.example.net`, without a slash at its end. */
  readonly origin: string;
  /** For people: `api.example.net`, with the port when it is not the usual one. */
  readonly host: string;
  /** `/edge/v1`, without a slash at its end; empty when there is none. */
  readonly path: string;
}

type ParsedBaseUrl =
  | { readonly kind: 'ok'; readonly baseUrl: BaseUrl }
  /** `reason` is a sentence for the operator. It does not repeat the text, which may hold a password. */
  | { readonly kind: 'refused'; readonly reason: string };

const refused = (reason: string): ParsedBaseUrl => ({ kind: 'refused', reason });

const LOOPBACK_V4 = /^127\.\d+\.\d+\.\d+$/;

/** Whether a host name, as a URL has it, is this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || LOOPBACK_V4.test(hostname);
}

/** Reads a base URL as an operator writes it: https, or http to a loopback address. */
export function parseBaseUrl(text: string): ParsedBaseUrl {
  // The URL parser would drop tabs and line breaks silently.
  if (/[\s\p{Cc}\\]/u.test(text)) {
    return refused('The base URL must not hold spaces, backslashes or control characters.');
  }
  const url = URL.parse(text);
  if (!url || !/^[a-z]+:\/\//i.test(text)) {
    return refused('The base URL must be absolute, as in https://api.example.net.');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return refused('The base URL must begin with https://.');
  }
  // `https://@host` and `https://host?` hold an empty one, which the parsed URL no longer shows.
  if (/^[a-z]+:\/\/[^/]*@/i.test(text)) {
    return refused('The base URL must not hold a user name or password.');
  }
  if (text.includes('?') || text.includes('#')) {
    return refused('The base URL must not hold a query or a fragment.');
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return refused(
      'The base URL must begin with https://: only a loopback address may use http://.',
    );
  }
  return {
    kind: 'ok',
    baseUrl: { origin: url.origin, host: url.host, path: url.pathname.replace(/\/+$/, '') },
  };
}

/** Where a request goes. */
interface RequestUrl {
  readonly url: URL;
  /** Path and query without the base URL, as people read it. */
  readonly path: string;
}

/**
 * The URL of a request, always below `baseUrl`.
 *
 * @throws ApiError of kind `bad-request` for path values that are no segments
 */
export function requestUrl(
  baseUrl: BaseUrl,
  operation: Pick<Operation<unknown, unknown>, 'path' | 'token'>,
  parts: RequestParts,
): RequestUrl {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parts.query ?? {})) {
    if (value !== undefined) query.append(name, String(value));
  }
  const pathname = renderPath(operation, parts.path);
  const path = query.size === 0 ? pathname : `${pathname}?${query}`;
  const url = new URL(`${baseUrl.origin}${baseUrl.path}${path}`);
  // The path was made so that the URL parser leaves it alone; if it does not, it names something else.
  if (url.origin !== baseUrl.origin || url.pathname !== `${baseUrl.path}${pathname}`) {
    throw new ApiError({
      kind: 'bad-request',
      title: 'These values cannot be in a path',
      detail: path,
    });
  }
  return { url, path };
}
