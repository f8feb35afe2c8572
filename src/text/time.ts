import { type Printable, words } from './printable.ts';

export type TimeZone = 'utc' | 'local';

const two = (n: number) => String(n).padStart(2, '0');

const LAST_DATE = 8.64e15;

/** Whether `Date` can represent it. Formatters throw for other values. */
export const isDate = (ms: unknown): ms is number =>
  typeof ms === 'number' && Math.abs(ms) <= LAST_DATE;

function clockParts(ms: number, zone: TimeZone) {
  const date = new Date(ms);
  return zone === 'utc'
    ? {
        year: date.getUTCFullYear(),
        month: date.getUTCMonth() + 1,
        day: date.getUTCDate(),
        hours: date.getUTCHours(),
        minutes: date.getUTCMinutes(),
        seconds: date.getUTCSeconds(),
        milliseconds: date.getUTCMilliseconds(),
      }
    : {
        year: date.getFullYear(),
        month: date.getMonth() + 1,
        day: date.getDate(),
        hours: date.getHours(),
        minutes: date.getMinutes(),
        seconds: date.getSeconds(),
        milliseconds: date.getMilliseconds(),
      };
}

/** `14:02:05`; `?` for an invalid date. */
export function timeOfDay(ms: number, zone: TimeZone): Printable {
  if (!isDate(ms)) return words`?`;
  const { hours, minutes, seconds } = clockParts(ms, zone);
  return `${two(hours)}:${two(minutes)}:${two(seconds)}` as Printable;
}

/** `14:02:05.123`; `?` for an invalid date. */
export function timeOfDayExact(ms: number, zone: TimeZone): Printable {
  if (!isDate(ms)) return words`?`;
  const fraction = String(clockParts(ms, zone).milliseconds).padStart(3, '0');
  return `${timeOfDay(ms, zone)}.${fraction}` as Printable;
}

/** `2026-03-14`; `?` for an invalid date. */
export function dayOf(ms: number, zone: TimeZone): Printable {
  if (!isDate(ms)) return words`?`;
  const { year, month, day } = clockParts(ms, zone);
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}` as Printable;
}

/** From this distance on, a day without its year may be taken for one of another year. */
const NEARLY_A_YEAR_MS = 300 * 86_400_000;

/** `03-13`, with the year if that is long ago: `2025-03-13`; empty for the day of `now`. */
export function dayNear(now: number, ms: number, zone: TimeZone): Printable {
  const day = dayOf(ms, zone);
  if (day === dayOf(now, zone)) return words``;
  return Math.abs(now - ms) < NEARLY_A_YEAR_MS ? monthAndDay(ms, zone) : day;
}

/** `14:02:05`, with the day if it differs from that of `now`: `03-13 23:58:05`. See {@link dayNear}. */
export function timeNear(now: number, ms: number, zone: TimeZone): Printable {
  const day = dayNear(now, ms, zone);
  const time = timeOfDay(ms, zone);
  return day === '' ? time : words`${day} ${time}`;
}

/** `03-14`. */
export const monthAndDay = (ms: number, zone: TimeZone): Printable =>
  dayOf(ms, zone).slice(5) as Printable;

/** A half-open range. */
interface Range {
  readonly from: number;
  readonly until: number;
}

/** Whether the range touches more than one day. */
export const hasDays = (range: Range | null, zone: TimeZone): boolean =>
  range !== null && dayOf(range.from, zone) !== dayOf(range.until - 1, zone);

/** Formats times within `range`: `14:02:05`, or `03-13 23:58:05` if it touches several days. */
export function timesWithin(range: Range | null, zone: TimeZone): (ms: number) => Printable {
  if (!hasDays(range, zone)) return (ms) => timeOfDay(ms, zone);
  return (ms) => words`${monthAndDay(ms, zone)} ${timeOfDay(ms, zone)}`;
}

/** A part of `whole`: `14:02:05 to 14:20:00`, `03-13 23:58:05 to 03-14 00:10:00`. */
export function partOf(whole: Range | null, part: Range, zone: TimeZone): Printable {
  const isOfDays = hasDays(part, zone);
  const timeOf = timesWithin(isOfDays ? part : whole, zone);
  // The day is shown once.
  const until = isOfDays ? timeOf(part.until) : timeOfDay(part.until, zone);
  return words`${timeOf(part.from)} to ${until}`;
}

/** `2026-03-14 14:02:05Z`, or local time with its offset: `2026-03-14 19:32:05+05:30`. */
export function stampWithZone(ms: number, zone: TimeZone): Printable {
  if (zone === 'utc' || !isDate(ms)) return stamp(ms, zone);
  const ahead = -new Date(ms).getTimezoneOffset();
  const minutes = Math.abs(ahead);
  const offset = `${ahead < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  return words`${stamp(ms, zone)}${offset as Printable}`;
}

/** `2026-03-14 14:02:05Z` in UTC, without the Z in local time; `?` for an invalid date. */
export function stamp(ms: number, zone: TimeZone): Printable {
  if (!isDate(ms)) return words`?`;
  return `${dayOf(ms, zone)} ${timeOfDay(ms, zone)}${zone === 'utc' ? 'Z' : ''}` as Printable;
}

/** A duration in one or two units: `41 s`, `3 min`, `2 h 05 min`, `3 d 4 h`. */
export function duration(ms: number): Printable {
  if (!Number.isFinite(ms)) return words`?`;
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds} s` as Printable;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min` as Printable;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ${two(minutes % 60)} min` as Printable;
  return `${Math.floor(hours / 24)} d ${hours % 24} h` as Printable;
}

/** Without minutes that are rounded down: `90 s`, `5 min`. For limits, and for durations that are compared. */
export const exactDuration = (ms: number): Printable =>
  ms % 60_000 === 0 ? duration(ms) : words`${Math.round(ms / 100) / 10} s`;

export const DAY_MS = 86_400_000;

/** Days since the epoch. */
export type UtcDay = number;

export const utcDay = (ms: number): UtcDay => Math.floor(ms / DAY_MS);

export const startOfDay = (day: UtcDay): number => day * DAY_MS;

/** The first time after `since` at which a clock shows the same as at `ms`. */
export const nextTimeOfDay = (ms: number, since: number): number =>
  ms + (Math.floor((since - ms) / DAY_MS) + 1) * DAY_MS;

/** `MM-dd-yyyy`, as in the event log's path (contract, endpoint 8). */
export function usDay(day: UtcDay): string {
  const date = new Date(startOfDay(day));
  const year = String(date.getUTCFullYear()).padStart(4, '0');
  return `${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}-${year}`;
}

/** Parses `MM-dd-yyyy`; undefined for another form and for a day that does not exist. */
export function parseUsDay(text: string): UtcDay | undefined {
  const parts = /^(\d{2})-(\d{2})-(\d{4})$/.exec(text);
  if (!parts) return undefined;
  const [, month, date, year] = parts;
  const ms = Date.parse(`${year}-${month}-${date}T00:00:00Z`);
  if (Number.isNaN(ms)) return undefined;
  // `Date.parse` reads 30 February as 2 March.
  const day = utcDay(ms);
  return usDay(day) === text ? day : undefined;
}

/** `2026-03-18T13:56:00Z`: ISO 8601 to the second. */
export const isoSeconds = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** `20260318-135600` (UTC), for file names. */
export const fileStamp = (ms: number): string =>
  isoSeconds(ms).replace(/[-:Z]/g, '').replace('T', '-');
