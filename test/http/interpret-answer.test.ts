import { describe, expect, it } from 'vitest';
import { search } from '../../src/contract/operations/search.ts';
import { interpretAnswer } from '../../src/http/interpret-answer.ts';
import { noDrift } from '../support/no-drift.ts';

const url = new URL('https://api.example.net/search');
const interpret = (
  status: number,
  headers: Readonly<Record<string, string>>,
  text = '{"Total":0}',
) => interpretAnswer(search, url, { status, headers, text }, noDrift);

describe('an answer over HTTP', () => {
  it('is decoded when it is one', () => {
    expect(interpret(200, { 'content-type': 'application/json' }).kind).toBe('answer');
  });

  it.each([
    ['https://evil.example/x', 'The service redirects to evil.example'],
    ['//evil.example:8080', 'The service redirects to evil.example:8080'],
    ['/login', 'The service redirects to api.example.net'],
    ['https://[', 'The service redirects to nowhere'],
  ])('that redirects to %s names the host', (location, title) => {
    expect(interpret(302, { location })).toMatchObject({
      problem: { kind: 'redirected', status: 302, title },
    });
  });

  it('that redirects without a location is a redirect all the same', () => {
    expect(interpret(304, {})).toMatchObject({ problem: { kind: 'redirected' } });
  });

  it('names no host unless its status redirects', () => {
    const titleOf = (status: number) => {
      const answer = interpret(status, { location: 'https://evil.example/x' }, '');
      return answer.kind === 'answer' ? '' : answer.problem.title;
    };
    expect([300, 399].map(titleOf)).toEqual(Array(2).fill('The service redirects to evil.example'));
    for (const status of [299, 400]) expect(titleOf(status)).not.toContain('evil.example');
  });

  it('in an encoding nobody asked for is refused', () => {
    expect(interpret(200, { 'content-encoding': 'rot13' })).toMatchObject({
      problem: { kind: 'unexpected', detail: 'rot13' },
    });
    expect(interpret(200, { 'content-encoding': 'GZIP' }).kind).toBe('answer');
  });
});
