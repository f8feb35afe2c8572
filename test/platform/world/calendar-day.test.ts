import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  chartKey,
  DAY_MS,
  dateText,
  dayFromText,
  dayOf,
} from '../../../src/platform/world/calendar-day.ts';

describe('a day as text', () => {
  test('is month, day and year', () => {
    expect(dateText(dayOf(Date.parse('2026-03-04T23:59:59.999Z')))).toBe('03-04-2026');
  });

  test('is read back as the same day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), (day) => {
        expect(dayFromText(dateText(day))).toBe(day);
      }),
    );
  });

  test.each([
    '2026-03-14',
    '3-14-2026',
    '13-01-2026',
    '02-30-2026',
    '00-10-2026',
    '',
    '03-14-2026x',
  ])('%s is none', (text) => {
    expect(dayFromText(text)).toBeUndefined();
  });
});

test('a day begins at midnight UTC', () => {
  const midnight = Date.parse('2026-03-14T00:00:00Z');
  expect(dayOf(midnight) - dayOf(midnight - 1)).toBe(1);
  expect(dayOf(midnight) * DAY_MS).toBe(midnight);
});

test('keys of charts have no fraction', () => {
  expect(chartKey(Date.parse('2026-03-14T14:02:00.123Z'))).toBe('2026-03-14T14:02:00Z');
});
