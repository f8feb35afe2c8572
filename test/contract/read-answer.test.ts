import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DriftLog, driftLog } from '../../src/contract/drift.ts';
import type { Operation } from '../../src/contract/operation.ts';
import { appDelete } from '../../src/contract/operations/app-delete.ts';
import { appOverview } from '../../src/contract/operations/app-overview.ts';
import { eventLogs } from '../../src/contract/operations/event-logs.ts';
import { operations } from '../../src/contract/operations/index.ts';
import { rateLimitMetrics } from '../../src/contract/operations/rate-limit-metrics.ts';
import { search } from '../../src/contract/operations/search.ts';
import { InvalidJson, parseJson, readAnswer, readBody } from '../../src/contract/read-answer.ts';
import { noDrift } from '../support/no-drift.ts';

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

  it('ignores the content type of JSON', () => {
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

  it('refuses metrics without data, instead of showing four empty counters', () => {
    const text = '{"data":null,"error":{"statusCode":0,"success":false,"message":null}}';
    expect(readAnswer(rateLimitMetrics, raw(text), noDrift)).toMatchObject({
      problem: { detail: 'rate-limit-metrics.data: an object was expected, null arrived' },
    });
  });

  it.each([[''], ['null'], ['{"id":"a"}'], ['Accepted']])(
    'accepts %j as a success where no body is needed',
    (text) => {
      expect(readAnswer(appDelete, raw(text, 200, 'text/plain'), noDrift)).toEqual({
        kind: 'answer',
        answer: null,
      });
    },
  );

  it('does not mistake a login page for a deletion', () => {
    expect(readAnswer(appDelete, raw('<html>', 200, 'text/html'), noDrift)).toMatchObject({
      problem: { kind: 'unexpected', title: 'HTML instead of JSON' },
    });
  });

  it('never throws', () => {
    const all: readonly Operation<unknown, unknown>[] = Object.values(operations);
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

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('reading the largest answers', () => {
  const read = (text: string) =>
    readBody(eventLogs, { ...raw(''), body: Buffer.from(text) }, noDrift);

  it.each([
    ['objects', '{}'],
    ['lists', '[]'],
    ['objects of one member', '{"a":"\\"{"}'],
  ])('refuses more %s than it may hold before it makes them, and says how many', (_, each) => {
    const shown = (size: string) => `300,002 objects and lists in ${size}; up to 131,072 are read`;
    const text = `{"logs":[${Array(300_000).fill(each).join(',')}]}`;
    expect(read(text)).toEqual({
      kind: 'problem',
      problem: {
        kind: 'unexpected',
        status: 200,
        title: 'The answer has too many objects to be read',
        detail: shown(each.length > 2 ? '3.4 MiB' : '878.9 KiB'),
      },
    });
  });

  it('reads as many entries as fit into the largest answer, whatever their texts', () => {
    const names = [
      'asn',
      'country',
      'ruleId',
      'severity',
      'method',
      'ruleGroup',
      'status',
      'serverZone',
    ];
    const labels = Object.fromEntries(names.map((name) => [name, '']));
    const entry = JSON.stringify({ logId: '', timestamp: 1, log: '{"{":"\\""}', labels });
    const count = Math.floor((8 << 20) / (entry.length + 1));
    const answer = read(`{"logs":[${Array(count).fill(entry).join(',')}]}`);
    expect(answer).toMatchObject({ answer: { logs: { length: count } } });
  });
});

describe('reading fields without a stated structure', () => {
  const members = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`d${at}`, at]));
  const kinds = (drift: DriftLog) =>
    drift.entries().flatMap(({ kind, path }) => (kind === 'too-large' ? path : []));

  it('reads the totals of a rate limit whose chart is too large, and notes the chart', () => {
    const drift = driftLog();
    const data = {
      overview: { totalBreaches: 7 },
      ratelimitOverviewPastTwentyEightDays: members(100_001),
    };
    expect(readAnswer(rateLimitMetrics, raw(JSON.stringify({ data })), drift)).toMatchObject({
      answer: {
        data: { overview: { totalBreaches: 7 }, ratelimitOverviewPastTwentyEightDays: null },
      },
    });
    expect(kinds(drift)).toEqual(['rate-limit-metrics.data.ratelimitOverviewPastTwentyEightDays']);
  });

  it('reads the charts of an answer until they have 100,000 values together, objects and lists', () => {
    const chart = { values: Object.values(members(39_999)) };
    const pods = Array(4).fill({ outboundTrafficChart: chart });
    const text = JSON.stringify({ regions: [{ pods }] });
    // Each answer has its own limit.
    for (let answer = 0; answer < 2; answer += 1) {
      const drift = driftLog();
      const read = readAnswer(appOverview, raw(text), drift);
      const charts = [chart, chart, null, null].map((outboundTrafficChart) => ({
        outboundTrafficChart,
      }));
      expect(read).toMatchObject({ answer: { regions: [{ pods: charts }] } });
      expect(kinds(drift)).toEqual(['app-overview.regions[].pods[].outboundTrafficChart']);
    }
  });
});

describe('parseJson', () => {
  it('keeps integers beyond 2^53 as their digits', () => {
    expect(
      parseJson('{"a":9223372036854775807,"b":[-9007199254740993, 9007199254740991],"c":1}'),
    ).toEqual({ a: '9223372036854775807', b: ['-9007199254740993', 9007199254740991], c: 1 });
  });

  it('leaves fractions, powers and texts with many digits alone', () => {
    const text =
      '{"a":0.12345678901234567,"b":1e20,"c":"12345678901234567890","d":12345678901234567.5}';
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  it('keeps every int64 exactly', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
        const exact = Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
        expect(parseJson(`{"id": ${value}}`)).toEqual({ id: exact });
      }),
    );
  });

  it('equals JSON.parse for everything else', () => {
    // -0 and keys named __proto__ are where they are meant to differ.
    const plain = fc
      .jsonValue()
      .map((value) => JSON.stringify(value))
      .filter((text) => !text.includes('__proto__') && !/\d{16}/.test(text));
    fc.assert(
      fc.property(plain, (text) => {
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('skips a byte order mark', () => {
    expect(parseJson('\uFEFF{"a":1}')).toEqual({ a: 1 });
  });

  it('drops keys that would change a prototype, at any depth', () => {
    const value = parseJson('{"__proto__":{"admin":true},"list":[{"__proto__":{"admin":true}}]}');
    const copy = structuredClone(Object.assign({}, value));
    expect(JSON.stringify(value)).toBe('{"list":[{}]}');
    expect(copy).not.toHaveProperty('admin');
  });

  it('refuses excessive nesting beneath one, too', () => {
    const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    expect(() => parseJson(`{"__proto__":${deep}}`)).toThrow('nested deeper than 64');
  });

  it('drops them however their letters are escaped', () => {
    const letters = [...'__proto__'].map((letter) =>
      fc.constantFrom(
        letter,
        `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
        `\\u${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
      ),
    );
    fc.assert(
      fc.property(fc.tuple(...letters), (key) => {
        expect(JSON.stringify(parseJson(`[{"${key.join('')}":1,"b":2}]`))).toBe('[{"b":2}]');
      }),
    );
  });

  it('accepts 64 levels and no more', () => {
    expect(parseJson(nested(64))).toBeInstanceOf(Array);
    expect(() => parseJson(nested(65))).toThrow(InvalidJson);
    expect(() => parseJson(nested(200_000))).toThrow('nested deeper than 64');
  });

  it.each([[''], ['{'], ['{"a":1}}'], ['undefined'], ['<html>'], ['{"secret":"canary",']])(
    'refuses %j without quoting it',
    (text) => {
      expect(() => parseJson(text)).toThrow(new InvalidJson('not JSON'));
    },
  );
});
