import { fraction, hash } from './chance.ts';

const HOUR_MS = 3_600_000;
/** The periods of the two waves, milliseconds. */
const SLOW_WAVE = 7 * 60_000;
const FAST_WAVE = 9_000;

/** Where a moment lies in a row of periods: in which one, and how far into it, from 0 to 1. */
interface Segment {
  readonly step: number;
  readonly into: number;
}

/** What the load of a moment is computed from: worked out once where many loads are. */
export interface LoadPhase {
  readonly daily: number;
  readonly slow: Segment;
  readonly fast: Segment;
}

function segment(now: number, period: number): Segment {
  const place = now / period;
  const step = Math.floor(place);
  return { step, into: place - step };
}

export const loadPhase = (now: number): LoadPhase => ({
  daily: 1 - 0.3 * Math.cos(((now / HOUR_MS - 3) / 24) * 2 * Math.PI),
  slow: segment(now, SLOW_WAVE),
  fast: segment(now, FAST_WAVE),
});

/** Noise between 0 and 1 that runs smoothly from one `period` (milliseconds) to the next. */
function drift(key: number, { step, into }: Segment, period: number): number {
  const here = fraction(hash(key, step, period));
  const next = fraction(hash(key, step + 1, period));
  return here + (next - here) * into * into * (3 - 2 * into);
}

/** {@link load} at a moment that was worked out before. */
export function loadAt(key: number, { daily, slow, fast }: LoadPhase): number {
  const slowly = 0.8 + 0.4 * drift(key, slow, SLOW_WAVE);
  const quickly = 0.94 + 0.12 * drift(key + 1, fast, FAST_WAVE);
  return daily * slowly * quickly;
}

/**
 * The load on something at a moment, around 1: the curve of the day (quietest about 03:00 UTC),
 * a wave of some minutes and one of some seconds.
 */
export const load = (key: number, now: number): number => loadAt(key, loadPhase(now));
