import { DAY_MS, dayOf, type TimeZone } from '../text/time.ts';

const UNITS: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

const DURATION = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h|d)$/;

/** Examples for error messages. */
export const DURATION_EXAMPLES = '500ms, 5s, 15m, 2h or 1d';

/** A time of day; anything else must be an ISO 8601 timestamp. */
const TIME_OF_DAY = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/;
const ISO_MOMENT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/**
 * Parses a point in time to milliseconds since the epoch: an age (`15m`, `15m ago`), a time of day (`07:15`, in UTC by
 * default), which is the last one up to `latest`, or a date (`2026-03-14T07:15Z`, `2026-03-14`). Undefined if invalid,
 * non-existent or before 1970.
 */
export function parseMoment(
  text: string,
  now: number,
  zone: TimeZone = 'utc',
  latest = now,
): number | undefined {
  const ago = parseDuration(text.replace(/ +ago$/i, ''));
  const moment = ago === undefined ? momentOf(text, latest, zone) : now - ago;
  return moment >= 0 ? moment : undefined;
}

export const isTimeOfDay = (text: string): boolean => TIME_OF_DAY.test(text);

/** NaN if the text is neither a time of day nor a timestamp. */
function momentOf(text: string, latest: number, zone: TimeZone): number {
  if (isTimeOfDay(text)) {
    // Without a Z it is local time.
    const on = (ms: number) => Date.parse(`${dayOf(ms, zone)}T${text}${zone === 'utc' ? 'Z' : ''}`);
    const today = on(latest);
    return today <= latest ? today : on(latest - DAY_MS);
  }
  if (!ISO_MOMENT.test(text)) return Number.NaN;
  // Date reads 30 February as 2 March.
  const date = text.slice(0, 10);
  const begin = Date.parse(date);
  return !Number.isNaN(begin) && dateOf(begin) === date ? Date.parse(text) : Number.NaN;
}

const dateOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

/** A century. Anything longer is a typing error, and dates would overflow. */
const MAX_DURATION_MS = 36_525 * 86_400_000;

/** Parses a duration (`5s`, `15m`, `1.5h`) to milliseconds; undefined if invalid or longer than a century. */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit] = DURATION.exec(text.trim()) ?? [];
  const scale = UNITS.get(unit ?? '');
  if (amount === undefined || scale === undefined) return undefined;
  const ms = Math.round(Number(amount) * scale);
  return ms <= MAX_DURATION_MS ? ms : undefined;
}
