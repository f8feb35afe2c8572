import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { doubtful } from '../../src/text/graphemes.ts';
import { printable } from '../../src/text/printable.ts';
import { isSimple } from '../../src/text/simple.ts';

test('every simple character is safe, one unit long, one column wide, and no terminal doubts it', () => {
  const wrong: string[] = [];
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
    const text = String.fromCodePoint(codePoint);
    if (!isSimple(text)) continue;
    const safe = printable(text) === text && !/\p{C}|\p{Z}(?<! )|\p{M}/u.test(text);
    if (!safe || text.length !== 1 || stringWidth(text) !== 1 || doubtful(printable(text))) {
      wrong.push(codePoint.toString(16));
    }
  }
  expect(wrong).toEqual([]);
});

test('one other character makes a text not simple', () => {
  expect(isSimple('warren │ ▁▂▃ ⣿ é ✓')).toBe(true);
  expect(
    ['名', 'e\u0301', '\u001b', '\u00a0', '🎉', '\u2800'].map((c) => isSimple(`a${c}`)),
  ).toEqual(new Array(6).fill(false));
});
