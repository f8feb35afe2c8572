import { describe, expect, test } from 'vitest';
import {
  createFaultRegistry,
  type Fault,
  type PagingFault,
  reachOf,
  withPagingFault,
} from '../../../src/platform/faults/fault.ts';
import { DEFAULT_DIALECT } from '../../../src/platform/wire/dialect.ts';
import { type Cursor, firstCursor, type Page, pageAt } from '../../../src/platform/wire/page.ts';

const silence: Fault = { kind: 'hang', stage: 'before handling' };
const empty: Fault = { kind: 'answer', status: 500, body: 'empty' };
const search = { operation: 'search', hasToken: false } as const;
const page = { operation: 'event-logs', hasToken: true } as const;

describe('a fault that is switched on', () => {
  test('applies to every request until it is switched off', () => {
    const registry = createFaultRegistry();
    expect(registry.take(search).wire).toBeUndefined();
    const off = registry.set(silence);
    expect(registry.take(search).wire).toBe(silence);
    expect(registry.take({ operation: undefined, hasToken: false }).wire).toBe(silence);
    off();
    expect(registry.take(search).wire).toBeUndefined();
  });

  test('applies to the given number of requests of its operation', () => {
    const registry = createFaultRegistry();
    registry.set(silence, { operation: 'search', times: 2 });
    const applies = [page, search, page, search, search].map(
      (target) => registry.take(target).wire !== undefined,
    );
    expect(applies).toEqual([false, true, false, true, false]);
  });

  test('applies to every n-th request, as with a service that comes and goes', () => {
    const registry = createFaultRegistry();
    registry.set(silence, { operation: 'search', oneIn: 2 });
    const applies = [search, page, search, search, search].map(
      (target) => registry.take(target).wire !== undefined,
    );
    expect(applies).toEqual([false, false, true, false, true]);
  });

  test('precedes those switched on later, which wait', () => {
    const registry = createFaultRegistry();
    registry.set(silence, { times: 1 });
    registry.set(empty, { times: 1 });
    const kinds = [1, 2, 3].map(() => registry.take(search).wire?.kind);
    expect(kinds).toEqual(['hang', 'answer', undefined]);
  });

  test('ends when everything is switched off', () => {
    const registry = createFaultRegistry();
    registry.set(silence);
    registry.set({ kind: 'shuffled' });
    registry.clear();
    expect(registry.take(page)).toEqual({ wire: undefined, paging: [] });
  });
});

describe('faults of paging', () => {
  test('apply to pages only, several at once, together with one wire fault', () => {
    const registry = createFaultRegistry();
    registry.set({ kind: 'shuffled' });
    registry.set({ kind: 'duplicates', overlap: 3 });
    registry.set(silence);
    expect(registry.take(search).paging).toEqual([]);
    const { wire, paging } = registry.take(page);
    expect(wire).toBe(silence);
    expect(paging.map(({ kind }) => kind)).toEqual(['shuffled', 'duplicates']);
  });

  test('of expired tokens wait for a request that has one', () => {
    const registry = createFaultRegistry();
    registry.set({ kind: 'expired-token', status: 410 }, { times: 1 });
    expect(registry.take({ ...page, hasToken: false }).paging).toEqual([]);
    expect(registry.take(page).paging).toHaveLength(1);
    expect(registry.take(page).paging).toEqual([]);
  });
});

const COUNT = 50;
const SIZE = 10;
const habits = { ...DEFAULT_DIALECT, 'log-page-size': SIZE };
const log = { count: COUNT, pageSize: SIZE, key: 3 };

/** The pages a trusting client walks under a fault, at most twenty. */
function walk(fault: PagingFault, order: Cursor['order'] = 'oldest'): readonly Page[] {
  const reached = COUNT + reachOf([fault]);
  const pages: Page[] = [];
  let cursor = firstCursor(1, 2, order, reached);
  while (pages.length < 20) {
    const page = withPagingFault(
      pageAt(cursor, { count: reached, isLive: false }, habits),
      fault,
      log,
    );
    pages.push(page);
    if (!page.hasMoreData || !page.next) break;
    cursor = page.next;
  }
  return pages;
}

const positionsOf = (pages: readonly Page[]) => pages.flatMap((page) => page.positions);
const all = Array.from({ length: COUNT }, (_, at) => at);
const sorted = (positions: readonly number[]) => [...positions].sort((a, b) => a - b);

describe('a walk through pages with a fault', () => {
  describe.each(['oldest', 'newest'] as const)('%s first', (order) => {
    test('a repeated token never advances', () => {
      const pages = walk({ kind: 'repeated-token' }, order);
      expect(pages).toHaveLength(20);
      expect(new Set(positionsOf(pages)).size).toBe(SIZE);
    });

    test('a token cycle returns to the first page', () => {
      const pages = walk({ kind: 'token-cycle', pages: 3 }, order);
      expect(pages).toHaveLength(20);
      expect(pages[3]?.positions).toEqual(pages[0]?.positions);
      expect(pages[2]?.positions).not.toEqual(pages[0]?.positions);
    });

    test('empty pages are inserted, and nothing is lost', () => {
      const pages = walk({ kind: 'empty-pages', pages: 2 }, order);
      expect(pages.slice(0, 3).map((page) => page.positions.length)).toEqual([0, 0, SIZE]);
      expect(sorted(positionsOf(pages))).toEqual(all);
    });

    test('duplicates repeat the end of the previous page, and nothing else', () => {
      const pages = walk({ kind: 'duplicates', overlap: 4 }, order);
      expect(pages[0]?.positions).toHaveLength(SIZE);
      expect(pages[1]?.positions.slice(0, 4)).toEqual(pages[0]?.positions.slice(-4));
      expect(new Set(positionsOf(pages))).toEqual(new Set(all));
    });

    test('shuffled pages have the same entries in another order', () => {
      const pages = walk({ kind: 'shuffled' }, order);
      expect(pages[0]?.positions).not.toEqual(sorted(pages[0]?.positions ?? []));
      expect(sorted(positionsOf(pages))).toEqual(all);
    });

    test('late entries arrive on another page, each once', () => {
      const pages = walk({ kind: 'late-entries', oneIn: 4, delay: 15 }, order);
      expect(sorted(positionsOf(pages))).toEqual(all);
      expect(positionsOf(pages)).not.toEqual(order === 'oldest' ? all : [...all].reverse());
    });
  });

  test('more without a token leaves nothing to request', () => {
    const [page] = walk({ kind: 'more-without-token' });
    expect(page?.hasMoreData).toBe(true);
    expect(page?.next).toBe('');
  });

  test('empty pages may go on forever', () => {
    const pages = walk({ kind: 'empty-pages', pages: Number.POSITIVE_INFINITY });
    expect(positionsOf(pages)).toEqual([]);
    expect(pages).toHaveLength(20);
  });
});
