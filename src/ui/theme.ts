import { BOLD, DIM, foreground, INVERSE, PLAIN, type Style, UNDERLINE } from '../text/style.ts';
import type { BadgeColour } from '../text/themes.ts';

/**
 * What the styles mean. Only the sixteen colours of the user's own theme and attributes are used, so
 * that the console is legible wherever the user's shell is; no meaning is carried by colour alone.
 */
export const theme = {
  plain: PLAIN,
  faint: DIM,
  strong: BOLD,
  heading: BOLD | UNDERLINE,
  accent: foreground(6),
  good: foreground(2),
  warn: foreground(3),
  bad: foreground(1, BOLD),
  special: foreground(5),
  key: foreground(6, BOLD),
  match: BOLD | UNDERLINE,
  selected: INVERSE,
  badge: INVERSE,
  badgeWarn: foreground(3, INVERSE | BOLD),
  badgeBad: foreground(1, INVERSE | BOLD),
  rule: DIM,
} satisfies Record<string, Style>;

/** What the name of a profile stands on. */
export const badgeIn: Readonly<Record<BadgeColour, Style>> = {
  red: foreground(1, INVERSE | BOLD),
  yellow: foreground(3, INVERSE | BOLD),
  green: foreground(2, INVERSE | BOLD),
  magenta: foreground(5, INVERSE | BOLD),
  cyan: foreground(6, INVERSE | BOLD),
};

/**
 * What values are told apart by at a glance: colours alone, none of them the red of what is wrong, so that
 * nothing is left of it where there are no colours. The text says what the value is.
 */
export const VALUE_STYLES: readonly Style[] = [6, 5, 2, 3, 12, 13, 14, 10].map((colour) =>
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
