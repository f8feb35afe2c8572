import { describe, expect, it } from 'vitest';
import { header, parseHttpDate, retryAfterMs } from '../../src/http/headers.ts';

describe('an HTTP date', () => {
  it.each([
    ['Sat, 14 Mar 2026 14:02:00 GMT', '2026-03-14T14:02:00Z'],
    ['Thu, 31 Dec 2026 23:59:60 GMT', '2026-12-31T23:59:59Z'],
  ])('%s is read', (text, iso) => {
    expect(parseHttpDate(text)).toBe(Date.parse(iso));
  });

  it.each([
    [undefined],
    [''],
    ['1'],
    ['2026-03-14'],
    ['Sat, 14 Mar 2026 14:02:00'],
    ['Sat, 14 Foo 2026 14:02:00 GMT'],
    ['Sat, 14 Mar 2026 25:02:00 GMT'],
    ['Saturday, 14-Mar-26 14:02:00 GMT'],
  ])('%j is none', (text) => {
    expect(parseHttpDate(text)).toBeUndefined();
  });
});

it('reads a header, the first of several, or nothing', () => {
  const headers = { etag: 'a', 'set-cookie': ['b', 'c'] };
  expect(header(headers, 'etag')).toBe('a');
  expect(header(headers, 'set-cookie')).toBe('b');
  expect(header(headers, 'location')).toBeUndefined();
});

const NOW = Date.parse('2026-03-14T14:02:00Z');

describe('Retry-After', () => {
  it.each([
    ['1', undefined, 1_000],
    ['120', undefined, 120_000],
    [' 5 ', undefined, 5_000],
    ['0', undefined, 1_000],
    ['99999', undefined, 99_999_000],
    ['Sat, 14 Mar 2026 14:03:00 GMT', undefined, 60_000],
    // Our clock is an hour behind the service's, or ahead of it: what counts is its own date.
    ['Sat, 14 Mar 2026 15:03:00 GMT', 'Sat, 14 Mar 2026 15:02:30 GMT', 30_000],
    ['Sat, 14 Mar 2026 13:03:00 GMT', 'Sat, 14 Mar 2026 13:02:30 GMT', 30_000],
    ['Sat, 14 Mar 2026 14:03:00 GMT', 'garbage', 60_000],
    // In the past: the shortest wait, not none.
    ['Sat, 14 Mar 2026 14:00:00 GMT', undefined, 1_000],
    [undefined, undefined, undefined],
    ['', undefined, undefined],
    ['-5', undefined, undefined],
    ['1.5', undefined, undefined],
    ['soon', undefined, undefined],
    ['1e9', undefined, undefined],
    ['9'.repeat(400), undefined, undefined],
    ['Infinity', undefined, undefined],
  ])('%j, with the date %j, is %j ms', (retryAfter, date, ms) => {
    expect(retryAfterMs({ retryAfter, date, now: NOW })).toBe(ms);
  });
});
