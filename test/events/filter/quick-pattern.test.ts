import { describe, expect, test } from 'vitest';
import { compilePattern } from '../../../src/events/filter/pattern.ts';
import { isQuick, QUICK_TEXT } from '../../../src/events/filter/quick-pattern.ts';

describe('a pattern is quick:', () => {
  test.each([
    'union',
    'select.*chrome/1[12]',
    'select.+?from',
    '^https?://admin',
    '(?:login|admin)panel',
    '\\d{1,3}\\.',
    '[+*{]+x',
    '(?=x)y',
  ])('%s', (source) => {
    expect(isQuick(source)).toBe(true);
  });
});

describe('a pattern may not be quick:', () => {
  test.each([
    '(a+)+$',
    '(a|a)*$',
    '(?:ab)?c',
    'a.*b.*c',
    'a+b{2,}',
    '(a)\\1',
    '(?<n>a)\\k<n>',
    '\\p{L}+',
    'a?a?a?a?aaaa',
    '(a|a)(a|a)(a|a)(a|a)',
    'x{',
  ])('%s', (source) => {
    expect(isQuick(source)).toBe(false);
  });
});

// Each is the worst there is of its kind; the bound is far from what the machine takes, and from a freeze.
test.each([
  ['a*b', 'a'],
  ['a.*b', 'a'],
  ['.*?b', 'a'],
  ['(a|a)(a|a)(a|a)a*b', 'a'],
  ['a?a?a?a*b', 'a'],
])('%s is over at once on a text that is short', (source, character) => {
  expect(isQuick(source)).toBe(true);
  const pattern = compilePattern(source);
  const { user: before } = process.cpuUsage();
  expect(pattern?.test(character.repeat(QUICK_TEXT))).toBe(false);
  expect((process.cpuUsage().user - before) / 1000).toBeLessThan(1000);
});
