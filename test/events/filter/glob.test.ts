import { expect, test } from 'vitest';
import { globTest, literal, wildcard } from '../../../src/events/filter/glob.ts';

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
