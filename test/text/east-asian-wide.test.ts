import { expect, test } from 'vitest';
import { isEastAsianWide } from '../../src/text/east-asian-wide.ts';

test.each([
  [0x41, false],
  [0x10ff, false],
  [0x1100, true],
  [0x115f, true],
  [0x1160, false],
  [0x4e00, true],
  [0xff01, true],
  [0xff61, false],
  [0x1f389, true],
  [0x3fffd, true],
  [0x3fffe, false],
  [0x10ffff, false],
])('%i: %s', (codePoint, wide) => {
  expect(isEastAsianWide(codePoint)).toBe(wide);
});
