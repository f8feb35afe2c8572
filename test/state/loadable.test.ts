import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/contract/api-error.ts';
import {
  failed,
  freshnessOfRows,
  isStale,
  type Loadable,
  lastLoaded,
  secondOf,
  WAITING,
} from '../../src/state/loadable.ts';

const at = (elapsed: number) => ({ wall: 1000 + elapsed, elapsed });
const loaded = { kind: 'loaded', value: 7, at: at(1), took: 12 } as const;
const error = new ApiError({ kind: 'timeout', title: 'No answer in time' });

it('a failure annotates the last good answer', () => {
  const first = failed(loaded, error, at(5));
  expect(first).toEqual({
    kind: 'failed',
    error,
    attempts: 1,
    since: at(5),
    at: at(5),
    last: loaded,
  });
  const again = failed(first, new ApiError({ kind: 'timeout', title: 'No answer in time' }), at(9));
  expect(again).toEqual({ ...first, attempts: 2, at: at(9) });
  expect(lastLoaded(again)).toBe(loaded);
  // A recording gives the same failure until there is another one.
  expect(failed(first, error, at(9))).toBe(first);
});

it('without an answer there is no last answer', () => {
  expect(lastLoaded(WAITING)).toBeNull();
  expect(lastLoaded(failed(WAITING, error, at(1)))).toBeNull();
  expect(lastLoaded(loaded)).toBe(loaded);
});

it('the time is the second of the wall clock, whenever it is read', () => {
  const second = { wall: 61_000, elapsed: 500.25 };
  expect(secondOf(second)).toEqual(second);
  expect(secondOf({ wall: 61_999, elapsed: 1499.25 })).toEqual(second);
});

const loadedAt = (elapsed: number) =>
  ({ kind: 'loaded', value: elapsed, at: at(elapsed), took: 1 }) as const;

it('data is stale after two intervals and a second', () => {
  expect(isStale(11_000, 5000)).toBe(false);
  expect(isStale(11_001, 5000)).toBe(true);
});

describe('what is shown together', () => {
  const oldest = (rows: readonly Loadable<unknown>[]) => freshnessOfRows(rows)?.loadable;

  it('is as fresh as its stalest row', () => {
    const rows = [loadedAt(9), loadedAt(3), loadedAt(7)];
    expect(oldest(rows)).toBe(rows[1]);
  });

  it('is no older for a row that fails by itself, or has not been loaded', () => {
    const rows: Loadable<unknown>[] = [failed(loadedAt(1), error, at(8)), WAITING, loadedAt(7)];
    expect(oldest(rows)).toBe(rows[2]);
    // Of two that were answered one is older; the third was never answered.
    expect(freshnessOfRows(rows)?.rows).toEqual({ of: 2, asNew: 1 });
  });

  it('is as old as the oldest failing row where all of them fail', () => {
    const rows = [failed(loadedAt(5), error, at(8)), failed(loadedAt(2), error, at(8))];
    expect(oldest(rows)).toBe(rows[1]);
    expect(oldest([WAITING])).toBe(WAITING);
    expect(freshnessOfRows([])).toBeNull();
  });
});
