import { nextTimeOfDay } from '../../text/time.ts';

/** A typed time, whose meaning may depend on the context (see {@link resolveTime}). */
export type TimePoint =
  /** Time before now, in milliseconds. */
  | { readonly kind: 'ago'; readonly ms: number }
  /** A time of day, milliseconds from its start. */
  | { readonly kind: 'clock'; readonly ms: number }
  /** Milliseconds since the epoch. */
  | { readonly kind: 'stamp'; readonly ms: number };

/** The context of a typed time. */
export interface TimeContext {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Start of the viewed day, in UTC. */
  readonly day: number;
  /** Offset of the displayed clock from UTC in minutes. */
  readonly offsetMinutes: number;
}

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/**
 * Milliseconds since the epoch. A time of day is the last one up to now, or up to the end of an earlier viewed day:
 * shortly after midnight, an evening time is of the day before.
 */
export function resolveTime(point: TimePoint, { now, day, offsetMinutes }: TimeContext): number {
  if (point.kind === 'ago') return now - point.ms;
  if (point.kind === 'stamp') return point.ms;
  const time = day + point.ms - offsetMinutes * MINUTE;
  const latest = Math.min(now, day + DAY - 1);
  return time - Math.ceil((time - latest) / DAY) * DAY;
}

/**
 * As {@link resolveTime}, for an end, which may be still to come: a time of day is the first one after `since`, or of
 * the viewed day if there is no `since`.
 */
export function resolveEnd(point: TimePoint, context: TimeContext, since: number | null): number {
  if (point.kind !== 'clock') return resolveTime(point, context);
  const { now, day, offsetMinutes } = context;
  const offset = offsetMinutes * MINUTE;
  if (since !== null) return nextTimeOfDay(point.ms - offset, since);
  const date = now < day + DAY ? Math.floor((now + offset) / DAY) * DAY : day;
  return date + point.ms - offset;
}

/** A time with its precision: `14:02` is a minute long. */
export interface Span {
  readonly point: TimePoint;
  readonly length: number;
}

const UNIT: Readonly<Record<string, number>> = { s: SECOND, m: MINUTE, h: HOUR, d: DAY };
const AGO = /^(?:\d{1,6}[smhd])+(?: +ago)?$/i;
const CLOCK = /^([01]?\d|2[0-4])(?::([0-5]?\d)(?::([0-5]?\d)(?:\.(\d{1,3}))?)?)?$/;
const STAMP =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2})(?::([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,3})\d*)?)?)?)?Z?$/i;

/**
 * Reads `15m`, `1h30m`, `15m ago`, `14:02`, `14`, `14:02:30.5`, `2026-03-14` or `2026-03-14T14:02`. Stamps are UTC with
 * or without a Z. Undefined for other text.
 */
export function parseTime(text: string): Span | undefined {
  if (AGO.test(text)) return { point: { kind: 'ago', ms: durationOf(text) }, length: 0 };
  const clock = CLOCK.exec(text);
  if (clock) {
    const [, hours = '', minutes, seconds, fraction] = clock;
    const { ms, length } = timeOfDay(hours, minutes, seconds, fraction);
    if (ms > DAY) return undefined;
    return { point: { kind: 'clock', ms }, length: ms === DAY ? 0 : length };
  }
  const stamp = STAMP.exec(text);
  if (!stamp) return undefined;
  const [, day = '', hours, minutes, seconds, fraction] = stamp;
  const midnight = midnightOf(day);
  if (midnight === undefined) return undefined;
  if (hours === undefined) return { point: { kind: 'stamp', ms: midnight }, length: DAY };
  const { ms, length } = timeOfDay(hours, minutes, seconds, fraction);
  return ms < DAY ? { point: { kind: 'stamp', ms: midnight + ms }, length } : undefined;
}

/** Undefined for days that do not exist, which Date would move to the next month. */
function midnightOf(day: string): number | undefined {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (!Number.isFinite(midnight)) return undefined;
  return new Date(midnight).toISOString().startsWith(day) ? midnight : undefined;
}

function durationOf(text: string): number {
  let ms = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+)([smhd])/gi)) {
    ms += Number(amount) * (UNIT[unit?.toLowerCase() ?? ''] ?? 0);
  }
  return ms;
}

function timeOfDay(
  hours: string,
  minutes: string | undefined,
  seconds: string | undefined,
  fraction: string | undefined,
): { readonly ms: number; readonly length: number } {
  const ms =
    Number(hours) * HOUR +
    Number(minutes ?? 0) * MINUTE +
    Number(seconds ?? 0) * SECOND +
    Number((fraction ?? '').padEnd(3, '0'));
  if (fraction !== undefined) return { ms, length: 10 ** (3 - fraction.length) };
  if (seconds !== undefined) return { ms, length: SECOND };
  return { ms, length: minutes === undefined ? HOUR : MINUTE };
}
