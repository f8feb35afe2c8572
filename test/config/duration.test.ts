import { describe, expect, it } from 'vitest';
import { parseDuration } from '../../src/config/duration.ts';

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
