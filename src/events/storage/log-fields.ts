import { EXTRACT_PLACES, EXTRACTS, type LogPlace } from './columns.ts';

/** What is taken out of a log. */
interface LogFields {
  /** By the index of the column in `EXTRACTS`. */
  readonly texts: readonly (string | null)[];
  /** The whole Url. */
  readonly url: string | null;
}

const PLACES: readonly LogPlace[] = EXTRACTS.map((extract) => EXTRACT_PLACES[extract].at);
const NO_FIELDS: LogFields = { texts: PLACES.map(() => null), url: null };

/**
 * Reads a log. Keys are compared without regard to case. Of a repeated key the last counts; of keys that differ in case
 * alone the one that first stood last (`URL` of `url`, `URL`, `url`), as objects keep a key where it first stood. What is
 * no JSON has nothing to find.
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
function memberOf(value: unknown, name: string): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
  let found: unknown;
  for (const key in value) {
    if (isSameName(key, name)) found = value[key as keyof typeof value];
  }
  return found;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/**
 * The value of the last header of that name that has one, in `[{"Name": …, "Value": …}, …]`.
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
 * The same text in memory of its own: a part of another would keep all of that, and some keep it for hours. What was
 * joined is copied before it is cut, in less than half the time of JSON.
 */
const own = (part: string | undefined): string | null =>
  part === undefined ? null : ` ${part}`.slice(1);

const WITH_HOST = /^[^:/?#]*:\/\/([^/?#]*)([^?#]*)/;

/**
 * Host and path of a Url as it stands in a log: `https://shop.example:8443/cart?id=1` is
 * `shop.example:8443` and `/cart`. Without a scheme all of it up to the query is path. Nothing is
 * normalised: what was sent is what is looked for.
 */
export function splitUrl(url: string): { readonly host?: string; readonly path: string } {
  const [whole, host, path] = WITH_HOST.exec(url) ?? [];
  if (whole === undefined) return { path: /^[^?#]*/.exec(url)?.[0] ?? '' };
  return { host: host ?? '', path: path ?? '' };
}
