import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deviationsFrom } from '../../../src/panes/guardian/assess.ts';
import { assessed, unassessed } from '../../support/assessed.ts';
import { finished } from '../../support/finished.ts';
import { checked, returnedFor, SHOP, WITHOUT_BASKET } from '../../support/guardian-samples.ts';

const SEEN = [
  { method: 'POST', path: '/api/v2/basket/items', count: 40 },
  { method: 'GET', path: '/products/lamp', count: 30 },
  { method: 'GET', path: '/.env', count: 7 },
];

describe('what sending a file would do', () => {
  it('is unknown before the first answer, except for requests', () => {
    expect(assessed(checked(WITHOUT_BASKET), null, SEEN)).toMatchObject({
      against: null,
      seen: 77,
      unmatched: { requests: 47, different: 2 },
    });
  });

  // Assumption: unmatched-requests
  it('matches requests by method and path, and counts those whose path is there with another method', () => {
    const seen = [...SEEN, { method: 'DELETE', path: '/products/lamp', count: 5 }];
    const { unmatched } = assessed(checked(WITHOUT_BASKET), null, seen);
    expect(unmatched).toMatchObject({ requests: 52, withOtherMethod: 5 });
    expect(unmatched.most).toEqual([
      { method: 'POST', path: '/api/v2/basket/items', count: 40, isAsNow: false },
      { method: 'GET', path: '/.env', count: 7, isAsNow: false },
      { method: 'DELETE', path: '/products/lamp', count: 5, isAsNow: false },
    ]);
  });

  it('tells requests that match nothing now either from those for removed endpoints, and counts none twice', () => {
    const { against, unmatched } = assessed(checked(WITHOUT_BASKET), returnedFor(SHOP), SEEN);
    expect(against).toMatchObject({ asNow: 7, blast: { requests: 40 } });
    expect(unmatched.requests).toBe(47);
    expect(unmatched.most).toEqual([{ method: 'GET', path: '/.env', count: 7, isAsNow: true }]);
  });

  it('every unmatched request is of a removed endpoint, unmatched now as well, or under another base path', () => {
    const method = fc.constantFrom('GET', 'POST', 'DELETE');
    const path = fc.constantFrom('/api/v2/basket/items', '/products/lamp', '/search', '/.env');
    const request = fc.record({ method, path, count: fc.integer({ min: 1, max: 9 }) });
    const texts = fc.constantFrom(SHOP, WITHOUT_BASKET);
    fc.assert(
      fc.property(fc.array(request), texts, texts, (seen, before, after) => {
        const { against, unmatched } = assessed(checked(after), returnedFor(before), seen);
        // Both files have the same servers.
        expect((against?.asNow ?? 0) + (against?.blast.requests ?? 0)).toBe(unmatched.requests);
        if (before === after) expect(against?.asNow).toBe(unmatched.requests);
      }),
    );
  });

  it('is unknown while the comparison runs', () => {
    expect(unassessed(checked(WITHOUT_BASKET), returnedFor(SHOP)).against).toBeNull();
  });

  it('lists differences and requests that lose their endpoint', () => {
    const { against } = assessed(checked(WITHOUT_BASKET), returnedFor(SHOP), SEEN);
    expect(against?.diff).toMatchObject({
      added: [],
      removed: [{ method: 'POST', path: '/api/v2/basket/items' }],
      changed: [],
      unchanged: 7,
    });
    expect(against?.blast).toMatchObject({ outcome: 'blocked', requests: 40 });
  });

  it('skips returned endpoints without a name', () => {
    const data = returnedFor(SHOP);
    const [first, ...others] = data.endpoints;
    if (!first) throw new Error('no endpoints');
    const returned = { ...data, endpoints: [{ ...first, requestPath: null }, ...others] };
    expect(assessed(checked(SHOP), returned, SEEN).against?.diff.added).toMatchObject([
      { method: 'GET', path: '/search' },
    ]);
  });
});

const deviationsOf = (...args: Parameters<typeof deviationsFrom>) =>
  finished(deviationsFrom(...args));

it('an answer as predicted has no deviations', () => {
  const sent = { checked: checked(SHOP), enforce: undefined };
  expect(deviationsOf(sent, null, returnedFor(SHOP))).toEqual([]);
  expect(deviationsOf(sent, returnedFor(SHOP), returnedFor(SHOP))).toEqual([]);
});

it('a difference from the prediction is a deviation', () => {
  const data = returnedFor(SHOP);
  const { length } = deviationsOf({ checked: checked(SHOP), enforce: false }, null, data);
  expect(length).toBe(data.endpoints.length);
});
