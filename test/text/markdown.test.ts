import { expect, it } from 'vitest';
import { plainMarkdown } from '../../src/text/markdown.ts';
import { printable } from '../../src/text/printable.ts';

it.each([
  ['a | b', 'a \\| b'],
  ['![x](y) <b>', '\\!\\[x\\](y) \\<b\\>'],
  ['~~a~~ $1$ &amp; {a} #7', '\\~\\~a\\~\\~ \\$1\\$ \\&amp; \\{a\\} \\#7'],
  ['@ada :bug: 14:02', '\\@ada \\:bug: 14:02'],
  ['a\\b `c`', 'a\\\\b \\`c\\`'],
])('nothing of %s is markup', (text, plain) => {
  expect(plainMarkdown(printable(text))).toBe(plain);
});
