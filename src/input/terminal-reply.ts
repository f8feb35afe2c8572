import type { Colour } from '../text/themes.ts';

/** What a terminal says of itself when it is asked. No key, whenever it comes. */
export type TerminalReply =
  | { readonly kind: 'background'; readonly colour: Colour }
  /** Every terminal gives this one: what was asked before it is answered by then, or never. */
  | { readonly kind: 'attributes' };

/** The longest text of an answer that is looked at. */
export const LONGEST_ANSWER = 64;

/** XParseColor's form, the only one that terminals answer in: one to four hexadecimal digits a channel. */
const BACKGROUND = /^11;rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})(?:\/[\da-f]{1,4})?$/i;
const ATTRIBUTES = /^\u001b\[\?[\d;]*c$/;

const channel = (digits = ''): number => Number.parseInt(digits, 16) / (16 ** digits.length - 1);

/** The answer that an operating system command (OSC) is, by its text; undefined for any other. */
export function readCommandAnswer(text: string): TerminalReply | undefined {
  const match = BACKGROUND.exec(text);
  if (!match) return undefined;
  const [, red, green, blue] = match;
  return {
    kind: 'background',
    colour: { red: channel(red), green: channel(green), blue: channel(blue) },
  };
}

/** The answer that a control sequence (CSI) is; undefined for any other. */
export const readSequenceAnswer = (sequence: string): TerminalReply | undefined =>
  ATTRIBUTES.test(sequence) ? { kind: 'attributes' } : undefined;
