import { describe, expect, test } from 'vitest';
import { type PagingFault, reachOf, withPagingFault } from '../../../src/platform/faults/fault.ts';
import { DEFAULT_DIALECT } from '../../../src/platform/wire/dialect.ts';
import { type Cursor, firstCursor, type Page, pageAt } from '../../../src/platform/wire/page.ts';

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

describe.each(['oldest', 'newest'] as const)('%s first', (order) => {
  test('a repeated token never leads on', () => {
    const pages = walk({ kind: 'repeated-token' }, order);
    expect(pages).toHaveLength(20);
    expect(new Set(positionsOf(pages)).size).toBe(SIZE);
  });

  test('a token cycle comes back to the first page', () => {
    const pages = walk({ kind: 'token-cycle', pages: 3 }, order);
    expect(pages).toHaveLength(20);
    expect(pages[3]?.positions).toEqual(pages[0]?.positions);
    expect(pages[2]?.positions).not.toEqual(pages[0]?.positions);
  });

  test('empty pages lie between the others, and nothing is lost', () => {
    const pages = walk({ kind: 'empty-pages', pages: 2 }, order);
    expect(pages.slice(0, 3).map((page) => page.positions.length)).toEqual([0, 0, SIZE]);
    expect(sorted(positionsOf(pages))).toEqual(all);
  });

  test('duplicates repeat the end of the page before, and nothing else', () => {
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

  test('late entries come on another page, each once', () => {
    const pages = walk({ kind: 'late-entries', oneIn: 4, delay: 15 }, order);
    expect(sorted(positionsOf(pages))).toEqual(all);
    expect(positionsOf(pages)).not.toEqual(order === 'oldest' ? all : [...all].reverse());
  });
});

test('more without a token leaves a client with nothing to ask for', () => {
  const [page] = walk({ kind: 'more-without-token' });
  expect(page?.hasMoreData).toBe(true);
  expect(page?.next).toBe('');
});

test('empty pages may go on for ever', () => {
  const pages = walk({ kind: 'empty-pages', pages: Number.POSITIVE_INFINITY });
  expect(positionsOf(pages)).toEqual([]);
  expect(pages).toHaveLength(20);
});
