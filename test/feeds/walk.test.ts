import { describe, expect, it } from 'vitest';
import type { PageTimes } from '../../src/feeds/page-times.ts';
import { newWalk, resumed, stepped, type Walk } from '../../src/feeds/walk.ts';

const START = { token: undefined, fromFirst: true, begunAt: 0, dayOver: false, newestKnown: null };

const times = (newest: number | null, floor: number | null = newest): PageTimes => ({
  oldest: floor,
  newest,
  floor,
  order: 'unknown',
});

/** The walk after pages that each lead on. */
function walkedOver(
  pages: readonly (readonly [token: string, newest: number | null, floor?: number])[],
) {
  let state: { walk: Walk; end: string | null } = { walk: newWalk(START), end: null };
  for (const [continuationToken, newest, floor] of pages) {
    const entries = newest === null ? 0 : 10;
    const page = { hasMoreData: true, continuationToken, entries };
    state = stepped(state.walk, page, times(newest, floor), 'newest-first');
  }
  return state;
}

describe('a walk', () => {
  it('knows its ends, and the pages that reach them', () => {
    const { walk } = walkedOver([
      ['a', 90, 80],
      ['b', 79, 70],
      ['c', 69, 60],
    ]);
    expect(walk).toMatchObject({
      token: 'c',
      top: 90,
      highest: 90,
      floor: 60,
      deepest: 'b',
      farthest: undefined,
      isNew: false,
      pages: 3,
    });
  });

  it('is new until a page has entries', () => {
    expect(walkedOver([['a', null]]).walk).toMatchObject({ isNew: true, emptyRun: 1, top: null });
  });

  it('ends when it keeps coming back up to where it began', () => {
    const round = (n: number) => [`${n}a`, 100 + n, 95 + n] as const;
    const down = (n: number) => [`${n}b`, 80, 70] as const;
    const rounds = (count: number) =>
      Array.from({ length: count }, (_, n) => [round(n), down(n)]).flat();
    expect(walkedOver(rounds(4)).end).toBeNull();
    expect(walkedOver(rounds(5).slice(0, -1)).end).toBe('token-repeated');
  });

  it('that was broken off may follow again the tokens it has seen', () => {
    const { walk } = walkedOver([
      ['a', 90, 80],
      ['b', 79, 70],
    ]);
    const again = resumed(walk, 'a');
    const page = { hasMoreData: true, continuationToken: 'b', entries: 10 };
    expect(stepped(again, page, times(79, 70), 'newest-first').end).toBeNull();
  });
});
