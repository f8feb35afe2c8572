import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toAscii } from '../../src/text/ascii.ts';

const SOURCE = resolve(import.meta.dirname, '../../src');

/** The characters beyond ASCII in what is drawn. */
function drawnSigns(): readonly string[] {
  const texts = ['ui', 'shell', 'panes', 'state', 'commands'].flatMap((layer) =>
    readdirSync(join(SOURCE, layer), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => readFileSync(join(SOURCE, layer, name), 'utf8')),
  );
  return [...new Set(texts.join('').match(/[^\x00-\x7f]/gu) ?? [])];
}

describe('an ASCII character', () => {
  it('stands for every sign that the console draws', () => {
    expect(drawnSigns().filter((sign) => toAscii(sign) === '?')).toEqual([]);
  });

  it.each([
    ['a', 'a'],
    [' ', ' '],
    ['é', 'e'],
    ['Å', 'A'],
    ['e\u0301', 'e'],
    ['❯', '>'],
    ['✖', 'x'],
    ['█', '#'],
    ['▓', '#'],
    ['▉', '='],
    ['…', '~'],
    ['名', '?'],
    ['🎉', '?'],
    ['␛', '?'],
  ])('of %s is %s', (grapheme, character) => {
    expect(toAscii(grapheme)).toBe(character);
  });

  it('is one, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }), (grapheme) => {
        expect(toAscii(grapheme)).toMatch(/^[\x20-\x7e]$/);
      }),
    );
  });
});
