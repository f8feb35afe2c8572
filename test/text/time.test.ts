import { describe, expect, it } from 'vitest';
import {
  duration,
  stamp,
  startOfDay,
  timeOfDay,
  timeOfDayExact,
  usDay,
  utcDay,
} from '../../src/text/time.ts';

const AT = Date.parse('2026-03-14T23:59:58.123Z');

describe('moments', () => {
  it('are written in UTC with a Z', () => {
    expect(stamp(AT, 'utc')).toBe('2026-03-14 23:59:58Z');
    expect(timeOfDay(AT, 'utc')).toBe('23:59:58');
    expect(timeOfDayExact(AT, 'utc')).toBe('23:59:58.123');
  });

  it.each([Number.NaN, 1e20, -1e20, Number.POSITIVE_INFINITY])('%s is no moment', (ms) => {
    expect([stamp(ms, 'utc'), timeOfDay(ms, 'local'), timeOfDayExact(ms, 'utc')]).toEqual([
      '?',
      '?',
      '?',
    ]);
  });
});

describe('days of the event log', () => {
  it('are UTC days, whatever the zone of the machine', () => {
    expect(usDay(utcDay(AT))).toBe('03-14-2026');
    expect(usDay(utcDay(AT + 2000))).toBe('03-15-2026');
    expect(startOfDay(utcDay(AT))).toBe(Date.parse('2026-03-14T00:00:00Z'));
  });

  it('keep four digits for the year', () => {
    expect(usDay(utcDay(Date.parse('2026-12-01T00:00:00Z')))).toBe('12-01-2026');
  });
});

describe('durations', () => {
  it.each([
    [0, '0 s'],
    [41_900, '41 s'],
    [60_000, '1 min'],
    [3_600_000, '1 h 00 min'],
    [7_500_000, '2 h 05 min'],
    [100_000_000, '1 d 3 h'],
    [-5, '0 s'],
    [Number.NaN, '?'],
  ])('%d ms are %s', (ms, text) => {
    expect(duration(ms)).toBe(text);
  });
});
