import { backgroundOf, DIM, foregroundOf, INVERSE, type Style } from '../../src/text/style.ts';
import type { ThemeName } from '../../src/text/themes.ts';

type Rgb = readonly [red: number, green: number, blue: number];

/** xterm's default first sixteen colours. */
const XTERM: readonly Rgb[] = [
  [0, 0, 0], [205, 0, 0], [0, 205, 0], [205, 205, 0], [0, 0, 238], [205, 0, 205], [0, 205, 205], [229, 229, 229],
  [127, 127, 127], [255, 0, 0], [0, 255, 0], [255, 255, 0], [92, 92, 255], [255, 0, 255], [0, 255, 255], [255, 255, 255],
]; // biome-ignore format: two rows of eight, as terminals number them
const LEVELS = [0, 95, 135, 175, 215, 255];

function rgb(colour: number): Rgb {
  const own = XTERM[colour];
  if (own) return own;
  if (colour >= 232) {
    const grey = 8 + (colour - 232) * 10;
    return [grey, grey, grey];
  }
  const level = (place: number) => LEVELS[Math.floor((colour - 16) / place) % 6] ?? 0;
  return [level(36), level(6), level(1)];
}

/** Relative luminance as in WCAG 2. */
function luminance([red, green, blue]: Rgb): number {
  const linear = (value: number) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** The foreground and background of the terminal that each theme is for. */
const TERMINALS: Readonly<Record<ThemeName, readonly [ink: Rgb, paper: Rgb]>> = {
  dark: [
    [229, 229, 229],
    [0, 0, 0],
  ],
  light: [
    [0, 0, 0],
    [255, 255, 255],
  ],
  'high-contrast': [
    [229, 229, 229],
    [0, 0, 0],
  ],
  mono: [
    [229, 229, 229],
    [0, 0, 0],
  ],
};

/** The share of the foreground in dim text, as terminals commonly draw it. */
const DIMMED = 0.6;

/** The contrast of painted text against its background, 1 to 21, in a terminal that `theme` is for. */
export function paintedContrast(style: Style, theme: ThemeName): number {
  const [ownInk, ownPaper] = TERMINALS[theme];
  const fore = foregroundOf(style) < 0 ? ownInk : rgb(foregroundOf(style));
  const back = backgroundOf(style) < 0 ? ownPaper : rgb(backgroundOf(style));
  const [ink, paper] = style & INVERSE ? [back, fore] : [fore, back];
  const mixed = (at: 0 | 1 | 2) => ink[at] * DIMMED + paper[at] * (1 - DIMMED);
  const shown: Rgb = style & DIM ? [mixed(0), mixed(1), mixed(2)] : ink;
  const [dark = 0, bright = 0] = [luminance(shown), luminance(paper)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}
