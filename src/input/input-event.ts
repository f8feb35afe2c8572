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

/** What the mouse did, while the terminal reports it. Cells count from 0 at the top left; they may lie off the screen. */
export interface MouseEvent {
  readonly kind: 'mouse';
  /** `press`, `drag` and `release` are of the left button, without a modifier. */
  readonly action: 'press' | 'drag' | 'release' | 'wheel-up' | 'wheel-down';
  readonly column: number;
  readonly row: number;
}

/** Everything that a terminal sends of what its operator does. */
export type TerminalEvent = InputEvent | MouseEvent;

/** A report of the mouse (SGR, mode 1006): button, column, row, and whether the button went down or up. */
const MOUSE_REPORT = /^\u001b\[<(\d{1,3});(\d{1,5});(\d{1,5})([Mm])$/;
const PRESSES: Readonly<Record<string, MouseEvent['action']>> = {
  '0': 'press',
  '32': 'drag',
  '64': 'wheel-up',
  '65': 'wheel-down',
};

/** What the mouse did, by the sequence that reports it; undefined for other buttons, modifiers and sequences. */
export function readMouse(sequence: string): MouseEvent | undefined {
  const match = MOUSE_REPORT.exec(sequence);
  if (!match) return undefined;
  const [, button = '', column, row, final] = match;
  const action = final === 'M' ? PRESSES[button] : button === '0' ? 'release' : undefined;
  if (action === undefined) return undefined;
  return { kind: 'mouse', action, column: Number(column) - 1, row: Number(row) - 1 };
}

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
