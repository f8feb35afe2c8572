import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codePointAt } from '../../src/text/code-point-at.ts';

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
