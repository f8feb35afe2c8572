import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  caseForms,
  foldCase,
  globTest,
  literal,
  wildcard,
} from '../../../src/events/filter/glob.ts';

test.each([
  ['/wp-*', '/wp-login.php', true],
  ['/wp-*', '/x/wp-login.php', false],
  ['*.php', '/a.php', true],
  ['*.php', '/a.php5', false],
  ['a*b*c', 'aXbXbXc', true],
  ['a*a', 'a', false],
  ['*', '', true],
  ['straße', 'STRAßE', true],
  ['i', 'İ', false],
  ['ÅNG*', 'ångström', true],
  ['a.c', 'abc', false],
])('the glob %s and the value %s', (glob, value, fits) => {
  expect(globTest(wildcard(glob), 'is')(value)).toBe(fits);
});

test('a quoted star is literal', () => {
  expect(globTest(literal('a*b'), 'is')('aXb')).toBe(false);
  expect(globTest(literal('a*b'), 'is')('A*B')).toBe(true);
});

test('many stars against a long value that almost matches take one pass', () => {
  const stars = wildcard(`${'*a'.repeat(30)}*b`);
  expect(globTest(stars, 'is')('a'.repeat(100_000))).toBe(false);
});

const character = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  fc.constantFrom(...'kKK\u017fsSσςΣıiIİßẞμµΜåÅÅǆǅǄ'),
);

test('texts match each other exactly if they are equal in one case', () => {
  const text = fc.array(character, { maxLength: 3 }).map((all) => all.join(''));
  const cased = text.chain((one) => fc.constantFrom(one, one.toLowerCase(), one.toUpperCase()));
  fc.assert(
    fc.property(
      fc.tuple(text, cased).chain(([a, b]) => fc.constantFrom([a, b], [b, b.toLowerCase()])),
      ([a = '', b = '']) => {
        const matches = globTest(literal(a), 'is')(b);
        expect(globTest(literal(b), 'is')(a)).toBe(matches);
        expect(foldCase(a) === foldCase(b)).toBe(matches);
        expect([...foldCase(a)]).toHaveLength([...a].length);
      },
    ),
    { numRuns: 3000 },
  );
});

test('every character matches what its case in one case matches', () => {
  for (let point = 0; point <= 0x10ffff; point += 1) {
    const one = String.fromCodePoint(point);
    const folded = foldCase(one);
    if (folded === one) continue;
    expect([one, caseForms(folded)]).toEqual([one, [folded, one]]);
  }
});
