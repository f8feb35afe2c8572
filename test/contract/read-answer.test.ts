import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { driftLog, noDrift } from '../../src/contract/drift.ts';
import type { Operation } from '../../src/contract/operation.ts';
import { appDelete } from '../../src/contract/operations/app-delete.ts';
import { operations } from '../../src/contract/operations/index.ts';
import { rateLimitMetrics } from '../../src/contract/operations/rate-limit-metrics.ts';
import { search } from '../../src/contract/operations/search.ts';
import { readAnswer } from '../../src/contract/read-answer.ts';

const raw = (text: string, status = 200, contentType = 'application/json') => ({
  status,
  contentType,
  text,
});

describe('reading an answer', () => {
  it('decodes it, and notes what does not fit', () => {
    const drift = driftLog();
    const text = '{"Query":"a","Total":1,"From":0,"Size":20,"SearchResults":[{"Id":1,"X":2}]}';
    expect(readAnswer(search, raw(text), drift)).toEqual({
      kind: 'answer',
      answer: {
        Query: 'a',
        Total: 1,
        From: 0,
        Size: 20,
        SearchResults: [{ Type: null, Id: '1', Name: null }],
      },
    });
    expect(drift.entries().map(({ path }) => path)).toEqual([
      'search.SearchResults[].Type',
      'search.SearchResults[].Name',
      'search.SearchResults[].X',
    ]);
  });

  it('does not care for the content type of JSON', () => {
    expect(readAnswer(search, raw('{"Total":0}', 200, 'text/plain'), noDrift).kind).toBe('answer');
  });

  it.each([
    ['', 'The answer is empty', undefined],
    [' \r\n', 'The answer is empty', 'application/json, 3 characters, beginning with '],
    [
      '{"Query":"a","Tot',
      'The answer is not JSON',
      'application/json, 17 characters, beginning with {"Query":"a","Tot',
    ],
    [
      'x'.repeat(200),
      'The answer is not JSON',
      `application/json, 200 characters, beginning with ${'x'.repeat(80)}`,
    ],
    [
      `{"Total":${'['.repeat(99)}${']'.repeat(99)}}`,
      'The answer is nested deeper than 64',
      expect.stringContaining('208 characters'),
    ],
    [
      '[]',
      'The answer does not fit the contract',
      'search: an object was expected, an array arrived',
    ],
    [
      'null',
      'The answer does not fit the contract',
      'search: an object was expected, null arrived',
    ],
    [
      '{"query":"a"}',
      'The answer does not fit the contract',
      'search: an object with Query, Total, From was expected, an object arrived',
    ],
  ])('refuses %.30j where an answer is needed', (text, title, detail) => {
    expect(readAnswer(search, raw(text), noDrift)).toEqual({
      kind: 'problem',
      problem: { kind: 'unexpected', status: 200, title, detail },
    });
  });

  it('refuses metrics without data, rather than show four empty counters', () => {
    const text = '{"data":null,"error":{"statusCode":0,"success":false,"message":null}}';
    expect(readAnswer(rateLimitMetrics, raw(text), noDrift)).toMatchObject({
      problem: { detail: 'rate-limit-metrics.data: an object was expected, null arrived' },
    });
  });

  it.each([[''], ['null'], ['{"id":"a"}'], ['Accepted']])(
    'takes %j for a success where none is needed',
    (text) => {
      expect(readAnswer(appDelete, raw(text, 200, 'text/plain'), noDrift)).toEqual({
        kind: 'answer',
        answer: null,
      });
    },
  );

  it('does not take a login page for a deletion', () => {
    expect(readAnswer(appDelete, raw('<html>', 200, 'text/html'), noDrift)).toMatchObject({
      problem: { kind: 'unexpected', title: 'HTML instead of JSON' },
    });
  });

  it('never throws, whatever arrives', () => {
    const all: readonly Operation<never, unknown>[] = Object.values(operations);
    const names = [
      ...new Set(all.flatMap(({ answer }) => Object.keys(answer.shape?.fields ?? {}))),
    ];
    const answer = fc.dictionary(fc.constantFrom(...names), fc.jsonValue());
    const body = fc.oneof(fc.jsonValue(), answer).map((value) => JSON.stringify(value));
    fc.assert(
      fc.property(
        fc.constantFrom(...all),
        fc.integer({ min: 100, max: 999 }),
        fc.oneof(body, fc.string()),
        (operation, status, text) => {
          expect(['answer', 'problem']).toContain(
            readAnswer(operation, raw(text, status), driftLog()).kind,
          );
        },
      ),
    );
  });
});
