import { fraction, hash } from '../chance.ts';
import { STORIES } from './stories/index.ts';

/** Minutes of a UTC day. */
export const MINUTES = 1440;

/** Entries a second at a minute, by story and in the stories' order, before they are scaled. */
export const storyWeights = (minute: number, phase: number): readonly number[] =>
  STORIES.map((story) => story.weight(minute, phase));

/**
 * How many of a day's `total` entries came before each of its minutes: 1,441 numbers, the last of
 * them `total`.
 */
export function dayShape(day: number, total: number, phase: number): Int32Array {
  const before = new Float64Array(MINUTES + 1);
  for (let at = 0; at < MINUTES; at += 1) {
    const minute = day * MINUTES + at;
    const unrest = 0.75 + 0.5 * fraction(hash(phase, minute));
    let weight = 0;
    for (const share of storyWeights(minute, phase)) weight += share;
    before[at + 1] = (before[at] ?? 0) + weight * unrest;
  }
  const whole = before[MINUTES] ?? 1;
  return Int32Array.from(before, (weight) => Math.floor((weight / whole) * total));
}

/** The same for a day of which every minute has as much. */
export const evenShape = (total: number): Int32Array =>
  Int32Array.from({ length: MINUTES + 1 }, (_, minute) => Math.floor((minute / MINUTES) * total));
