import { DEFAULT_SEED, MIN_INTERVAL_MS } from '../config/defaults.ts';
import { DURATION_EXAMPLES, parseDuration, parseMoment } from '../config/duration.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import { UserError } from './errors.ts';

/**
 * A whole number from `least` to `most` as an option gives it; undefined when the option was not given.
 *
 * @throws UserError for anything else
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
 * A duration of at least `least` milliseconds as an option gives it; undefined when it was not given.
 *
 * @throws UserError for anything else
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

/** How often something is asked, as an option gives it. */
export const intervalOption = (option: Printable, text: string | undefined): number | undefined =>
  durationOption(option, text, MIN_INTERVAL_MS);

/**
 * A moment, milliseconds since the epoch: so long ago (`15m`), a time of today in UTC (`07:15`), or a whole one
 * (`2026-03-14T07:15Z`, `2026-03-14`); undefined when it was not given.
 *
 * @throws UserError for anything else
 */
export function momentOption(
  option: Printable,
  text: string | undefined,
  now: number,
): number | undefined {
  if (text === undefined) return undefined;
  const moment = parseMoment(text, now);
  if (moment !== undefined) return moment;
  throw new UserError([
    words`--${option} takes a duration (15m), a time in UTC (07:15) or a moment (2026-03-14T07:15Z), not before 1970.`,
  ]);
}

const LARGEST_SEED = 999_999_999;

export const seedOf = (text: string | undefined): number =>
  wholeNumber(words`seed`, text, { least: 0, most: LARGEST_SEED }) ?? DEFAULT_SEED;
