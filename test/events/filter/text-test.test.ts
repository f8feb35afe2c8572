import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { rawPattern } from '../../../src/events/filter/text-test.ts';

/** Raw log text in its searchable form: one character per byte. */
const searched = (text: string) => Buffer.from(text).toString('latin1');

const finds = (typed: string, log: string) => new RegExp(rawPattern(typed)).test(searched(log));

test.each([
  ['<script', String.raw`{"a":"\u003Cscript"}`],
  ['<script', String.raw`{"a":"\u003cSCRIPT"}`],
  ['<script', '<Script'],
  ["1' or '1", String.raw`1\u0027 OR \u00271`],
  ['say "hi"', String.raw`say \"hi\"`],
  ['c:\\temp', String.raw`C:\\TEMP`],
  ['a/b', String.raw`a\/b`],
  ['Straße', 'straße'],
  ['straße', String.raw`Stra\u00dfe`],
  ['ÅNGSTRÖM', 'ångström'],
  ['😀', String.raw`\ud83d\uDE00`],
  ['😀', '😀'],
  ['a.b*c', 'a.b*c'],
  ['\t', String.raw`\t`],
  ['\n', String.raw`\u000a`],
])('%s is found in %s', (typed, log) => {
  expect(finds(typed, log)).toBe(true);
});

test.each([
  ['a.c', 'abc'],
  ['ss', 'ß'],
  ['ö', 'o'],
  ['<', '>'],
  ['abc', 'ab c'],
  // Part of a character's bytes does not match.
  ['Ã', 'ö'],
])('%s is not found in %s', (typed, log) => {
  expect(finds(typed, log)).toBe(false);
});
