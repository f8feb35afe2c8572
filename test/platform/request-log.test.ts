import { expect, test } from 'vitest';
import { createRequestLog } from '../../src/platform/request-log.ts';

const request = { method: 'GET', target: '/search', operation: 'search', at: 0 } as const;

test('the log keeps the latest ten thousand, and counts all', () => {
  const log = createRequestLog();
  for (let at = 0; at < 10_005; at += 1) log.open({ ...request, at });
  expect(log.requests).toHaveLength(10_000);
  expect(log.requests[0]?.at).toBe(5);
  expect(log.total).toBe(10_005);
});

test('what becomes of a request shows in the log', () => {
  const log = createRequestLog();
  const record = log.open(request);
  expect(log.requests[0]).toMatchObject({ carriedOut: false, status: undefined });
  record.status = 200;
  record.carriedOut = true;
  expect(log.requests[0]).toMatchObject({ carriedOut: true, status: 200 });
});
