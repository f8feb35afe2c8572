import { fraction, hash } from './chance.ts';

const HOUR_MS = 3_600_000;
/** Of swells and of ripples, milliseconds. */
const SWELL = 7 * 60_000;
const RIPPLE = 9_000;

/** Where a moment lies in a row of periods: in which one, and how far into it, from 0 to 1. */
interface Stretch {
  readonly step: number;
  readonly into: number;
}

/** A moment, as whatever breathes at it needs it: worked out once where much does. */
export interface Beat {
  readonly tide: number;
  readonly swell: Stretch;
  readonly ripple: Stretch;
}

function stretch(now: number, period: number): Stretch {
  const place = now / period;
  const step = Math.floor(place);
  return { step, into: place - step };
}

export const beatOf = (now: number): Beat => ({
  tide: 1 - 0.3 * Math.cos(((now / HOUR_MS - 3) / 24) * 2 * Math.PI),
  swell: stretch(now, SWELL),
  ripple: stretch(now, RIPPLE),
});

/** Noise between 0 and 1 that runs smoothly from one `period` (milliseconds) to the next. */
function drift(key: number, { step, into }: Stretch, period: number): number {
  const here = fraction(hash(key, step, period));
  const next = fraction(hash(key, step + 1, period));
  return here + (next - here) * into * into * (3 - 2 * into);
}

/** {@link breath} at a moment that was worked out before. */
export function breathAt(key: number, { tide, swell, ripple }: Beat): number {
  const swelling = 0.8 + 0.4 * drift(key, swell, SWELL);
  const rippling = 0.94 + 0.12 * drift(key + 1, ripple, RIPPLE);
  return tide * swelling * rippling;
}

/**
 * How hard something works at a moment, around 1: the tide of the day (quietest about 03:00 UTC),
 * swells of some minutes, ripples of some seconds.
 */
export const breath = (key: number, now: number): number => breathAt(key, beatOf(now));
