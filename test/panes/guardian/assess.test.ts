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
      seen: { paths: 3, requests: 77 },
      unmatched: { paths: 2, requests: 47 },
    });
  });

  it('counts a path once for all methods', () => {
    const twice = [...SEEN, { method: 'HEAD', path: '/.env', count: 1 }];
    const { seen, unmatched } = assessed(checked(WITHOUT_BASKET), null, twice);
    expect(seen).toEqual({ paths: 3, requests: 78 });
    expect(unmatched).toMatchObject({ paths: 2, requests: 48 });
    expect(unmatched.most).toHaveLength(2);
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
