import { BOLD, DIM, foreground, INVERSE, PLAIN, type Style, UNDERLINE } from '../text/style.ts';
import type { BadgeColour } from '../text/themes.ts';

/**
 * What the styles mean, each one thing (see README.md here). Only the sixteen colours of the user's own theme and
 * attributes are used, so that the console is legible wherever the user's shell is: of red and magenta the bright ones,
 * since the others have too little contrast in the palettes that terminals come with. No meaning is carried by colour
 * alone.
 */
export const theme = {
  plain: PLAIN,
  /** Handled, or not worth a look; names of fields. */
  faint: DIM,
  strong: BOLD,
  heading: BOLD | UNDERLINE,
  /** Values and charts. */
  data: PLAIN,
  /** Fine. */
  good: foreground(2),
  /** May need somebody. */
  warn: foreground(3),
  /** Needs somebody. */
  bad: foreground(9, BOLD),
  /** Matched something and passed all the same. */
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

/** What the name of a profile stands on. */
export const badgeIn: Readonly<Record<BadgeColour, Style>> = {
  red: foreground(9, INVERSE | BOLD),
  yellow: foreground(3, INVERSE | BOLD),
  green: foreground(2, INVERSE | BOLD),
  magenta: foreground(13, INVERSE | BOLD),
  cyan: foreground(6, INVERSE | BOLD),
};

/**
 * What values are told apart by at a glance: colours alone, none of them the red of what is wrong, so that
 * nothing is left of it where there are no colours. The text says what the value is. Magenta and bright blue are not
 * among them: on black they have too little contrast.
 */
export const VALUE_STYLES: readonly Style[] = [6, 2, 3, 13, 14, 10].map((colour) =>
  foreground(colour),
);

/** FNV-1a: how a value is spread must not change from run to run, nor from one version to the next. */
const BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/** The style of a value: the same for the same text, wherever and whenever it is drawn. */
export function valueStyle(value: string): Style {
  if (value === '') return PLAIN;
  let hash = BASIS;
  for (let at = 0; at < value.length; at += 1) {
    hash = Math.imul(hash ^ value.charCodeAt(at), PRIME);
  }
  // The low bits of FNV-1a alone depend on too little of the text.
  const spread = (hash ^ (hash >>> 16)) >>> 0;
  return VALUE_STYLES[spread % VALUE_STYLES.length] ?? PLAIN;
}
