import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  earliestTime,
  inForce,
  numberOf,
  type StackedFilter,
  stackFilter,
} from '../../../src/events/filter/filter.ts';
import { parseFilter } from '../../../src/events/filter/parse.ts';
import { describeFilter } from './describe-filter.ts';

test.each([
  ['400', 400],
  ['-1.5', -1.5],
  ['+3', 3],
  ['.5', 0.5],
  ['1e3', 1000],
])('%s is a number', (text, number) => {
  expect(numberOf(text)).toBe(number);
});

test.each(['', ' ', '4x', '0x10', 'Infinity', 'NaN', '1e999', '1,5', '--1'])(
  '%j is none',
  (text) => {
    expect(numberOf(text)).toBeUndefined();
  },
);

const MOMENT = { now: 0, day: 0, offsetMinutes: 0 };

const stacked = (text: string, state: StackedFilter['state']): StackedFilter => ({
  text,
  filter: parseFilter(text).filter,
  state,
});

const words = (stack: readonly StackedFilter[]) => describeFilter(stackFilter(stack), MOMENT);

test('filters that are on must match, and disabled ones do not matter', () => {
  const stack = [
    stacked('status:Blocked', 'on'),
    stacked('!country:BG', 'on'),
    stacked('method:GET', 'off'),
  ];
  expect(words(stack)).toBe('status is "Blocked" and not (country is "BG")');
  expect(inForce(stack)).toBe(2);
});

test('an empty stack keeps everything', () => {
  expect(words([])).toBe('everything');
});

test.each([
  // At 14:00.
  ['since:09:00 until:17:00', '14T09:00 to 14T17:00'],
  ['since:22:00 until:06:00', '13T22:00 to 14T06:00'],
  ['until:06:00 since:22:00', '14T06:00 to 13T22:00'],
  ['since:13:30 (until:14:30 or a)', '14T13:30 to 14T14:30'],
  ['(since:22:00 a) until:23:00', '13T22:00 to 13T23:00'],
  ['(since:13:30 until:14:30) or country:ZZ', '14T13:30 to 14T14:30'],
  ['!(since:13:30 until:14:30)', '14T13:30 to 14T14:30'],
  ['since:09:00 (since:22:00 until:23:00)', '14T09:00 to 13T22:00 to 13T23:00'],
  ['since:22:00 or until:06:00', '13T22:00 to 14T06:00'],
  ['since:13:00 or until:15:00', '14T13:00 to 14T15:00'],
  ['!since:22:00 until:23:00', '13T22:00 to 14T23:00'],
  ['until:24:00', '15T00:00'],
  ['at:..14:00', '14T14:01'],
])('a time of day has its day by the group it is in: %s', (text, times) => {
  const day = Date.UTC(2026, 2, 14);
  const moment = { now: day + 14 * 3_600_000, day, offsetMinutes: 0 };
  const words = describeFilter(parseFilter(text).filter, moment);
  const told = [...words.matchAll(/2026-03-(\d\d) (\d\d:\d\d)/g)];
  expect(told.map(([, date, clock]) => `${date}T${clock}`).join(' to ')).toBe(times);
});

test.each([
  ['since:2h', 10],
  ['since:2h since:1h', 11],
  ['since:2h or since:3h', 9],
  ['status:blocked since:2h', 10],
  ['status:blocked or since:2h', null],
  ['-since:2h', null],
  ['until:2h', null],
  ['at:03:00..04:00', 3],
  ['at:23:00..04:00', 0],
])('before a time no entry of the day passes %s', (text, hour) => {
  const day = Date.UTC(2026, 2, 14);
  const moment = { now: day + 12 * 3_600_000, day, offsetMinutes: 0 };
  const time = earliestTime(parseFilter(text).filter, moment);
  expect(time).toBe(hour === null ? null : day + hour * 3_600_000);
});

test('no entry of the day that passes is before the earliest time, in any time zone', () => {
  const day = Date.UTC(2026, 2, 14);
  const minute = fc.integer({ min: 0, max: 1439 });
  const clock = (at: number) =>
    `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
  fc.assert(
    fc.property(minute, minute, fc.integer({ min: -14 * 4, max: 14 * 4 }), (from, to, quarters) => {
      const offsetMinutes = quarters * 15;
      const { filter } = parseFilter(`at:${clock(from)}..${clock(to)}`);
      const earliest = earliestTime(filter, { now: day, day, offsetMinutes });
      const passing = Array.from({ length: 1440 }, (_, at) => at).filter((at) => {
        const local = (at + offsetMinutes + 2 * 1440) % 1440;
        return from <= to ? local >= from && local <= to : local >= from || local <= to;
      });
      // Ranges that begin less than a minute before their end are not checked.
      expect(earliest).toBe(day + (passing[0] ?? 0) * 60_000);
    }),
  );
});
