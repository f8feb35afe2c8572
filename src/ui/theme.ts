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
