import { describe, expect, it } from 'vitest';
import { parseHttpDate } from '../../src/http/http-date.ts';

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
