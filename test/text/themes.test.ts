import { describe, expect, it } from 'vitest';
import {
  backgroundOf,
  colourless,
  DIM,
  foregroundOf,
  INVERSE,
  type Style,
} from '../../src/text/style.ts';
import { THEMES, themeOn } from '../../src/text/themes.ts';
import { theme, VALUE_STYLES } from '../../src/ui/theme.ts';

const LEVELS = [0, 95, 135, 175, 215, 255];

/** Red, green and blue of a colour that no theme changes: 16 to 255 of the palette. */
function rgb(colour: number): readonly number[] {
  if (colour >= 232) return Array(3).fill(8 + (colour - 232) * 10);
  const at = colour - 16;
  return [Math.floor(at / 36), Math.floor(at / 6) % 6, at % 6].map((level) => LEVELS[level] ?? 0);
}

/** By WCAG 2. */
function luminance(colour: number): number {
  const [red = 0, green = 0, blue = 0] = rgb(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: number, other: number): number {
  const [bright = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (bright + 0.05) / (dark + 0.05);
}

const WHITE = 231;
const styles: readonly (readonly [string, Style])[] = [
  ...Object.entries<Style>(theme),
  ...VALUE_STYLES.map((style, at) => [`value ${at}`, style] as const),
];

describe('a theme', () => {
  it('dark leaves everything to the terminal’s own colours', () => {
    for (const [, style] of styles) expect(THEMES.dark(style)).toBe(style);
  });

  it.each(styles)('light: %s is legible on white, and on grey', (_, style) => {
    const shown = THEMES.light(style);
    expect(shown & DIM).toBe(0);
    expect(shown & INVERSE).toBe(style & INVERSE);
    if (foregroundOf(shown) < 0) return;
    expect(contrast(foregroundOf(shown), WHITE)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(foregroundOf(shown), 255)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(styles)('high-contrast: %s has seven to one on its own background', (_, style) => {
    const shown = THEMES['high-contrast'](style);
    expect(shown & DIM).toBe(0);
    expect(contrast(foregroundOf(shown), backgroundOf(shown))).toBeGreaterThanOrEqual(7);
  });

  it.each(['light', 'high-contrast'] as const)('%s tells apart what dark tells apart', (name) => {
    const shown = (each: Style): Style => THEMES[name](each);
    const different = new Set(styles.map(([, style]) => style));
    expect(new Set([...different].map(shown)).size).toBe(different.size);
  });

  it('mono has no colours, and keeps everything else', () => {
    for (const [, style] of styles) expect(THEMES.mono(style)).toBe(colourless(style));
  });
});

it('is light where black is read better than white', () => {
  const grey = (level: number) => ({ red: level, green: level, blue: level });
  expect([0, 0.2, 0.49].map((level) => themeOn(grey(level)))).toEqual(['dark', 'dark', 'dark']);
  expect([0.51, 0.98, 1].map((level) => themeOn(grey(level)))).toEqual(['light', 'light', 'light']);
  // Solarized, both.
  expect(themeOn({ red: 0, green: 43 / 255, blue: 54 / 255 })).toBe('dark');
  expect(themeOn({ red: 253 / 255, green: 246 / 255, blue: 227 / 255 })).toBe('light');
});
