import type { Style } from './style.ts';
import { background, backgroundOf, colourless, DIM, foreground, foregroundOf } from './style.ts';

export const THEME_NAMES = ['dark', 'light', 'high-contrast', 'mono'] as const;

export type ThemeName = (typeof THEME_NAMES)[number];

/** What the configuration may ask for: a theme, or the one that the terminal's background asks for. */
export const THEME_CHOICES = ['auto', ...THEME_NAMES] as const;

export type ThemeChoice = (typeof THEME_CHOICES)[number];

/** What the name of a profile may stand on: the colours that every theme has. */
export const BADGE_COLOURS = ['red', 'yellow', 'green', 'magenta', 'cyan'] as const;

export type BadgeColour = (typeof BADGE_COLOURS)[number];

/** A colour, its channels in [0, 1]. */
export interface Colour {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

/** The theme for a terminal of that background: `light` where black is read better than white. */
export function themeOn({ red, green, blue }: Colour): ThemeName {
  return 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 ? 'light' : 'dark';
}

/** What a style of `ui/theme` is on the terminal. */
export type Palette = (style: Style) => Style;

/** Dark enough for white: at least 4.5 to 1. By the colour of `ui/theme`. */
const ON_LIGHT: Readonly<Record<number, number>> = {
  ...{ 2: 22, 3: 94, 5: 90, 6: 24, 9: 124, 10: 58, 12: 20, 13: 126, 14: 25 },
  // What a field shows while nothing is typed.
  8: 242,
};
const FAINT_ON_LIGHT = 242;

/** Bright enough for black: at least 7 to 1. */
const ON_BLACK: Readonly<Record<number, number>> = {
  ...{ 2: 46, 3: 226, 5: 213, 6: 51, 8: 252, 9: 210, 10: 157, 12: 117, 13: 225, 14: 195 },
};
const BLACK = 16;
const GREY = 252;
const WHITE = 231;

function onLight(style: Style): Style {
  const colour = foregroundOf(style);
  // Dim text of a light terminal is lighter still, and colours have no dim to give.
  if (colour < 0) return style & DIM ? foreground(FAINT_ON_LIGHT, style & ~DIM) : style;
  return foreground(ON_LIGHT[colour] ?? colour, style & ~DIM);
}

function highContrast(style: Style): Style {
  const colour = foregroundOf(style);
  const own = style & DIM ? GREY : WHITE;
  const lit = foreground(colour < 0 ? own : (ON_BLACK[colour] ?? colour), style & ~DIM);
  return backgroundOf(style) < 0 ? background(BLACK, lit) : lit;
}

/**
 * The themes. `dark` is the sixteen colours of the terminal's own theme, which most people have made
 * legible on a dark background; `light` and `high-contrast` take colours of the palette that no theme
 * changes, the latter with a background of its own; `mono` has no colours.
 */
export const THEMES: Readonly<Record<ThemeName, Palette>> = {
  dark: (style) => style,
  light: onLight,
  'high-contrast': highContrast,
  mono: colourless,
};
