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
    ['', undefined],
  ])('%j is %j milliseconds', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });
});

it('a moment so long ago is written with ago or without', () => {
  expect(parseMoment('15m', 1_000_000)).toBe(100_000);
  expect(parseMoment('15m ago', 1_000_000)).toBe(100_000);
  expect(parseMoment('15m later', 1_000_000)).toBeUndefined();
});
