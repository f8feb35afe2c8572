import type { Printable } from './printable.ts';

/** What a terminal can be asked to open: http or https, visible ASCII, no name or password in it, of bounded length. */
const ADDRESS = /^https?:\/\/[^\s@/?#]+(?:[/?#][!-~]*)?$/;
const VISIBLE = /^[!-~]+$/;
const LONGEST = 1000;

/** The address that `text` is, whole, and that may be a link; undefined for everything else. */
export function addressOf(text: string): string | undefined {
  if (text.length > LONGEST || !VISIBLE.test(text) || !ADDRESS.test(text)) return undefined;
  return URL.canParse(text) ? text : undefined;
}

/**
 * `text` as a link within a composed line (OSC 8). What stands on the screen is the address itself, or a part of it: a link
 * never leads elsewhere than it says.
 */
export const linked = (text: string, address: string): string =>
  `\u001b]8;;${address}\u0007${text}\u001b]8;;\u0007`;

/** The sequence that begins or ends a link in a composed line, its address captured; matched where `lastIndex` is. */
export const LINK = /\u001b\]8;;([!-~]*)\u0007/y;

/** What the painter writes for it; an empty address ends the link. */
export const linkSequence = (address: string): Printable =>
  `\u001b]8;;${address}\u001b\\` as Printable;
