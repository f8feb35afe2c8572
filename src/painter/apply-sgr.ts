import {
  BOLD,
  background,
  DIM,
  foreground,
  INVERSE,
  ITALIC,
  PLAIN,
  type Style,
  UNDERLINE,
} from '../text/style.ts';

const DEFAULT_COLOUR = -1;
const LAST_COLOUR = 255;

const SWITCHES: Readonly<Record<number, (style: Style) => Style>> = {
  0: () => PLAIN,
  1: (style) => style | BOLD,
  2: (style) => style | DIM,
  3: (style) => style | ITALIC,
  4: (style) => style | UNDERLINE,
  7: (style) => style | INVERSE,
  22: (style) => style & ~(BOLD | DIM),
  23: (style) => style & ~ITALIC,
  24: (style) => style & ~UNDERLINE,
  27: (style) => style & ~INVERSE,
  39: (style) => foreground(DEFAULT_COLOUR, style),
  49: (style) => background(DEFAULT_COLOUR, style),
};

/** The style after one of the sixteen colours' own parameters (30-37, 40-47, 90-97, 100-107). */
function themeColour(style: Style, parameter: number): Style | undefined {
  const digit = parameter % 10;
  if (digit > 7) return undefined;
  switch (parameter - digit) {
    case 30:
      return foreground(digit, style);
    case 40:
      return background(digit, style);
    case 90:
      return foreground(digit + 8, style);
    case 100:
      return background(digit + 8, style);
    default:
      return undefined;
  }
}

/**
 * `style` after `ESC [ parameters m`, or undefined when any of the parameters is not one that
 * `text/style` can make (conceal, blink, true colour, ...): such a sequence is not ours.
 */
export function applySgr(style: Style, parameters: string): Style | undefined {
  const numbers = parameters.split(';').map(Number);
  let next: Style | undefined = style;
  for (let i = 0; i < numbers.length && next !== undefined; i++) {
    const parameter = numbers[i] ?? 0;
    if (parameter === 38 || parameter === 48) {
      const colour = numbers[i + 2] ?? Number.POSITIVE_INFINITY;
      if (numbers[i + 1] !== 5 || colour > LAST_COLOUR) return undefined;
      next = parameter === 38 ? foreground(colour, next) : background(colour, next);
      i += 2;
    } else {
      next = SWITCHES[parameter]?.(next) ?? themeColour(next, parameter);
    }
  }
  return next;
}
