import { expect, test } from 'vitest';
import {
  compilePattern,
  longestPattern,
  whyNoPattern,
} from '../../../src/events/filter/pattern.ts';

test('a pattern takes no regard of case', () => {
  expect(compilePattern('^sql')?.test('SQL injection')).toBe(true);
});

test('what is valid only without Unicode mode is taken so', () => {
  expect(compilePattern('[^/]+')?.flags).toBe('iu');
  expect(compilePattern('a\\-b')?.test('a-b')).toBe(true);
  expect(compilePattern('\\p{L}+$')?.test('straße')).toBe(true);
});

test.each(['(', '[', 'a{2,1}', '*', '(?<n>', 'x'.repeat(10_000)])('%s is no pattern', (source) => {
  expect(compilePattern(source)).toBeUndefined();
  expect(whyNoPattern(source)).not.toBe('');
  expect(whyNoPattern(source)).not.toContain(source);
});

test.each([
  ['abc[', 'abc'],
  ['(a|b)(', '(a|b)'],
  ['ab(c', 'ab'],
  ['(', undefined],
  ['', undefined],
])('of %s the beginning that is a pattern is %s', (source, part) => {
  expect(longestPattern(source)).toBe(part);
});
