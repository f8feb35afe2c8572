import { DEFAULT_SEED, MIN_INTERVAL_MS } from '../config/defaults.ts';
import { DURATION_EXAMPLES, isTimeOfDay, parseDuration, parseMoment } from '../config/duration.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import { nextTimeOfDay, startOfDay, utcDay } from '../text/time.ts';
import { UserError } from './errors.ts';

/**
 * Parses an integer option; undefined if it was not given.
 *
 * @throws UserError for anything but an integer from `least` to `most`
 */
export function wholeNumber(
  option: Printable,
  text: string | undefined,
  { least, most }: { readonly least: number; readonly most: number },
): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new UserError([words`--${option} takes a whole number from ${least} to ${most}.`]);
}

/**
 * Parses a duration option; undefined if it was not given.
 *
 * @throws UserError for anything but a duration of at least `least` milliseconds
 */
export function durationOption(
  option: Printable,
  text: string | undefined,
  least: number,
): number | undefined {
  if (text === undefined) return undefined;
  const ms = parseDuration(text);
  if (ms !== undefined && ms >= least) return ms;
  throw new UserError([
    words`--${option} takes a duration such as ${printable(DURATION_EXAMPLES)}, and at least ${least / 1000}s.`,
  ]);
}

/** Parses a polling interval option. */
export const intervalOption = (option: Printable, text: string | undefined): number | undefined =>
  durationOption(option, text, MIN_INTERVAL_MS);

/**
 * Parses a time option like `parseMoment`; undefined if it was not given.
 *
 * @throws UserError for an invalid time
 */
export function momentOption(
  option: Printable,
  text: string | undefined,
  now: number,
  latest = now,
): number | undefined {
  if (text === undefined) return undefined;
  const moment = parseMoment(text, now, 'utc', latest);
  if (moment !== undefined) return moment;
  throw new UserError([
    words`--${option} takes a duration (15m), a time in UTC (07:15) or a moment (2026-03-14T07:15Z), not before 1970.`,
  ]);
}

/**
 * Parses `--since` and `--until`. Times of day are as in filters: the start is the last such time, and the end the first
 * one after it, or today's without a start. The end may be still to come, but not of a night: at noon, 11:30 to 12:30 is
 * of today, and 11:30 to 11:00 was mistyped.
 *
 * @throws UserError for an invalid time or an empty span
 */
export function spanOptions(
  { since, until }: { readonly since?: string | undefined; readonly until?: string | undefined },
  now: number,
): { readonly since: number | undefined; readonly until: number | undefined } {
  const from = momentOption(words`since`, since, now);
  const given = momentOption(words`until`, until, now, startOfDay(utcDay(now) + 1) - 1);
  if (until === undefined || given === undefined || from === undefined)
    return { since: from, until: given };
  const end = isTimeOfDay(until) ? nextTimeOfDay(given, from) : given;
  if (end <= from) throw new UserError([words`--since must be before --until.`]);
  if (isTimeOfDay(until) && end > now && utcDay(end) !== utcDay(from)) {
    throw new UserError([
      words`--since must be before --until.`,
      words`The first ${printable(until)} after it is still to come.`,
    ]);
  }
  return { since: from, until: end };
}

const LARGEST_SEED = 999_999_999;

export const seedOf = (text: string | undefined): number =>
  wholeNumber(words`seed`, text, { least: 0, most: LARGEST_SEED }) ?? DEFAULT_SEED;
