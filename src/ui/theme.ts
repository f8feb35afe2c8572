import { BOLD, DIM, foreground, INVERSE, PLAIN, type Style, UNDERLINE } from '../text/style.ts';
import type { BadgeColour } from '../text/themes.ts';

/**
 * Styles by meaning (see README.md here). Only the terminal theme's sixteen colours and attributes are used; red and
 * magenta are the bright ones, since the others lack contrast in common palettes. Colour never carries meaning alone.
 */
export const theme = {
  plain: PLAIN,
  /** Handled or unimportant; field names. */
  faint: DIM,
  strong: BOLD,
  heading: BOLD | UNDERLINE,
  data: PLAIN,
  good: foreground(2),
  /** May need attention. */
  warn: foreground(3),
  /** Needs attention. */
  bad: foreground(9, BOLD),
  /** Matched a rule but passed. */
  passed: foreground(3, BOLD),
  /** Made by the operator: marks, notes, ranges. */
  special: foreground(13),
  key: foreground(6, BOLD),
  match: BOLD | UNDERLINE,
  selected: INVERSE,
  badge: INVERSE,
  badgeWarn: foreground(3, INVERSE | BOLD),
  badgeBad: foreground(9, INVERSE | BOLD),
  rule: DIM,
} satisfies Record<string, Style>;

export const badgeIn: Readonly<Record<BadgeColour, Style>> = {
  red: foreground(9, INVERSE | BOLD),
  yellow: foreground(3, INVERSE | BOLD),
  green: foreground(2, INVERSE | BOLD),
  magenta: foreground(13, INVERSE | BOLD),
  cyan: foreground(6, INVERSE | BOLD),
};

/**
 * Colours that distinguish values at a glance, without the red of failures; the text has the value, so nothing is lost
 * without colours. Magenta and bright blue lack contrast on black.
 */
export const VALUE_STYLES: readonly Style[] = [6, 2, 3, 13, 14, 10].map((colour) =>
  foreground(colour),
);

/** FNV-1a: colours of values must be stable across runs and versions. */
const BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/** The style of a value, always the same for the same text. */
export function valueStyle(value: string): Style {
  if (value === '') return PLAIN;
  let hash = BASIS;
  for (let at = 0; at < value.length; at += 1) {
    hash = Math.imul(hash ^ value.charCodeAt(at), PRIME);
  }
  // The low bits of FNV-1a alone are not well distributed.
  const spread = (hash ^ (hash >>> 16)) >>> 0;
  return VALUE_STYLES[spread % VALUE_STYLES.length] ?? PLAIN;
}
