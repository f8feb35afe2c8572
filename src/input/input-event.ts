import type { Colour } from '../text/themes.ts';

/**
 * A key by its canonical name: the character itself (`a`, `A`, `é`, `[`), or `space`, `enter`, `tab`,
 * `esc`, `backspace`, `delete`, `insert`, `up`, `down`, `left`, `right`, `home`, `end`, `pageup`,
 * `pagedown`, `f1` and so on; modifiers before it in the order `ctrl-`, `alt-`, `shift-`:
 * `shift-tab`, `ctrl-d`, `alt-x`, `ctrl-shift-left`. Of a character shift is part of the character.
 */
interface KeyEvent {
  readonly kind: 'key';
  readonly key: string;
  /** What the terminal sent for it, where that is not the character itself; absent where time alone told the key. */
  readonly raw?: string;
}

/** Text that was pasted, never to be run as keys. Hostile: controls are kept for the consumer to clean. */
export interface PasteEvent {
  readonly kind: 'paste';
  readonly text: string;
  /** Some of it is missing: it was too long, or its end never came. */
  readonly cut: boolean;
}

export type InputEvent = KeyEvent | PasteEvent;

/** The text a key types into a field: the character, a space, or undefined for every other key. */
export function typedText(key: string): string | undefined {
  if (key === 'space') return ' ';
  const codePoint = key.codePointAt(0) ?? 0;
  return key.length === String.fromCodePoint(codePoint).length && key !== '' ? key : undefined;
}

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
