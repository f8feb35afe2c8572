import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  duration,
  isoSeconds,
  parseUsDay,
  stamp,
  startOfDay,
  timeOfDay,
  timeOfDayExact,
  usDay,
  utcDay,
} from '../../src/text/time.ts';

const AT = Date.parse('2026-03-14T23:59:58.123Z');

describe('times', () => {
  it('are written in UTC with a Z', () => {
    expect(stamp(AT, 'utc')).toBe('2026-03-14 23:59:58Z');
    expect(timeOfDay(AT, 'utc')).toBe('23:59:58');
    expect(timeOfDayExact(AT, 'utc')).toBe('23:59:58.123');
  });

  it.each([Number.NaN, 1e20, -1e20, Number.POSITIVE_INFINITY])('%s is no time', (ms) => {
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
    expect(usDay(utcDay(Date.parse('0026-12-01T00:00:00Z')))).toBe('12-01-0026');
  });

  it('are read back as the same day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), (day) => {
        expect(parseUsDay(usDay(day))).toBe(day);
      }),
    );
  });

  it.each(['2026-03-14', '3-14-2026', '13-01-2026', '02-30-2026', '00-10-2026', '', '03-14-2026x'])(
    '%s is none',
    (text) => {
      expect(parseUsDay(text)).toBeUndefined();
    },
  );
});

it('writes ISO 8601 to the second without a fraction', () => {
  expect(isoSeconds(Date.parse('2026-03-14T14:02:00.123Z'))).toBe('2026-03-14T14:02:00Z');
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
