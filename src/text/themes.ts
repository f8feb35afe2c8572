import type { Style } from './style.ts';
import { background, backgroundOf, colourless, DIM, foreground, foregroundOf } from './style.ts';

export const THEME_NAMES = ['dark', 'light', 'high-contrast', 'mono'] as const;

export type ThemeName = (typeof THEME_NAMES)[number];

/** Configurable themes; `auto` follows the terminal's background. */
export const THEME_CHOICES = ['auto', ...THEME_NAMES] as const;

export type ThemeChoice = (typeof THEME_CHOICES)[number];

/** Background colours for a profile's name, available in every theme. */
export const BADGE_COLOURS = ['red', 'yellow', 'green', 'magenta', 'cyan'] as const;

export type BadgeColour = (typeof BADGE_COLOURS)[number];

/** A colour with channels in [0, 1]. */
export interface Colour {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

/** The theme for a background: `light` if black is more legible than white. */
export function themeOn({ red, green, blue }: Colour): ThemeName {
  return 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 ? 'light' : 'dark';
}

/** Maps a style of `ui/theme` to the terminal. */
export type Palette = (style: Style) => Style;

/** Contrast to white of at least 4.5 to 1, by the colour of `ui/theme`. */
const ON_LIGHT: Readonly<Record<number, number>> = {
  2: 22,
  3: 94,
  5: 90,
  6: 24,
  9: 124,
  10: 58,
  12: 20,
  13: 126,
  14: 25,
  // Placeholders of fields.
  8: 242,
};
const FAINT_ON_LIGHT = 242;

/** Contrast to black of at least 7 to 1. */
const ON_BLACK: Readonly<Record<number, number>> = {
  2: 46,
  3: 226,
  5: 213,
  6: 51,
  8: 252,
  9: 210,
  10: 157,
  12: 117,
  13: 225,
  14: 195,
};
const BLACK = 16;
const GREY = 252;
const WHITE = 231;

function onLight(style: Style): Style {
  const colour = foregroundOf(style);
  // On a light terminal dim text is even lighter, and colours cannot be dimmed.
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
 * The themes. `dark` uses the terminal's sixteen colours, which most people have made legible on dark; `light` and
 * `high-contrast` use palette colours that no theme changes, the latter on its own background; `mono` has no colours.
 */
export const THEMES: Readonly<Record<ThemeName, Palette>> = {
  dark: (style) => style,
  light: onLight,
  'high-contrast': highContrast,
  mono: colourless,
};
