import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { codePointAt, isSimple } from '../../src/text/characters.ts';
import { printable } from '../../src/text/printable.ts';
import { doubtful } from '../../src/text/width.ts';

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

test('reads whole pairs, and lone halves as themselves', () => {
  expect(codePointAt('a🎉', 1)).toBe(0x1f389);
  expect(codePointAt('🎉', 1)).toBe(0xdf89);
  expect(codePointAt('\ud83cx', 0)).toBe(0xd83c);
  expect(codePointAt('x\ud83c', 1)).toBe(0xd83c);
  expect(codePointAt('x', 1)).toBe(0);
});

test('never reads past the end of a slice', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), fc.nat(), (whole, at) => {
      const end = at % (whole.length + 1);
      const slice = whole.slice(0, end);
      const last = Math.max(0, end - 1);
      expect(codePointAt(slice, last)).toBe(end === 0 ? 0 : whole.charCodeAt(last));
    }),
  );
});
