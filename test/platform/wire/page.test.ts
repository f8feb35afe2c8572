import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_DIALECT, type Dialect } from '../../../src/platform/wire/dialect.ts';
import {
  type Cursor,
  firstCursor,
  type Page,
  pageAt,
  type Token,
  tokenFrom,
  tokenText,
} from '../../../src/platform/wire/page.ts';

const habits = (choices: Partial<Dialect>): Dialect => ({ ...DEFAULT_DIALECT, ...choices });
const firstOf = (order: Cursor['order'], count: number) => firstCursor(1, 2, order, count);

/** All pages of a day that stands still, as a client walks them. */
function walk(order: Cursor['order'], count: number, size: number): readonly Page[] {
  const pages: Page[] = [];
  let cursor = firstOf(order, count);
  for (;;) {
    const page = pageAt(cursor, { count, isLive: false }, habits({ 'log-page-size': size }));
    pages.push(page);
    if (!page.hasMoreData || !page.next) return pages;
    cursor = page.next;
  }
}

const anyOrder = fc.constantFrom<Cursor['order']>('oldest', 'newest');
const upwards = (count: number) => Array.from({ length: count }, (_, at) => at);

describe('paging a day', () => {
  test('gives every entry once and in order, whatever the size of a page', () => {
    fc.assert(
      fc.property(anyOrder, fc.nat(500), fc.integer({ min: 1, max: 120 }), (order, count, size) => {
        const positions = walk(order, count, size).flatMap((page) => page.positions);
        const expected = upwards(count);
        expect(positions).toEqual(order === 'oldest' ? expected : expected.reverse());
      }),
    );
  });

  test('ends on a full page when there is nothing after it', () => {
    expect(walk('oldest', 30, 10)).toHaveLength(3);
    expect(walk('newest', 30, 10)).toHaveLength(3);
    expect(walk('oldest', 0, 10)).toHaveLength(1);
  });
});

describe('tailing, oldest first', () => {
  const size = habits({ 'log-page-size': 10 });
  const live = (count: number) => ({ count, isLive: true });

  test('the last page, asked for again, has what came since', () => {
    const start = { ...firstOf('oldest', 25), at: 20 };
    expect(pageAt(start, live(25), size).positions).toEqual([20, 21, 22, 23, 24]);
    expect(pageAt(start, live(28), size).positions).toEqual([20, 21, 22, 23, 24, 25, 26, 27]);
    expect(pageAt(start, live(35), size).hasMoreData).toBe(true);
  });

  test('a token that continues leads to what comes next', () => {
    const continuing = habits({ 'log-page-size': 10, 'last-page-token': 'continues' });
    const last = pageAt({ ...firstOf('oldest', 25), at: 20 }, live(25), continuing);
    expect(last.hasMoreData).toBe(false);
    if (!last.next) throw new Error('the page leads nowhere');
    expect(pageAt(last.next, live(25), continuing).positions).toEqual([]);
    expect(pageAt(last.next, live(27), continuing).positions).toEqual([25, 26]);
  });

  test('a live end that goes on says so with an empty page', () => {
    const endless = habits({ 'log-page-size': 10, 'live-end': 'goes-on' });
    const page = pageAt({ ...firstOf('oldest', 25), at: 25 }, live(25), endless);
    expect(page.positions).toEqual([]);
    expect(page.hasMoreData).toBe(true);
    expect(page.next).toEqual(page.start);
  });
});

describe('tailing, newest first', () => {
  test('the first page has what came since, and later pages do not shift', () => {
    const size = habits({ 'log-page-size': 10 });
    const before = pageAt(firstOf('newest', 25), { count: 25, isLive: true }, size);
    expect(before.positions.at(0)).toBe(24);
    if (!before.next) throw new Error('the page leads nowhere');
    const second = pageAt(before.next, { count: 40, isLive: true }, size);
    expect(second.positions.at(0)).toBe(14);
    expect(pageAt(firstOf('newest', 40), { count: 40, isLive: true }, size).positions[0]).toBe(39);
  });
});

test.each([
  { form: 'empty', token: '' },
  { form: 'null', token: null },
  { form: 'repeated', token: firstOf('oldest', 5) },
  { form: 'continues', token: '' },
] as const)('the token of the last page of a day that is over is $form', ({ form, token }) => {
  const page = pageAt(
    firstOf('oldest', 5),
    { count: 5, isLive: false },
    habits({ 'last-page-token': form }),
  );
  expect(page.next).toEqual(token);
  expect(page.hasMoreData).toBe(false);
});

const anyToken: fc.Arbitrary<Token> = fc.record({
  issuedAt: fc.nat(0xffffffff),
  cursor: fc.record({
    zoneId: fc.nat(0x7fffffff),
    day: fc.nat(60_000),
    order: fc.constantFrom('oldest', 'newest'),
    at: fc.nat(0xffffffff),
    turn: fc.nat(255),
  }),
});

const example: Token = {
  issuedAt: 0,
  cursor: { zoneId: 120_431, day: 20_526, order: 'newest', at: 70_000, turn: 0 },
};

describe('a token', () => {
  test('is read back as what it was made from, in both forms', () => {
    fc.assert(
      fc.property(anyToken, fc.constantFrom('url-safe', 'slashed'), (token, form) => {
        expect(tokenFrom(tokenText(token, form, 7), 7)).toEqual(token);
      }),
    );
  });

  test('fits a path as it is in one form, and does not in the other', () => {
    expect(tokenText(example, 'url-safe', 7)).toMatch(/^[\w-]+$/);
    const slashed = tokenText(example, 'slashed', 7);
    expect(slashed).toContain('/');
    expect(slashed).toMatch(/==$/);
  });

  test('is worth nothing in another world', () => {
    expect(tokenFrom(tokenText(example, 'url-safe', 7), 8)).toBeUndefined();
  });

  test('is worth nothing when a character of it was changed', () => {
    const text = tokenText(example, 'url-safe', 7);
    fc.assert(
      fc.property(fc.nat(text.length - 2), (at) => {
        const other = text.charAt(at) === 'A' ? 'B' : 'A';
        expect(tokenFrom(text.slice(0, at) + other + text.slice(at + 1), 7)).toBeUndefined();
      }),
    );
  });

  test('is not any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(tokenFrom(text, 7)).toBeUndefined();
      }),
    );
  });
});
