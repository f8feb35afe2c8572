import type { Printable } from './printable.ts';

/**
 * The styles that may reach the terminal: a packed integer, so that a cell of the screen is a few
 * numbers and two styles compare at once. Only SGR, only what `sgr` below makes.
 *
 * Bits 0-4 attributes, 5-13 foreground colour + 1 (0 is the terminal's own), 14-22 background + 1.
 * Colours are the 256 of the palette; 0-15 follow the user's theme. Bits 23-30 are of the painter's cells alone: the
 * number of the link that a cell is a part of, from 1.
 */
export type Style = number;

export const PLAIN: Style = 0;
export const BOLD = 1;
export const DIM = 2;
export const ITALIC = 4;
export const UNDERLINE = 8;
export const INVERSE = 16;

const ATTRIBUTES = 0b11111;
const COLOUR = 0b1_1111_1111;

export const foreground = (colour: number, style: Style = PLAIN): Style =>
  (style & ~(COLOUR << 5)) | ((colour + 1) << 5);

export const background = (colour: number, style: Style = PLAIN): Style =>
  (style & ~(COLOUR << 14)) | ((colour + 1) << 14);

/** The foreground's palette index, or -1 for the terminal's own. */
export const foregroundOf = (style: Style): number => ((style >> 5) & COLOUR) - 1;

/** The background's palette index, or -1 for the terminal's own. */
export const backgroundOf = (style: Style): number => ((style >> 14) & COLOUR) - 1;

/** The most links that the cells of a screen can tell apart. */
export const MOST_LINKS = 0b1111_1111;

/** The number of the link, or 0. */
export const linkOf = (style: Style): number => (style >> 23) & MOST_LINKS;

/** `style` as a part of the link `number`; of none with 0. */
export const withLink = (style: Style, number: number): Style =>
  (style & ~(MOST_LINKS << 23)) | (number << 23);

/** The style without its colours: what NO_COLOR leaves. */
export const colourless = (style: Style): Style => style & ATTRIBUTES;

function colourParameter(colour: number, base: number): string {
  if (colour < 8) return String(base + colour);
  if (colour < 16) return String(base + 60 + colour - 8);
  return `${base + 8};5;${colour}`;
}

/** The SGR parameters that put a reset terminal into `style`: `"1;32"`; empty for {@link PLAIN}. */
export function sgrParameters(style: Style): string {
  let parameters = '';
  if (style & BOLD) parameters += '1;';
  if (style & DIM) parameters += '2;';
  if (style & ITALIC) parameters += '3;';
  if (style & UNDERLINE) parameters += '4;';
  if (style & INVERSE) parameters += '7;';
  const fore = foregroundOf(style);
  if (fore >= 0) parameters += `${colourParameter(fore, 30)};`;
  const back = backgroundOf(style);
  if (back >= 0) parameters += `${colourParameter(back, 40)};`;
  return parameters.slice(0, -1);
}

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
