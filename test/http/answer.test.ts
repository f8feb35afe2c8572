import { describe, expect, it } from 'vitest';
import { search } from '../../src/contract/operations/search.ts';
import { header, interpretAnswer, parseHttpDate, retryAfterMs } from '../../src/http/answer.ts';
import { noDrift } from '../support/no-drift.ts';

const url = new URL('https://api.example.net/search');
const interpret = (
  status: number,
  headers: Readonly<Record<string, string>>,
  text = '{"Total":0}',
) => interpretAnswer(search, url, { status, headers, body: Buffer.from(text) }, { drift: noDrift });

describe('an answer over HTTP', () => {
  it('is decoded if valid', async () => {
    expect((await interpret(200, { 'content-type': 'application/json' })).kind).toBe('answer');
  });

  it.each([
    ['https://evil.example/x', 'The service redirects to evil.example'],
    ['//evil.example:8080', 'The service redirects to evil.example:8080'],
    ['/login', 'The service redirects to api.example.net'],
    ['https://[', 'The service redirects, but does not say where'],
  ])('that redirects to %s names the host', async (location, title) => {
    expect(await interpret(302, { location })).toMatchObject({
      problem: { kind: 'redirected', status: 302, title },
    });
  });

  it.each([
    [300, { location: 'https://evil.example/x' }],
    [304, { location: 'https://evil.example/x' }],
    [399, { location: 'https://evil.example/x' }],
    [304, {}],
    [302, {}],
  ])('of status %i with %j leads nowhere: it is unexpected', async (status, headers) => {
    const problem = { kind: 'unexpected', status, title: 'Unexpected status' };
    expect(await interpret(status, headers, '')).toMatchObject({ problem });
  });

  it.each([299, 400])('of status %i names no host that it contains', async (status) => {
    const answer = await interpret(status, { location: 'https://evil.example/x' }, '');
    expect(answer.kind === 'answer' ? '' : answer.problem.title).not.toContain('evil.example');
  });

  it('in an encoding that was not requested is refused', async () => {
    expect(await interpret(200, { 'content-encoding': 'rot13' })).toMatchObject({
      problem: { kind: 'unexpected', detail: 'rot13' },
    });
    expect((await interpret(200, { 'content-encoding': 'GZIP' })).kind).toBe('answer');
  });
});

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

it('reads the first value of a header', () => {
  const headers = { etag: 'a', 'set-cookie': ['b', 'c'] };
  expect(header(headers, 'etag')).toBe('a');
  expect(header(headers, 'set-cookie')).toBe('b');
  expect(header(headers, 'location')).toBeUndefined();
});

const NOW = Date.parse('2026-03-14T14:02:00Z');

// Assumption: rate-limits-of-the-api
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
