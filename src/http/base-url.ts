import { ApiError } from '../contract/api-error.ts';
import type { Operation, RequestParts } from '../contract/operation.ts';
import { renderPath } from '../contract/path.ts';
/** The address of the service: the origin the access key may be sent to, and a path prefix. */
export interface BaseUrl {
  /** Without a trailing slash: `https://api.example.net`. */
  readonly origin: string;
  /** For display: `api.example.net`, with the port if it is not the default. */
  readonly host: string;
  /** `/edge/v1`, without a trailing slash; may be empty. */
  readonly path: string;
}

type ParsedBaseUrl =
  | { readonly kind: 'ok'; readonly baseUrl: BaseUrl }
  /** A sentence for the operator that does not repeat the text, which may contain a password. */
  | { readonly kind: 'refused'; readonly reason: string };

const refused = (reason: string): ParsedBaseUrl => ({ kind: 'refused', reason });

const LOOPBACK_V4 = /^127\.\d+\.\d+\.\d+$/;

/** Whether a host name from a URL is this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || LOOPBACK_V4.test(hostname);
}

/** Parses a base URL: https, or http to a loopback address. */
export function parseBaseUrl(text: string): ParsedBaseUrl {
  // The URL parser silently drops tabs and line breaks.
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
  // The parsed URL does not show an empty user name, query or fragment (`https://@host`, `https://host?`).
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

/**
 * The URL of a request, always below `baseUrl`.
 *
 * @throws ApiError of kind `bad-request` for values that are no path segments
 */
export function requestUrl(
  baseUrl: BaseUrl,
  operation: Pick<Operation<unknown, unknown>, 'path' | 'token'>,
  parts: RequestParts,
) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parts.query ?? {})) {
    if (value !== undefined) query.append(name, String(value));
  }
  const pathname = renderPath(operation, parts.path);
  const path = query.size === 0 ? pathname : `${pathname}?${query}`;
  const url = new URL(`${baseUrl.origin}${baseUrl.path}${path}`);
  // The path was rendered so that the URL parser does not change it; if it does, it would name something else.
  if (url.origin !== baseUrl.origin || url.pathname !== `${baseUrl.path}${pathname}`) {
    throw new ApiError({
      kind: 'bad-request',
      title: 'These values cannot be in a path',
      detail: path,
    });
  }
  return { url, path };
}
