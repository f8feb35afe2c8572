import { describe, expect, it } from 'vitest';
import { pageTimes } from '../../src/feeds/page-times.ts';
import { startOfDay, utcDay } from '../../src/text/moments.ts';

const DAY = utcDay(Date.UTC(2026, 2, 14));
const NOON = startOfDay(DAY) + 12 * 3_600_000;
const falling = Array.from({ length: 100 }, (_, at) => NOON - at * 1000);

describe('the times of a page', () => {
  it.each([
    { said: 'nothing for an empty page', stamps: [], oldest: null, newest: null },
    {
      said: 'nothing for stamps that are no time',
      stamps: [null, 7, -1],
      oldest: null,
      newest: null,
    },
    {
      said: 'the least and the greatest',
      stamps: [NOON, NOON + 5, NOON - 5],
      oldest: NOON - 5,
      newest: NOON + 5,
    },
    {
      said: 'nothing of stamps beyond the day',
      stamps: [NOON, startOfDay(DAY + 1), startOfDay(DAY) - 1],
      oldest: NOON,
      newest: NOON,
    },
  ])('are $said', ({ stamps, oldest, newest }) => {
    expect(pageTimes(stamps, 'ms', DAY)).toMatchObject({ oldest, newest });
  });

  it.each([
    { unit: 's', stamp: NOON / 1000 },
    { unit: 'ms', stamp: NOON },
    { unit: 'µs', stamp: NOON * 1000 },
    { unit: 'ns', stamp: NOON * 1_000_000 },
  ] as const)('are milliseconds for stamps in $unit', ({ unit, stamp }) => {
    expect(pageTimes([stamp], unit, DAY).newest).toBe(NOON);
  });

  it.each([
    { said: 'falling stamps are newest first', stamps: falling, order: 'newest-first' },
    {
      said: 'rising stamps are oldest first',
      stamps: [...falling].reverse(),
      order: 'oldest-first',
    },
    {
      said: 'few stamps may look ordered by chance',
      stamps: [3, 2, 1].map((n) => NOON + n),
      order: 'unknown',
    },
    { said: 'equal stamps are in no order', stamps: falling.map(() => NOON), order: 'unknown' },
    {
      said: 'shuffled stamps are in no order',
      stamps: falling.map((_, at) => NOON + ((at * 37) % 100)),
      order: 'unknown',
    },
  ])('$said', ({ stamps, order }) => {
    expect(pageTimes(stamps, 'ms', DAY).order).toBe(order);
  });

  it('have a floor that one late entry at the end does not lower', () => {
    const late = [...falling.slice(0, -1), NOON - 3_600_000];
    expect(pageTimes(late, 'ms', DAY).floor).toBe(falling[75]);
  });

  it('have the newest as floor when the page is in no order', () => {
    const shuffled = falling.map((_, at) => NOON + ((at * 37) % 100));
    expect(pageTimes(shuffled, 'ms', DAY).floor).toBe(NOON + 99);
  });
});
