import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/contract/api-error.ts';
import {
  cameEvery,
  failed,
  isStale,
  type Loadable,
  oldest,
  WAITING,
} from '../../src/state/loadable.ts';

const at = (elapsed: number) => ({ wall: 1000 + elapsed, elapsed });
const loaded = (elapsed: number) =>
  ({ kind: 'loaded', value: elapsed, at: at(elapsed), took: 1 }) as const;
const refused = new ApiError({ kind: 'refused', title: 'No' });

it('data is stale after two intervals and a second', () => {
  expect(isStale(11_000, 5000)).toBe(false);
  expect(isStale(11_001, 5000)).toBe(true);
});

it('what came behind another pane is judged by that until two polls of the pane shown could be missed', () => {
  const came = (shownAt: number) => cameEvery({ interval: 5000, now: at(20_000), shownAt });
  expect([came(20_500), came(9000), came(8999)]).toEqual([30_000, 30_000, 5000]);
  expect(came(Number.NEGATIVE_INFINITY)).toBe(5000);
});

describe('what is shown together', () => {
  it('is as fresh as its stalest row', () => {
    const rows = [loaded(9), loaded(3), loaded(7)];
    expect(oldest(rows)).toBe(rows[1]);
  });

  it('is no older for a row that fails by itself, or has not been loaded', () => {
    const rows: Loadable<unknown>[] = [failed(loaded(1), refused, at(8)), WAITING, loaded(7)];
    expect(oldest(rows)).toBe(rows[2]);
  });

  it('is as old as the oldest failing row where all of them fail', () => {
    const rows = [failed(loaded(5), refused, at(8)), failed(loaded(2), refused, at(8))];
    expect(oldest(rows)).toBe(rows[1]);
    expect(oldest([WAITING])).toBe(WAITING);
    expect(oldest([])).toBeNull();
  });
});
