import type { RateLimitMetrics } from '../contract/operations/rate-limit-metrics.ts';
import { type Difference, type Fact, UNWATCHED } from './fact.ts';

/** Rates are counted over so long at least, milliseconds: single breaches come at random. */
const WINDOW = 60_000;
/** A step is a change by this factor, and by so many breaches a minute. */
const FACTOR = 2;
const LEAST = 5;

/** The difference between two rates, breaches a minute, if that is a step. */
export function rateDifference(before: number, after: number): Difference | null {
  const isStep =
    Math.abs(after - before) >= LEAST && (after >= FACTOR * before || before >= FACTOR * after);
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
  /** The rate that was last told, and when it was counted; null before the first window. */
  readonly told: { readonly rate: number; readonly at: number } | null;
}

/** How fast each rate limit is breached, told from its counters, window by window. */
export class BreachRates {
  readonly #known = new Map<string, KnownRate>();

  /** The fact that an answer about the limit `id` makes known; null for none. */
  see(id: string, { data: { overview } }: RateLimitMetrics, at: number): Fact | null {
    const total = overview.totalBreaches;
    if (total === null) return null;
    const counted = { total, at };
    const known = this.#known.get(id);
    const passed = known ? at - known.last.at : 0;
    const goesOn = known && total >= known.last.total && passed >= 0 && passed <= UNWATCHED;
    if (!goesOn) {
      // Counters that fall were reset, and by a clock that was set back nothing can be counted.
      this.#known.set(id, { since: counted, last: counted, told: known?.told ?? null });
      return null;
    }
    const { since, told } = known;
    if (at - since.at < WINDOW) {
      this.#known.set(id, { ...known, last: counted });
      return null;
    }
    const rate = ((total - since.total) / (at - since.at)) * 60_000;
    const difference = told && rateDifference(told.rate, rate);
    // A rate that creeps is a step once it has come far enough from the one that was told.
    const now = told === null || difference ? { rate, at } : told;
    this.#known.set(id, { since: counted, last: counted, told: now });
    if (!difference) return null;
    return { ...difference, subject: { kind: 'rateLimits', id }, after: since.at, by: at };
  }
}
