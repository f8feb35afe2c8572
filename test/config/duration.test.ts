import { describe, expect, it } from 'vitest';
import { parseDuration, parseMoment } from '../../src/config/duration.ts';

describe('a duration', () => {
  it.each([
    ['500ms', 500],
    ['5s', 5000],
    ['1.5h', 5_400_000],
    ['15m', 900_000],
    ['2d', 172_800_000],
    [' 5s ', 5000],
    ['0s', 0],
    ['5', undefined],
    ['s', undefined],
    ['-5s', undefined],
    ['5 s', undefined],
    ['5S', undefined],
    ['1e3s', undefined],
    ['99999999999s', undefined],
    ['36525d', 3_155_760_000_000],
    ['36526d', undefined],
    ['999999999d', undefined],
    ['', undefined],
  ])('%j is %j milliseconds', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });
});

const NOW = Date.parse('2026-03-14T00:32:00Z');

it.each([
  ['2026-03-14', '2026-03-14T00:00:00.000Z'],
  ['2026-03-14T07:15Z', '2026-03-14T07:15:00.000Z'],
  ['2026-03-14T00:15+02:00', '2026-03-13T22:15:00.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['00:15', '2026-03-14T00:15:00.000Z'],
  // The last time that the clock showed it.
  ['07:15', '2026-03-13T07:15:00.000Z'],
  ['23:50', '2026-03-13T23:50:00.000Z'],
  ['1d', '2026-03-13T00:32:00.000Z'],
])('the moment %s is %s', (text, moment) => {
  expect(new Date(parseMoment(text, NOW) ?? Number.NaN).toISOString()).toBe(moment);
});

it.each([
  '2026-02-30',
  '2026-02-29T07:15Z',
  '2026-04-31T00:00+02:00',
  '2026-13-01',
  '2026-00-10',
  '1969-12-31',
  '25000d',
  '24:00',
])('%s is not a time', (text) => {
  expect(parseMoment(text, NOW)).toBeUndefined();
});

it('an age can be written with or without ago', () => {
  expect(parseMoment('15m', 1_000_000)).toBe(100_000);
  expect(parseMoment('15m ago', 1_000_000)).toBe(100_000);
  expect(parseMoment('15m later', 1_000_000)).toBeUndefined();
});
