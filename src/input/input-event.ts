import type { Colour } from '../text/themes.ts';

/**
 * A key by its canonical name: the character itself (`a`, `A`, `é`, `[`), or `space`, `enter`, `tab`, `esc`,
 * `backspace`, `delete`, `insert`, `up`, `down`, `left`, `right`, `home`, `end`, `pageup`, `pagedown`, `f1` and so
 * on; with modifiers in the order `ctrl-`, `alt-`, `shift-`: `shift-tab`, `ctrl-d`, `alt-x`, `ctrl-shift-left`. For a
 * character, shift is part of the character.
 */
interface KeyEvent {
  readonly kind: 'key';
  readonly key: string;
  /** What the terminal sent, if not the character itself; absent if the key was derived from timing. */
  readonly raw?: string;
}

/** Pasted text, never run as keys. Hostile: consumers must remove controls. */
export interface PasteEvent {
  readonly kind: 'paste';
  readonly text: string;
  /** Text is missing: it was too long, or its end never came. */
  readonly cut: boolean;
}

export type InputEvent = KeyEvent | PasteEvent;

/** A mouse event. Cells count from 0 at the top left and may lie off the screen. */
export interface MouseEvent {
  readonly kind: 'mouse';
  /** `press`, `drag` and `release` concern the left button without modifiers. */
  readonly action: 'press' | 'drag' | 'release' | 'wheel-up' | 'wheel-down';
  readonly column: number;
  readonly row: number;
}

export type TerminalEvent = InputEvent | MouseEvent;

/** A mouse report (SGR, mode 1006): button, column, row, and whether the button went down or up. */
const MOUSE_REPORT = /^\u001b\[<(\d{1,3});(\d{1,5});(\d{1,5})([Mm])$/;
const PRESSES: Readonly<Record<string, MouseEvent['action']>> = {
  '0': 'press',
  '32': 'drag',
  '64': 'wheel-up',
  '65': 'wheel-down',
};

/** Parses a mouse report; undefined for other buttons, modifiers and sequences. */
export function readMouse(sequence: string): MouseEvent | undefined {
  const match = MOUSE_REPORT.exec(sequence);
  if (!match) return undefined;
  const [, button = '', column, row, final] = match;
  const action = final === 'M' ? PRESSES[button] : button === '0' ? 'release' : undefined;
  if (action === undefined) return undefined;
  return { kind: 'mouse', action, column: Number(column) - 1, row: Number(row) - 1 };
}

/** The text that a key types: the character, a space, or undefined for other keys. */
export function typedText(key: string): string | undefined {
  if (key === 'space') return ' ';
  const codePoint = key.codePointAt(0) ?? 0;
  return key.length === String.fromCodePoint(codePoint).length && key !== '' ? key : undefined;
}

/** A terminal's answer to a query. Never a key. */
export type TerminalReply =
  | { readonly kind: 'background'; readonly colour: Colour }
  /** Every terminal answers this: earlier queries are answered by then, or never. */
  | { readonly kind: 'attributes' };

/** Length limit of an answer. */
export const MAX_ANSWER_LENGTH = 64;

/** XParseColor's form, the only one used by terminals: one to four hexadecimal digits a channel. */
const BACKGROUND = /^11;rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})(?:\/[\da-f]{1,4})?$/i;
const ATTRIBUTES = /^\u001b\[\?[\d;]*c$/;

const channel = (digits = ''): number => Number.parseInt(digits, 16) / (16 ** digits.length - 1);

/** Parses the text of an operating system command (OSC) as an answer. */
export function readCommandAnswer(text: string): TerminalReply | undefined {
  const match = BACKGROUND.exec(text);
  if (!match) return undefined;
  const [, red, green, blue] = match;
  return {
    kind: 'background',
    colour: { red: channel(red), green: channel(green), blue: channel(blue) },
  };
}

/** Parses a control sequence (CSI) as an answer. */
export const readSequenceAnswer = (sequence: string): TerminalReply | undefined =>
  ATTRIBUTES.test(sequence) ? { kind: 'attributes' } : undefined;
