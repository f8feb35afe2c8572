import type { ColumnName } from '../storage/columns.ts';

/*
 * Coarse names for values that attackers vary, keeping what they have in common. All are lower-case ASCII, so that a
 * filter matches exactly the values of one name.
 */

/** The coarse names, as filter fields. */
export type CoarseName = 'family' | 'shape';

/** Tools that name themselves anywhere in a user agent. */
const TOOL =
  /\b(sqlmap|zgrab|nuclei|nikto|masscan|nmap|gobuster|ffuf|wfuzz|censysinspect|curl|wget|python-requests|python-urllib|aiohttp|httpx|go-http-client|okhttp|postmanruntime|axios|node-fetch|undici|scrapy|headlesschrome|phantomjs|googlebot|bingbot|gptbot|claudebot|ccbot|bytespider|ahrefsbot|semrushbot|apachebench|java|libwww-perl|ruby)\b/;

/** Browsers. Those whose user agents also name others come first. */
const BROWSERS: readonly (readonly [word: string, name: string])[] = [
  ['edg', 'edge'],
  ['opr', 'opera'],
  ['samsungbrowser', 'samsung'],
  ['firefox', 'firefox'],
  ['crios', 'chrome'],
  ['fxios', 'firefox'],
  ['chrome', 'chrome'],
  ['safari', 'safari'],
];

/** Longer user agents are cut. */
const MAX_AGENT_LENGTH = 512;

/** The program of a user agent, without its version: `chrome`, `curl`; `none` if it does not tell. */
export function familyOf(agent: string): string {
  const text = agent.slice(0, MAX_AGENT_LENGTH).toLowerCase();
  const tool = TOOL.exec(text)?.[1];
  if (tool) return tool;
  const browser = BROWSERS.find(([word]) => text.includes(`${word}/`))?.[1];
  if (browser) return browser;
  // `Mozilla/5.0 (compatible; Name/1.0)` has its name after the common prefix.
  const own =
    /\bcompatible; ?([a-z][a-z._-]{0,30})/.exec(text) ?? /^([a-z][a-z._-]{0,30})/.exec(text);
  return own?.[1] ?? (/[a-z0-9]/.test(text) ? 'other' : 'none');
}

/** Parts of a path that are kept; the rest is one part. */
const MAX_PARTS = 6;

/** A path without its varying parts: `/api/v2/orders/:n/invoice`. */
export function shapeOf(path: string): string {
  const parts = path.slice(0, 512).toLowerCase().split('/');
  const kept = parts.slice(0, MAX_PARTS + 1).map(partOf);
  return parts.length > MAX_PARTS + 1 ? `${kept.join('/')}/...` : kept.join('/');
}

function partOf(part: string): string {
  if (part === '') return '';
  if (/^\d+$/.test(part)) return ':n';
  if (!/^[a-z0-9._~-]{1,40}$/.test(part)) return ':x';
  // Ids: hexadecimal with digits, or four digits in a row.
  return /\d{4}/.test(part) || (/^[0-9a-f-]{8,}$/.test(part) && /\d/.test(part)) ? ':id' : part;
}

/** The column of each coarse name, and how its values are named. */
export const COARSE: Readonly<
  Record<CoarseName, { readonly column: ColumnName; readonly of: (value: string) => string }>
> = {
  family: { column: 'userAgent', of: familyOf },
  shape: { column: 'path', of: shapeOf },
};
