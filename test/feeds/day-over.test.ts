import { describe, expect, it } from 'vitest';
import { isDayOver } from '../../src/feeds/day-over.ts';
import { startOfDay, utcDay } from '../../src/text/moments.ts';

const DAY = utcDay(Date.UTC(2026, 2, 14));
const MINUTE = 60_000;
const END = startOfDay(DAY + 1);

describe('a day', () => {
  it.each([
    { said: 'goes on before midnight', now: END - 1, answered: true, refused: null, over: false },
    {
      said: 'goes on nine minutes past',
      now: END + 9 * MINUTE,
      answered: true,
      refused: null,
      over: false,
    },
    {
      said: 'is over ten minutes past',
      now: END + 10 * MINUTE,
      answered: true,
      refused: null,
      over: true,
    },
    {
      said: 'goes on while the service knows no later day',
      now: END + 60 * MINUTE,
      answered: false,
      refused: null,
      over: false,
    },
    {
      said: 'goes on for ten minutes after the service last refused the next',
      now: END + 60 * MINUTE,
      answered: true,
      refused: 9,
      over: false,
    },
    {
      said: 'is over once those are past',
      now: END + 60 * MINUTE,
      answered: true,
      refused: 10,
      over: true,
    },
  ])('$said', ({ now, answered, refused, over }) => {
    const elapsed = 100 * MINUTE;
    const refusedAt = refused === null ? null : elapsed - refused * MINUTE;
    expect(isDayOver(DAY, { now, elapsed }, { answered, refusedAt })).toBe(over);
  });
});
