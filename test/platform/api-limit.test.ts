import { describe, expect, test } from 'vitest';
import { apiLimit, tooManyRequests } from '../../src/platform/api-limit.ts';
import { DEFAULT_DIALECT } from '../../src/platform/dialect.ts';

const noon = Date.parse('2026-03-14T12:00:00Z');

describe('a limit of two a minute', () => {
  test('lets two pass, and has the third wait for the next minute', () => {
    const limit = apiLimit(2);
    expect([0, 1_000, 20_000, 30_000].map((into) => limit.count(noon + into))).toEqual([
      undefined,
      undefined,
      40_000,
      30_000,
    ]);
    expect(limit.count(noon + 60_000)).toBeUndefined();
  });
});

test.each([
  { dialect: 'retry-after-seconds', header: '21' },
  { dialect: 'retry-after-date', header: 'Sat, 14 Mar 2026 12:00:20 GMT' },
  { dialect: 'no-retry-after', header: undefined },
] as const)('in the dialect $dialect a refusal says $header', ({ dialect, header }) => {
  const reply = tooManyRequests(
    { ...DEFAULT_DIALECT, 'rate-limits-of-the-api': dialect },
    noon,
    20_500,
  );
  expect(reply.status).toBe(429);
  expect(reply.headers['retry-after']).toBe(header);
});
