import type { Printable } from './printable.ts';

/**
 * The styles that may reach the terminal as a packed integer, so that a screen cell is a few numbers and styles
 * compare at once. Only SGR, and only what `sgrParameters` below makes.
 *
 * Bits 0-4 attributes, 5-13 foreground colour + 1 (0 is the terminal's own), 14-22 background + 1. Colours are the
 * 256 of the palette; 0-15 follow the user's theme. Bits 23-30 are used only in the painter's cells: the number of
 * the cell's link, from 1.
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

/** Palette index, or -1 for the terminal's own colour. */
export const foregroundOf = (style: Style): number => ((style >> 5) & COLOUR) - 1;

/** Palette index, or -1 for the terminal's own colour. */
export const backgroundOf = (style: Style): number => ((style >> 14) & COLOUR) - 1;

/** Limit of distinct links on a screen. */
export const MAX_LINKS = 0b1111_1111;

/** Number of the link, or 0. */
export const linkOf = (style: Style): number => (style >> 23) & MAX_LINKS;

/** Assigns a link; 0 for none. */
export const withLink = (style: Style, number: number): Style =>
  (style & ~(MAX_LINKS << 23)) | (number << 23);

export const colourless = (style: Style): Style => style & ATTRIBUTES;

function colourParameter(colour: number, base: number): string {
  if (colour < 8) return String(base + colour);
  if (colour < 16) return String(base + 60 + colour - 8);
  return `${base + 8};5;${colour}`;
}

/** SGR parameters from a reset terminal to `style`: `"1;32"`; empty for {@link PLAIN}. */
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

/** An address that a terminal may open: http or https, visible ASCII, no name or password, bounded length. */
const ADDRESS = /^https?:\/\/[^\s@/?#]+(?:[/?#][!-~]*)?$/;
const VISIBLE = /^[!-~]+$/;
const MAX_LENGTH = 1000;

/** `text` if all of it is an address that may be a link. */
export function addressOf(text: string): string | undefined {
  if (text.length > MAX_LENGTH || !VISIBLE.test(text) || !ADDRESS.test(text)) return undefined;
  return URL.canParse(text) ? text : undefined;
}

/**
 * A link in a composed line (OSC 8). `text` is the address or a part of it: a link never leads elsewhere than it
 * says.
 */
export const linked = (text: string, address: string): string =>
  `\u001b]8;;${address}\u0007${text}\u001b]8;;\u0007`;

/** Matches the start or end of a link in a composed line at `lastIndex`, capturing the address. */
export const LINK = /\u001b\]8;;([!-~]*)\u0007/y;

/** The painter's sequence; an empty address ends the link. */
export const linkSequence = (address: string): Printable =>
  `\u001b]8;;${address}\u001b\\` as Printable;
