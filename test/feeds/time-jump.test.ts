import { describe, expect, it } from 'vitest';
import { hasJumped } from '../../src/feeds/time-jump.ts';

describe('a jump of time', () => {
  it.each([
    { said: 'none when both clocks went as planned', now: 5000, elapsed: 5000, jumped: false },
    { said: 'none when the timer was a little late', now: 9000, elapsed: 9000, jumped: false },
    { said: 'a sleep, in which only the wall went on', now: 600_000, elapsed: 5000, jumped: true },
    {
      said: 'a stop, after which the timer came late',
      now: 600_000,
      elapsed: 600_000,
      jumped: true,
    },
    { said: 'a wall that was set back', now: -3_600_000, elapsed: 5000, jumped: true },
    { said: 'none when the wall was set by a second', now: 6000, elapsed: 5000, jumped: false },
  ])('is $said', ({ now, elapsed, jumped }) => {
    expect(hasJumped({ now: 0, elapsed: 0 }, { now, elapsed }, 5000)).toBe(jumped);
  });
});
