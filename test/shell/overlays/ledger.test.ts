import { expect, it } from 'vitest';
import type { Exchange } from '../../../src/contract/operation.ts';
import { asCurl } from '../../../src/shell/overlays/ledger.tsx';

const exchange = (path: string): Exchange => ({
  id: 1,
  at: 0,
  operation: 'search',
  method: 'GET',
  path,
  outcome: { kind: 'in-flight' },
});

it.each([
  [
    '/search?search=shop',
    "curl -X GET -H 'AccessKey: <API_KEY>' 'https://api.service.example/search?search=shop'",
  ],
  [
    "/search?search='$(rm)'",
    String.raw`curl -X GET -H 'AccessKey: <API_KEY>' 'https://api.service.example/search?search='\''$(rm)'\'''`,
  ],
])('a call is a command line that a shell takes literally', (path, line) => {
  expect(asCurl(exchange(path), 'https://api.service.example')).toBe(line);
});
