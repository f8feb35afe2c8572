import { expect, it } from 'vitest';
import { createFuzzy } from '../../src/text/fuzzy.ts';
import { printable } from '../../src/text/printable.ts';

const NAMES = ['checkout', 'checkout-worker', 'basket-api', 'search', 'legacy-wiki', 'shop'].map(
  printable,
);

const found = (typed: string) =>
  createFuzzy()
    .rank(typed, NAMES)
    .map(({ index }) => NAMES[index]);

it.each([
  ['a beginning', 'check', ['checkout', 'checkout-worker']],
  ['one wrong letter', 'chekcout', ['checkout', 'checkout-worker']],
  ['words in another order', 'api basket', ['basket-api']],
  ['letters left out', 'chk', ['checkout', 'checkout-worker']],
  ['nothing alike', 'zzz', []],
])('finds by %s', (_, typed, names) => {
  expect(found(typed)).toEqual(names);
});

it('puts what was typed before what only has its letters', () => {
  expect(found('sh')[0]).toBe('shop');
});

it('gives everything in its own order when nothing was typed', () => {
  expect(found(' ')).toEqual(NAMES);
});

it('marks what matched', () => {
  expect(createFuzzy().rank('shop', NAMES)).toEqual([{ index: 5, ranges: [[0, 4]] }]);
});
