import { EXTRACT_PLACES, EXTRACTS, type LogPlace } from './columns.ts';

/** What is extracted from a log. */
interface LogFields {
  /** By the index of the column in `EXTRACTS`. */
  readonly texts: readonly (string | null)[];
  /** The whole Url. */
  readonly url: string | null;
}

const PLACES: readonly LogPlace[] = EXTRACTS.map((extract) => EXTRACT_PLACES[extract].at);
const NO_FIELDS: LogFields = { texts: PLACES.map(() => null), url: null };

/**
 * Reads a log, ignoring the case of keys. Of a repeated key the last value counts. Of keys that differ only in case,
 * the one whose first occurrence is last counts (`URL` of `url`, `URL`, `url`), because objects keep keys in order of
 * first occurrence. Text that is not JSON has no fields.
 */
export function logFields(log: string): LogFields {
  let json: unknown;
  try {
    json = JSON.parse(log);
  } catch {
    return NO_FIELDS;
  }
  if (json === null || typeof json !== 'object' || Array.isArray(json)) return NO_FIELDS;
  const url = textOf(memberOf(json, 'url'));
  const parts = url === null ? undefined : splitUrl(url);
  const headers = memberOf(json, 'headers');
  const texts = PLACES.map((at) => {
    if ('url' in at) return own(parts?.[at.url]);
    if ('header' in at) return headerOf(headers, at.header);
    return textOf(memberOf('object' in at ? memberOf(json, at.object) : json, at.key));
  });
  return { texts, url };
}

/** @param name in lower case */
export function memberOf(value: unknown, name: string): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
  let found: unknown;
  for (const key in value) {
    if (isSameName(key, name)) found = value[key as keyof typeof value];
  }
  return found;
}

export const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/**
 * The last non-null value of a header in `[{"Name": …, "Value": …}, …]`.
 *
 * @param name in lower case
 */
function headerOf(list: unknown, name: string): string | null {
  if (!Array.isArray(list)) return null;
  for (let at = list.length - 1; at >= 0; at -= 1) {
    if (!isSameName(textOf(memberOf(list[at], 'name')), name)) continue;
    const value = textOf(memberOf(list[at], 'value'));
    if (value !== null) return value;
  }
  return null;
}

/** @param name in lower case */
const isSameName = (text: string | null, name: string): boolean =>
  text !== null && text.length === name.length && text.toLowerCase() === name;

/**
 * Copies a text. A substring would keep the whole string in memory, possibly for hours. Concatenating forces a copy
 * before the slice, in less than half the time of a JSON round trip.
 */
const own = (part: string | undefined): string | null =>
  part === undefined ? null : ` ${part}`.slice(1);

const WITH_HOST = /^[^:/?#]*:\/\/([^/?#]*)([^?#]*)/;

/**
 * Host and path of a Url as logged: `https://shop.example:8443/cart?id=1` gives `shop.example:8443` and `/cart`.
 * Without a scheme, everything up to the query is the path. Nothing is normalised, so that filters match what was sent.
 */
export function splitUrl(url: string): { readonly host?: string; readonly path: string } {
  const [whole, host, path] = WITH_HOST.exec(url) ?? [];
  if (whole === undefined) return { path: /^[^?#]*/.exec(url)?.[0] ?? '' };
  return { host: host ?? '', path: path ?? '' };
}
