import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanLines, cleanTyped } from '../../src/ui/typed-text.ts';

describe('what is typed or pasted', () => {
  it.each([
    ['plain', 'plain'],
    ['two\r\nlines', 'two lines'],
    ['a\tb\u2028c', 'a b c'],
    ['\u001b[31mred\u0007', '[31mred'],
    ['\u009b2J', '2J'],
    ['half \ud83d of it', 'half  of it'],
    ['whole 🎉', 'whole 🎉'],
  ])('%j is kept as %j', (typed, kept) => {
    expect(cleanTyped(typed)).toBe(kept);
  });

  it('is one line without controls and broken characters, whatever it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (typed) => {
        const kept = cleanTyped(typed);
        expect(kept).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/);
        expect(kept.isWellFormed()).toBe(true);
        expect(cleanTyped(kept)).toBe(kept);
      }),
    );
  });
});

it('text of many lines keeps its line breaks and tabs', () => {
  expect(cleanLines('one\n\ttwo\u001b[2J\r\u{1f389}\ud83c')).toBe('one\n\ttwo[2J\u{1f389}');
});
