import { expect, test } from 'vitest';
import { singleKey } from '../../src/input/single-key.ts';

test.each([
  [0x00, 'ctrl-space'],
  [0x01, 'ctrl-a'],
  [0x0a, 'ctrl-j'],
  [0x0d, 'enter'],
  [0x1a, 'ctrl-z'],
  [0x1d, 'ctrl-]'],
  [0x20, 'space'],
  [0x2d, '-'],
  [0x7f, 'backspace'],
  [0x9b, undefined],
  [0xe9, 'é'],
  [0xfffd, undefined],
  [0x1f389, '🎉'],
])('%i is %s', (codePoint, key) => {
  expect(singleKey(codePoint)).toBe(key);
});
