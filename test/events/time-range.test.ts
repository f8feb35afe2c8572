import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bucketsFor, bucketsOf, panned, zoomIn, zoomOut } from '../../src/events/time-range.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;
const MIDNIGHT = Date.UTC(2026, 2, 14);
const day = { from: MIDNIGHT, until: MIDNIGHT + DAY };

const range = fc
  .tuple(fc.integer({ min: 0, max: 10 * DAY }), fc.integer({ min: 1, max: 40 * DAY }))
  .map(([from, width]) => ({ from: MIDNIGHT + from, until: MIDNIGHT + from + width }));

test.each([
  [day, 200, 10 * MINUTE],
  [day, 1440, MINUTE],
  [day, 24, 60 * MINUTE],
  [day, 1, DAY],
  [{ from: MIDNIGHT, until: MIDNIGHT + 90_000 }, 100, 1000],
])('a time range is divided into buckets of common durations', (range, most, size) => {
  expect(bucketsFor(range, most).size).toBe(size);
});

test('buckets cover the range, do not exceed the requested number, and begin at multiples of their size', () => {
  fc.assert(
    fc.property(range, fc.integer({ min: 2, max: 300 }), (range, most) => {
      const buckets = bucketsFor(range, most);
      expect(buckets.count).toBeLessThanOrEqual(most);
      expect(buckets.start % buckets.size).toBe(0);
      expect(buckets.start).toBeLessThanOrEqual(range.from);
      expect(buckets.start + buckets.count * buckets.size).toBeGreaterThanOrEqual(range.until);
    }),
  );
});

test('an empty range still has one bucket', () => {
  expect(bucketsOf({ from: MIDNIGHT, until: MIDNIGHT }, 1000).count).toBe(1);
});

describe('zooming', () => {
  const within = (inner: typeof day, outer: typeof day) =>
    inner.from >= outer.from && inner.until <= outer.until;

  test('in halves the range, keeps its middle, and stays within bounds', () => {
    fc.assert(
      fc.property(range, fc.double({ min: 0, max: 1, noNaN: true }), (range, at) => {
        const middle = range.from + (range.until - range.from) * at;
        const inner = zoomIn(range, middle);
        expect(within(inner, range)).toBe(true);
        expect(inner.from).toBeLessThanOrEqual(Math.ceil(middle));
        expect(inner.until).toBeGreaterThanOrEqual(Math.floor(middle));
      }),
    );
  });

  test('in stops at a second', () => {
    let range = day;
    for (let step = 0; step < 40; step += 1) range = zoomIn(range, MIDNIGHT + 5000);
    expect(range.until - range.from).toBe(1000);
  });

  test('out doubles the range and stops at the maximum', () => {
    const hour = { from: MIDNIGHT, until: MIDNIGHT + 60 * MINUTE };
    expect(zoomOut(hour, day)).toEqual({ from: MIDNIGHT, until: MIDNIGHT + 120 * MINUTE });
    let range = hour;
    for (let step = 0; step < 10; step += 1) range = zoomOut(range, day);
    expect(range).toEqual(day);
  });

  test('sideways keeps the width and stops at the ends', () => {
    const hour = { from: MIDNIGHT + 30 * MINUTE, until: MIDNIGHT + 90 * MINUTE };
    expect(panned(hour, -2, day)).toEqual({ from: MIDNIGHT, until: MIDNIGHT + 60 * MINUTE });
    expect(panned(hour, 0.5, day).from).toBe(MIDNIGHT + 60 * MINUTE);
    expect(panned(day, 1, day)).toEqual(day);
  });
});
