import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  duration,
  exactDuration,
  isoSeconds,
  parseUsDay,
  partOf,
  stamp,
  startOfDay,
  timeNear,
  timeOfDay,
  timeOfDayExact,
  timesWithin,
  usDay,
  utcDay,
} from '../../src/text/time.ts';

const AT = Date.parse('2026-03-14T23:59:58.123Z');

it('a time has its day if that is another one, and its year if that day may be of another year', () => {
  const near = (now: string) => timeNear(Date.parse(now), AT, 'utc');
  expect(near('2026-03-14T12:00:00Z')).toBe('23:59:58');
  expect(near('2026-03-15T00:00:00Z')).toBe('03-14 23:59:58');
  expect(near('2026-12-31T00:00:00Z')).toBe('03-14 23:59:58');
  expect(near('2027-03-14T12:00:00Z')).toBe('2026-03-14 23:59:58');
});

describe('times', () => {
  it('are written in UTC with a Z', () => {
    expect(stamp(AT, 'utc')).toBe('2026-03-14 23:59:58Z');
    expect(timeOfDay(AT, 'utc')).toBe('23:59:58');
    expect(timeOfDayExact(AT, 'utc')).toBe('23:59:58.123');
  });

  it('have their day where what they are told of has more than one', () => {
    const times = (until: number) => timesWithin({ from: AT - 3000, until }, 'utc')(AT);
    const midnight = Date.parse('2026-03-15T00:00:00Z');
    expect([times(midnight), times(midnight + 1)]).toEqual(['23:59:58', '03-14 23:59:58']);
  });

  it('of a stretch have their day where that or what it is a part of has more than one, of one day once', () => {
    const told = (whole: number, until: number) =>
      partOf({ from: AT - 3000, until: AT + whole }, { from: AT - 1000, until: AT + until }, 'utc');
    expect(told(0, 0)).toBe('23:59:57 to 23:59:58');
    expect(told(5000, 0)).toBe('03-14 23:59:57 to 23:59:58');
    expect(told(5000, 3000)).toBe('03-14 23:59:57 to 03-15 00:00:01');
    expect(told(0, 3000)).toBe('03-14 23:59:57 to 03-15 00:00:01');
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

  it.each([
    [500, '0.5 s'],
    [90_000, '90 s'],
    [120_000, '2 min'],
    [5_400_000, '1 h 30 min'],
  ])('%d ms are exactly %s', (ms, text) => {
    expect(exactDuration(ms)).toBe(text);
  });
});

/** What a process in another zone shows of a moment: the zone of a process is fixed when it starts. */
function shownIn(zone: string, iso: string): string {
  const time = new URL('../../src/text/time.ts', import.meta.url).href;
  const source = `
    const { stamp, stampWithZone } = await import(${JSON.stringify(time)});
    const ms = Date.parse(${JSON.stringify(iso)});
    console.log([stamp(ms, 'local'), stampWithZone(ms, 'local'), stampWithZone(ms, 'utc')].join(' | '));`;
  const args = ['--input-type=module', '--eval', source];
  return execFileSync(process.execPath, args, { encoding: 'utf8', env: { TZ: zone } }).trim();
}

it.each([
  ['Asia/Kathmandu', '2026-03-14T18:20:00Z', '2026-03-15 00:05:00', '+05:45'],
  ['Pacific/Kiritimati', '2026-03-14T10:00:00Z', '2026-03-15 00:00:00', '+14:00'],
  ['Etc/GMT+12', '2026-03-15T11:59:59Z', '2026-03-14 23:59:59', '-12:00'],
  ['America/St_Johns', '2026-03-14T02:29:59Z', '2026-03-13 23:59:59', '-02:30'],
  // Half an hour of daylight saving, which begins and ends at 2:00.
  ['Australia/Lord_Howe', '2026-04-04T14:59:59Z', '2026-04-05 01:59:59', '+11:00'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z', '2026-04-05 01:30:00', '+10:30'],
  ['Australia/Lord_Howe', '2026-10-03T15:30:00Z', '2026-10-04 02:30:00', '+11:00'],
])('in %s the moment %s is %s, %s of UTC, and the same in UTC', (zone, iso, local, offset) => {
  expect(shownIn(zone, iso)).toBe(`${local} | ${local}${offset} | ${iso.replace('T', ' ')}`);
});
