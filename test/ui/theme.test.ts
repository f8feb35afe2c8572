import { describe, expect, it } from 'vitest';
import { colourless, foregroundOf, PLAIN } from '../../src/text/style.ts';
import { THEME_NAMES, THEMES } from '../../src/text/themes.ts';
import { theme, VALUE_STYLES, valueStyle } from '../../src/ui/theme.ts';
import { paintedContrast } from '../support/contrast.ts';

const addresses = Array.from({ length: 4096 }, (_, at) => `94.102.${at >> 8}.${at & 255}`);

describe('the style of a value', () => {
  it('is the same in every run and every version', () => {
    const of = (value: string) => foregroundOf(valueStyle(value));
    expect(['BG', '94.102.49.7', '930130', '48090'].map(of)).toEqual([2, 10, 13, 14]);
  });

  it('is one of a few, and each of them for about as many values', () => {
    const counts = Map.groupBy(addresses, valueStyle);
    expect([...counts.keys()].sort()).toEqual([...VALUE_STYLES].sort());
    for (const values of counts.values()) {
      expect(values.length).toBeGreaterThan((addresses.length / VALUE_STYLES.length) * 0.7);
    }
  });

  it('is a colour and nothing else: where there are none, nothing is left of it', () => {
    expect(new Set(VALUE_STYLES).size).toBe(VALUE_STYLES.length);
    for (const style of VALUE_STYLES) expect(colourless(style)).toBe(PLAIN);
  });

  it('is read on the background of every theme', () => {
    for (const name of THEME_NAMES) {
      for (const style of VALUE_STYLES) {
        expect(paintedContrast(THEMES[name](style), name)).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  it('is never the colour of what is wrong', () => {
    expect(VALUE_STYLES.map(foregroundOf)).not.toContain(foregroundOf(theme.bad));
  });

  it('is plain for a value that is not there', () => {
    expect(valueStyle('')).toBe(PLAIN);
  });
});
