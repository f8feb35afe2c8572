import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compilePattern,
  isQuick,
  longestPattern,
  QUICK_TEXT,
  requiredLiterals,
  whyNoPattern,
} from '../../../src/events/filter/pattern.ts';

test('a pattern ignores case', () => {
  expect(compilePattern('^sql')?.test('SQL injection')).toBe(true);
});

test('a pattern that is valid only without Unicode mode is compiled without it', () => {
  expect(compilePattern('[^/]+')?.flags).toBe('iu');
  expect(compilePattern('a\\-b')?.test('a-b')).toBe(true);
  expect(compilePattern('\\p{L}+$')?.test('straße')).toBe(true);
});

test.each(['(', '[', 'a{2,1}', '*', '(?<n>', 'x'.repeat(10_000)])(
  '%s is not a valid pattern',
  (source) => {
    expect(compilePattern(source)).toBeUndefined();
    expect(whyNoPattern(source)).not.toBe('');
    expect(whyNoPattern(source)).not.toContain(source);
  },
);

test.each([
  ['abc[', 'abc'],
  ['(a|b)(', '(a|b)'],
  ['ab(c', 'ab'],
  ['(', undefined],
  ['', undefined],
])('the longest valid beginning of %s is %s', (source, part) => {
  expect(longestPattern(source)).toBe(part);
});

describe('a pattern is fast:', () => {
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

describe('a pattern may be slow:', () => {
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

// Each is the worst of its kind. The limit is far above its usual time, and far below a noticeable freeze.
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

test.each([
  ['libinj.*firefox/1[23]', ['libinj', 'firefox/1']],
  ['^union$', ['union']],
  ['oci_par(se)?', ['oci_par']],
  ['abcd*', ['abc']],
  ['abcd+efg', ['abcd', 'efg']],
  ['abcd{0,2}ef', ['abc']],
  ['a\\.b\\/c', ['a.b/c']],
  ['\\d+admin\\d', ['admin']],
  ['(?:login|admin)panel', ['panel']],
  ['(?=x)yyyy', ['yyyy']],
  ['[^/]+wp-admin', ['wp-admin']],
  ['wp-config', ['wp-config']],
  // In Unicode mode, k also matches the Kelvin sign and s the long s.
  ['wordpress', ['wordpre']],
])('whatever %s matches contains %j, in this order', (source, literals) => {
  expect(requiredLiterals(source)).toEqual(literals);
});

test.each([
  'abcd|efgh',
  'abcd)efgh',
  'ab',
  '.*',
  '(abcd)?',
  'a?b?c?d?',
  'efgh\\x41bcd',
  '\\u0041bcd',
  '\\p{L}abc',
  'x*',
])('of %s nothing can be told', (source) => {
  expect(requiredLiterals(source)).toEqual([]);
});

/** Patterns from a small grammar with everything that the reader must distinguish. */
const pattern: fc.Arbitrary<string> = fc.letrec<{ any: string }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(
      'abc',
      'xyz',
      'K',
      's',
      'ä',
      '.',
      '\\.',
      '\\d',
      '[ab]',
      '[^]x]',
      '^',
      '$',
      '\\b',
      '/',
    ),
    fc.tuple(tie('any'), tie('any')).map(([a, b]) => `${a}${b}`),
    fc.tuple(tie('any'), tie('any')).map(([a, b]) => `(?:${a}|${b})`),
    fc.tuple(tie('any'), tie('any')).map(([a, b]) => `${a}|${b}`),
    tie('any').map((a) => `(${a})`),
    fc
      .tuple(tie('any'), fc.constantFrom('*', '+', '?', '{0,1}', '{2}', '*?', '+?'))
      .map(([a, times]) => `(?:${a})${times}`),
    fc
      .tuple(fc.constantFrom('abca', 'xyzk'), fc.constantFrom('*', '+', '?', '{0,1}', '{2}', '??'))
      .map(([a, times]) => `${a}${times}`),
  ),
})).any;

const text = fc
  .array(
    fc.constantFrom('abc', 'ABC', 'a', 'ab', 'xyz', 'k', 'K', 's', 'ſ', '1', '.', '/', ']', 'ä'),
  )
  .map((parts) => parts.join(''));

/** Whether the text contains the parts in this order without overlap. */
function containsInOrder(text: string, parts: readonly string[]): boolean {
  let from = 0;
  for (const part of parts) {
    const found = text.indexOf(part, from);
    if (found < 0) return false;
    from = found + part.length;
  }
  return true;
}

test('every match contains the parts in order', () => {
  fc.assert(
    fc.property(pattern, fc.array(text, { minLength: 5, maxLength: 20 }), (source, texts) => {
      const literals = requiredLiterals(source).map((literal) => literal.toLowerCase());
      const compiled = compilePattern(source);
      fc.pre(literals.length > 0 && compiled !== undefined);
      for (const text of texts) {
        if (!compiled?.test(text)) continue;
        expect(containsInOrder(text.toLowerCase(), literals)).toBe(true);
      }
    }),
    { numRuns: 2000 },
  );
});
