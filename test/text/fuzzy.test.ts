import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFuzzy } from '../../src/text/fuzzy.ts';
import { printable } from '../../src/text/printable.ts';

const NAMES = ['checkout', 'checkout-worker', 'basket-api', 'search', 'legacy-wiki', 'shop'].map(
  printable,
);

const found = (typed: string, names = NAMES) =>
  createFuzzy()
    .rank(typed, names)
    .map(({ index }) => names[index]);

it.each([
  ['a beginning', 'check', ['checkout', 'checkout-worker']],
  ['letters of another case', 'Check', ['checkout', 'checkout-worker']],
  ['one wrong letter', 'chezkout', ['checkout', 'checkout-worker']],
  ['two swapped letters', 'chekcout', ['checkout', 'checkout-worker']],
  ['a letter too many', 'checkkout', ['checkout', 'checkout-worker']],
  ['a letter too few', 'chekout', ['checkout', 'checkout-worker']],
  ['a wrong last letter', 'shox', ['shop']],
  ['words in another order', 'api basket', ['basket-api']],
  ['letters left out', 'chk', ['checkout', 'checkout-worker']],
  ['nothing alike', 'zzz', []],
  ['words of which one is not there', 'basket zzz', []],
])('finds by %s', (_, typed, names) => {
  expect(found(typed)).toEqual(names);
});

it('ranks literal matches before scattered letters', () => {
  expect(found('sh')[0]).toBe('shop');
});

it('puts a beginning before a word, a word before a part, and shorter names first', () => {
  const names = ['workshop', 'my-shop', 'shop-api', 'shop', 's-h-o-p', 'shoop'].map(printable);
  expect(found('shop', names)).toEqual(['shop', 'shop-api', 'my-shop', 'workshop']);
  expect(found('shop', names.slice(4))).toEqual(['shoop']);
  expect(found('shop', names.slice(4, 5))).toEqual(['s-h-o-p']);
});

it.each([
  ['dns', 'recommendations'],
  ['dns', 'Key bindings: commands and their keys'],
  ['theme', 'Mark/unmark the entry'],
  ['export', 'Next gap of more than a minute, newer'],
])('%s is not what letters scattered over “%s” say', (typed, name) => {
  expect(found(typed, [printable(name)])).toEqual([]);
});

it('the fewest letters are left out, in a word or up to the beginning of another', () => {
  expect(found('sap', [printable('status-app')])).toHaveLength(1);
  expect(found('ckt', [printable('checkout')])).toHaveLength(1);
  expect(found('heck', [printable('c-h-eck')])).toHaveLength(1);
  expect(found('hkt', [printable('checkout')])).toEqual([]);
});

it('gives everything in its own order when nothing was typed', () => {
  expect(found(' ')).toEqual(NAMES);
});

it('gives no more than was asked for', () => {
  expect(createFuzzy().rank('s', NAMES, 2)).toHaveLength(2);
});

it.each([
  ['shop', 5, [[0, 4]]],
  ['chekcout', 0, [[0, 8]]],
  [
    'api basket',
    2,
    [
      [0, 6],
      [7, 10],
    ],
  ],
  [
    'lgwi',
    4,
    [
      [0, 1],
      [2, 3],
      [7, 9],
    ],
  ],
])('marks what matched of %s', (typed, index, ranges) => {
  expect(createFuzzy().rank(typed, NAMES)[0]).toMatchObject({ index, ranges });
});

describe('for any names', () => {
  const letters = fc.string({
    unit: fc.constantFrom('a', 'b', 'A', '-', 'İ', '日'),
    maxLength: 30,
  });

  it('a part of a name finds it, marked where it stands', () => {
    fc.assert(
      fc.property(letters, letters, letters, (before, part, behind) => {
        const typed = part.replaceAll(/\s/g, '');
        fc.pre(typed !== '');
        const name = printable(before + typed + behind);
        const [match] = createFuzzy().rank(typed, [name]);
        expect(match?.index).toBe(0);
        for (const [from, to] of match?.ranges ?? []) {
          expect(from).toBeLessThan(to);
          expect(to).toBeLessThanOrEqual(name.length);
        }
      }),
    );
  });

  it('scattered letters are marked one for one', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 8 }),
        (typed) => {
          const name = printable(typed.join('--'));
          const [match] = createFuzzy().rank(typed.join(''), [name]);
          const marked = (match?.ranges ?? []).map(([from, to]) => name.slice(from, to)).join('');
          expect(marked.replaceAll('-', '')).toBe(typed.join(''));
        },
      ),
    );
  });
});

describe('A3: a hostile name', () => {
  /** The characters looked at and the searches begun. Every search is within a name of limited length. */
  const work = (typed: string, names: readonly string[]): number => {
    const candidates = names.map(printable);
    const { charCodeAt, indexOf } = String.prototype;
    let steps = 0;
    String.prototype.charCodeAt = function (at) {
      steps += 1;
      return charCodeAt.call(this, at);
    };
    String.prototype.indexOf = function (text, from) {
      steps += 1;
      return indexOf.call(this, text, from);
    };
    try {
      createFuzzy().rank(typed, candidates);
    } finally {
      Object.assign(String.prototype, { charCodeAt, indexOf });
    }
    return steps;
  };
  const spread = (word: string, times: number) =>
    word
      .split('')
      .map((letter) => letter.repeat(times))
      .join('');

  it('does not hang the console: checkout with each letter thirty times', () => {
    expect(work('checkout', [spread('checkou', 30)])).toBeLessThan(2_000);
    expect(work('checkout', [spread('checkout', 30)])).toBeLessThan(2_000);
  });

  it('costs no more for being longer', () => {
    const hostile = (length: number) => [spread('checkou', length / 7)];
    expect(work('checkout', hostile(28_000))).toBeLessThan(2 * work('checkout', hostile(280)));
  });

  it('costs in proportion to how many there are, whatever is typed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('aaaaaaab', 'abababab', 'aabbaabb', 'aaaa aaaa'),
        fc.constantFrom('a', 'ab', 'aab'),
        (typed, part) => {
          const names = (count: number) => Array.from({ length: count }, () => part.repeat(80));
          const few = work(typed, names(100));
          expect(few).toBeGreaterThan(0);
          expect(work(typed, names(1000))).toBeLessThanOrEqual(10 * few);
        },
      ),
      { numRuns: 12 },
    );
  });
});
