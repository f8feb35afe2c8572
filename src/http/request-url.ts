import { ApiError } from '../contract/api-error.ts';
import type { Operation, RequestParts } from '../contract/operation.ts';
import { renderPath } from '../contract/path.ts';
import type { BaseUrl } from './base-url.ts';

/** Where a request goes. */
export interface RequestUrl {
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
  operation: Pick<Operation<never, unknown>, 'path' | 'token'>,
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
    throw new ApiError({ kind: 'bad-request', title: 'These values make no path', detail: path });
  }
  return { url, path };
}
