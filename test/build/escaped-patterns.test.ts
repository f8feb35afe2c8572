import { describe, expect, it } from 'vitest';
import { escapedPatterns } from '../../.build/escaped-patterns.ts';

const evaluated = (code: string): unknown => new Function(`return ${code}`)();

describe('a regular expression in ASCII', () => {
  it.each([
    ['/…$/', 'a…', 'a...'],
    ['/[…é]/u', 'é', 'e'],
    ['/[🎉x]/u', '🎉', '\ud83c'],
    ['/^🎉$/', '🎉', '🎉🎉'],
    ['/^[^…]$/', 'x', '…'],
    [String.raw`/\\…/`, String.raw`\…`, '…'],
  ])('%s matches what it did', (code, matched, not) => {
    const escaped = escapedPatterns(code);
    expect(escaped).toMatch(/^[\0-\x7f]*$/);
    const pattern = evaluated(escaped);
    if (!(pattern instanceof RegExp)) throw new Error(escaped);
    expect(pattern.test(matched)).toBe(true);
    expect(pattern.test(not)).toBe(false);
  });

  it('is left alone where a backslash stands before the character', () => {
    const code = String.raw`/\…/`;
    expect(escapedPatterns(code)).toBe(code);
  });
});
