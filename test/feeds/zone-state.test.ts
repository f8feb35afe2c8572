import { describe, expect, it } from 'vitest';
import { createZoneState, hasJumped, isDayOver } from '../../src/feeds/zone-state.ts';
import { startOfDay, utcDay } from '../../src/text/time.ts';

it('a day learns whether the service knows a later one', () => {
  const signs = createZoneState();
  signs.answered(5, 'unknown');
  expect(signs.laterThan(5)).toEqual({ answered: false, refusedAt: null });
  signs.refused(6, 100);
  signs.answered(6, 'unknown');
  expect(signs.laterThan(5)).toEqual({ answered: true, refusedAt: 100 });
  expect(signs.laterThan(6)).toEqual({ answered: false, refusedAt: null });
});

it('a later day that is rejected again counts from then on, and an earlier day changes nothing', () => {
  const signs = createZoneState();
  signs.refused(6, 100);
  signs.refused(6, 200);
  signs.refused(5, 300);
  expect(signs.laterThan(5).refusedAt).toBe(200);
  expect(signs.laterThan(4).refusedAt).toBe(200);
});

it('a day learns the order of another day', () => {
  const signs = createZoneState();
  signs.answered(5, 'newest-first');
  signs.answered(6, 'unknown');
  expect(signs.order).toBe('newest-first');
});

it('a clock jump cancels what is in flight, and nothing later', () => {
  const signs = createZoneState();
  const end = new AbortController();
  const before = signs.linkedSignal(end.signal);
  const over = signs.linkedSignal(end.signal);
  over.release();
  signs.jumped();
  const after = signs.linkedSignal(end.signal);
  expect([before, over, after].map(({ signal }) => signal.aborted)).toEqual([true, false, false]);
  end.abort();
  expect(after.signal.aborted).toBe(true);
  expect(over.signal.aborted).toBe(false);
});

describe('a jump of the clock', () => {
  it.each([
    { said: 'none when both clocks advanced as planned', now: 5000, elapsed: 5000, jumped: false },
    { said: 'none when the timer was a little late', now: 9000, elapsed: 9000, jumped: false },
    {
      said: 'a sleep, during which only the wall clock advanced',
      now: 600_000,
      elapsed: 5000,
      jumped: true,
    },
    {
      said: 'a stopped process, after which the timer was late',
      now: 600_000,
      elapsed: 600_000,
      jumped: true,
    },
    { said: 'a wall clock that was set back', now: -3_600_000, elapsed: 5000, jumped: true },
    {
      said: 'none when the wall clock was set by a second',
      now: 6000,
      elapsed: 5000,
      jumped: false,
    },
  ])('is $said', ({ now, elapsed, jumped }) => {
    expect(hasJumped({ wall: 0, elapsed: 0 }, { wall: now, elapsed }, 5000)).toBe(jumped);
  });
});

const DAY = utcDay(Date.UTC(2026, 2, 14));
const MINUTE = 60_000;
const END = startOfDay(DAY + 1);

describe('a day', () => {
  it.each([
    { said: 'continues before midnight', now: END - 1, answered: true, refused: null, over: false },
    {
      said: 'continues nine minutes past',
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
      said: 'continues while the service knows no later day',
      now: END + 60 * MINUTE,
      answered: false,
      refused: null,
      over: false,
    },
    {
      said: 'continues for ten minutes after the service last rejected the next',
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
    expect(isDayOver(DAY, { wall: now, elapsed }, { answered, refusedAt })).toBe(over);
  });
});
