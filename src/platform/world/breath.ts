import { fraction, hash } from './chance.ts';

const HOUR_MS = 3_600_000;

/** Noise between 0 and 1 that runs smoothly from one `period` (milliseconds) to the next. */
function drift(key: number, now: number, period: number): number {
  const place = now / period;
  const step = Math.floor(place);
  const into = place - step;
  const here = fraction(hash(key, step, period));
  const next = fraction(hash(key, step + 1, period));
  return here + (next - here) * into * into * (3 - 2 * into);
}

/**
 * How hard something works at a moment, around 1: the tide of the day (quietest about 03:00 UTC),
 * swells of some minutes, ripples of some seconds.
 */
export function breath(key: number, now: number): number {
  const tide = 1 - 0.3 * Math.cos(((now / HOUR_MS - 3) / 24) * 2 * Math.PI);
  const swell = 0.8 + 0.4 * drift(key, now, 7 * 60_000);
  const ripple = 0.94 + 0.12 * drift(key + 1, now, 9_000);
  return tide * swell * ripple;
}
