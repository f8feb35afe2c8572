import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compilePattern } from '../../../src/events/filter/pattern.ts';
import { requiredLiterals } from '../../../src/events/filter/required-literals.ts';

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
  // Unicode also finds k and s in the Kelvin sign and the long s.
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

/** Patterns from a small grammar, in which everything the reader must tell apart occurs. */
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

/** Whether the parts stand in the text in this order and apart from each other. */
function containsInOrder(text: string, parts: readonly string[]): boolean {
  let from = 0;
  for (const part of parts) {
    const found = text.indexOf(part, from);
    if (found < 0) return false;
    from = found + part.length;
  }
  return true;
}

test('nothing is matched that does not contain them in their order', () => {
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
