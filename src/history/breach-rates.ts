import type { RateLimitMetrics } from '../contract/operations/rate-limit-metrics.ts';
import { type Difference, type Fact, UNWATCHED } from './fact.ts';

/** Minimum window of a rate, in milliseconds: single breaches are random. */
const WINDOW = 60_000;
/** A step is a change by at least this factor and this many breaches a minute. */
const FACTOR = 2;
const MIN_CHANGE = 5;

/** The difference between two rates, in breaches a minute, if it is a step. */
export function rateDifference(before: number, after: number): Difference | null {
  const isStep =
    Math.abs(after - before) >= MIN_CHANGE &&
    (after >= FACTOR * before || before >= FACTOR * after);
  if (!isStep) return null;
  const text = (rate: number) => `${Math.round(rate)} a minute`;
  const severity = after > before ? 'warn' : 'good';
  return { kind: 'rate', severity, place: '', from: text(before), to: text(after) };
}

interface Counted {
  readonly total: number;
  /** Wall clock, milliseconds. */
  readonly at: number;
}

interface KnownRate {
  readonly since: Counted;
  readonly last: Counted;
  /** The last reported rate, in breaches a minute; null before the first window. */
  readonly reported: number | null;
}

/** How fast each rate limit is breached, reported from its counters, window by window. */
export class BreachRates {
  readonly #known = new Map<string, KnownRate>();

  /** The fact that follows from an answer about the limit `id`, if any. */
  see(id: string, { data: { overview } }: RateLimitMetrics, at: number): Fact | null {
    const total = overview.totalBreaches;
    if (total === null) return null;
    const counted = { total, at };
    const known = this.#known.get(id);
    const passed = known ? at - known.last.at : 0;
    const goesOn = known && total >= known.last.total && passed >= 0 && passed <= UNWATCHED;
    if (!goesOn) {
      // The counter was reset, or the clock was set back.
      this.#known.set(id, { since: counted, last: counted, reported: known?.reported ?? null });
      return null;
    }
    const { since, reported } = known;
    if (at - since.at < WINDOW) {
      this.#known.set(id, { ...known, last: counted });
      return null;
    }
    const rate = ((total - since.total) / (at - since.at)) * 60_000;
    const difference = reported === null ? null : rateDifference(reported, rate);
    // A slow change is a step once it is far enough from the reported rate.
    const isReported = reported === null || difference !== null;
    this.#known.set(id, { since: counted, last: counted, reported: isReported ? rate : reported });
    if (!difference) return null;
    return { ...difference, subject: { kind: 'rateLimits', id }, after: since.at, by: at };
  }
}
