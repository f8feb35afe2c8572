import { expect, it } from 'vitest';
import type { Exchange, ExchangeOutcome } from '../../src/contract/exchange.ts';
import { appDelete } from '../../src/contract/operations/app-delete.ts';
import { requestIdOf } from '../../src/mutations/request-id.ts';

const answered = (requestId: string | null): ExchangeOutcome => ({
  kind: 'answered',
  status: 200,
  ms: 1,
  bytes: 0,
  skewMs: null,
  error: null,
  requestId,
});

const exchange = (appId: string, outcome: ExchangeOutcome): Exchange => ({
  id: 1,
  at: 0,
  operation: 'app-delete',
  method: 'DELETE',
  path: `/mc/apps/${appId}`,
  outcome,
});

it.each<[string, readonly Exchange[], string | null]>([
  ['the one of its own path', [exchange('a', answered('r1')), exchange('b', answered('r2'))], 'r1'],
  ['the newest', [exchange('a', answered('r1')), exchange('a', answered('r2'))], 'r2'],
  ['none while nothing came', [exchange('a', { kind: 'in-flight' })], null],
  ['none where none was given', [exchange('a', answered(null))], null],
  ['none when nothing was sent', [], null],
])('the request id is %s', (_, exchanges, expected) => {
  expect(requestIdOf(exchanges, appDelete, { appId: 'a' })).toBe(expected);
});

it('an id that makes no path has none', () => {
  expect(requestIdOf([], appDelete, { appId: '..' })).toBeNull();
});
