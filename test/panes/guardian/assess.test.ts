import { describe, expect, it } from 'vitest';
import { assess, surprisesOf } from '../../../src/panes/guardian/assess.ts';
import { checked, returnedFor, SHOP, WITHOUT_BASKET } from '../../support/guardian-samples.ts';

const SEEN = [
  { method: 'POST', path: '/api/v2/basket/items', count: 40 },
  { method: 'GET', path: '/products/lamp', count: 30 },
  { method: 'GET', path: '/.env', count: 7 },
];

describe('what sending a file would do', () => {
  it('cannot be told before the service has returned anything, but for what is asked for', () => {
    expect(assess(checked(WITHOUT_BASKET), null, { seen: SEEN, last: null })).toMatchObject({
      against: null,
      seen: { paths: 3, requests: 77 },
      unmatched: { paths: 2, requests: 47 },
    });
  });

  it('is the difference to what was returned, and the requests that lose their endpoint', () => {
    const { against } = assess(checked(WITHOUT_BASKET), returnedFor(SHOP), {
      seen: SEEN,
      last: null,
    });
    expect(against?.diff).toMatchObject({
      added: [],
      removed: [{ method: 'POST', path: '/api/v2/basket/items' }],
      changed: [],
      unchanged: 7,
    });
    expect(against?.blast).toMatchObject({ fate: 'blocked', requests: 40 });
  });

  it('is said anew when other events are loaded, without comparing the same two again', () => {
    const file = checked(WITHOUT_BASKET);
    const returned = returnedFor(SHOP);
    const last = assess(file, returned, { seen: [], last: null });
    const next = assess(file, returned, { seen: SEEN, last });
    expect(next.against?.diff).toBe(last.against?.diff);
    expect(next.against?.blast.requests).toBe(40);
    expect(assess(file, returnedFor(SHOP), { seen: [], last }).against?.diff).not.toBe(
      last.against?.diff,
    );
  });

  it('an endpoint that the service returned without a name is passed over', () => {
    const data = returnedFor(SHOP);
    const [first, ...others] = data.endpoints;
    if (!first) throw new Error('no endpoints');
    const nameless = { ...data, endpoints: [{ ...first, requestPath: null }, ...others] };
    expect(
      assess(checked(SHOP), nameless, { seen: SEEN, last: null }).against?.diff.added,
    ).toMatchObject([{ method: 'GET', path: '/search' }]);
  });
});

it('a service that does as it is told does not surprise', () => {
  const sent = { checked: checked(SHOP), enforce: undefined };
  expect(surprisesOf(sent, null, returnedFor(SHOP))).toEqual([]);
  expect(surprisesOf(sent, returnedFor(SHOP), returnedFor(SHOP))).toEqual([]);
});

it('what differs from the prediction is a surprise', () => {
  const data = returnedFor(SHOP);
  const { length } = surprisesOf({ checked: checked(SHOP), enforce: false }, null, data);
  expect(length).toBe(data.endpoints.length);
});
