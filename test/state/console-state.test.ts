import { expect, it } from 'vitest';
import type { Exchange } from '../../src/contract/operation.ts';
import { MAX_EXCHANGES, recorded } from '../../src/state/console-state.ts';
import { consoleStore } from '../support/console-store.ts';

it('two consoles share nothing', () => {
  const one = consoleStore();
  const other = consoleStore();
  one.setState({ fullPane: true });
  expect(other.getState()).toMatchObject({ fullPane: false, overlays: [] });
});

it('begins with what it is told, and with nothing asked yet', () => {
  expect(consoleStore({ interval: 2000 }).getState()).toMatchObject({
    interval: 2000,
    connection: { kind: 'unknown' },
    exchanges: [],
    drift: [],
    pausedAt: null,
    timeZone: 'utc',
  });
});

const exchange = (id: number, outcome: Exchange['outcome'] = { kind: 'in-flight' }): Exchange => ({
  id,
  operation: 'search',
  method: 'GET',
  path: '/search',
  at: id,
  outcome,
});

it('a call is added, and later replaces its earlier state', () => {
  const answered = {
    kind: 'answered',
    status: 200,
    bytes: 7,
    ms: 3,
    skewMs: null,
    error: null,
  } as const;
  const before = [1, 2].map((id) => exchange(id));
  const ledger = recorded(before, exchange(1, { ...answered, requestId: null }));
  expect(ledger.map(({ id, outcome }) => [id, outcome.kind])).toEqual([
    [1, 'answered'],
    [2, 'in-flight'],
  ]);
});

it('the oldest calls make room for new ones', () => {
  let ledger: readonly Exchange[] = [];
  for (let id = 0; id < MAX_EXCHANGES + 5; id += 1) ledger = recorded(ledger, exchange(id));
  expect(ledger).toHaveLength(MAX_EXCHANGES);
  expect(ledger.at(0)?.id).toBe(5);
  expect(ledger.at(-1)?.id).toBe(MAX_EXCHANGES + 4);
});
