import { codePointAt } from '../text/printable.ts';
import { csiKey, linuxKey, singleKey, ss3Key, withAlt } from './key-codes.ts';

/** What starts at an escape, and its length in UTF-16 units. */
type EscapeSequence =
  | { readonly kind: 'key'; readonly key: string; readonly length: number }
  /** Ignored: an answer of the terminal, or something broken. */
  | { readonly kind: 'nothing'; readonly length: number }
  | { readonly kind: 'paste-start'; readonly length: number }
  /** OSC, DCS, APC, PM or SOS: everything to its end is an answer of the terminal. */
  | { readonly kind: 'string-start'; readonly length: number }
  /** The rest has not arrived yet. */
  | { readonly kind: 'incomplete' };

const INCOMPLETE: EscapeSequence = { kind: 'incomplete' };
const CTRL_C = 0x03;
/** Longer sequences are no keys and not awaited. */
const MAX_LENGTH = 64;

const CSI = /\u001b\[([\x30-\x3f]*)[\x20-\x2f]*([\x40-\x7e])/y;
const CSI_SO_FAR = /\u001b\[[\x20-\x3f]*/y;
/** rxvt ends sequences with a character that is only an intermediate elsewhere. */
const RXVT_SHIFTED = /\u001b\[(\d+)\$/y;
const SS3 = /\u001bO((?:\d(?:;\d)?)?)([A-Za-z ])/y;
const SS3_SO_FAR = /\u001bO(?:\d(?:;\d?)?)?/y;
/** The oldest mouse report: three more characters, none of them a control. */
const MOUSE = /\u001b\[M[^\x00-\x1f]{0,3}/y;
const MOUSE_LENGTH = 6;
const LINUX = '\u001b[[';

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

const keyOrNothing = (key: string | undefined, length: number): EscapeSequence =>
  key === undefined ? { kind: 'nothing', length } : { kind: 'key', key, length };

function readCsi(text: string, at: number): EscapeSequence {
  if (text.startsWith(LINUX, at)) {
    const final = text[at + LINUX.length];
    if (final === undefined) return INCOMPLETE;
    const name = linuxKey(final);
    return keyOrNothing(name, name === undefined ? LINUX.length : LINUX.length + 1);
  }
  const mouse = matchAt(MOUSE, text, at);
  if (mouse) {
    const [{ length }] = mouse;
    const more = length < MOUSE_LENGTH && at + length === text.length;
    return more ? INCOMPLETE : { kind: 'nothing', length };
  }
  const rxvt = matchAt(RXVT_SHIFTED, text, at);
  if (rxvt) return keyOrNothing(csiKey(rxvt[1] ?? '', '$'), rxvt[0].length);
  const whole = matchAt(CSI, text, at);
  if (whole) {
    const [{ length }, parameters = '', final = ''] = whole;
    if (parameters === '200' && final === '~') return { kind: 'paste-start', length };
    return keyOrNothing(csiKey(parameters, final), length);
  }
  const length = matchAt(CSI_SO_FAR, text, at)?.[0].length ?? 2;
  if (at + length === text.length && length <= MAX_LENGTH) return INCOMPLETE;
  return length === 2 ? { kind: 'key', key: 'alt-[', length } : { kind: 'nothing', length };
}

function readSs3(text: string, at: number): EscapeSequence {
  const whole = matchAt(SS3, text, at);
  if (whole) return keyOrNothing(ss3Key(whole[1] ?? '', whole[2] ?? ''), whole[0].length);
  const soFar = matchAt(SS3_SO_FAR, text, at)?.[0].length ?? 2;
  return at + soFar === text.length ? INCOMPLETE : { kind: 'key', key: 'alt-O', length: 2 };
}

/** Reads the sequence at `at`. Never reads past a control: Ctrl-C is always seen. */
export function readEscape(text: string, at: number): EscapeSequence {
  if (at + 1 >= text.length) return INCOMPLETE;
  const next = codePointAt(text, at + 1);
  const character = String.fromCodePoint(next);
  switch (character) {
    case '[':
      return readCsi(text, at);
    case 'O':
      return readSs3(text, at);
    case ']':
    case 'P':
    case 'X':
    case '^':
    case '_':
      return { kind: 'string-start', length: 2 };
    case '\u001b':
      return { kind: 'key', key: 'esc', length: 1 };
  }
  if (next === CTRL_C) return { kind: 'key', key: 'esc', length: 1 };
  const key = singleKey(next);
  return keyOrNothing(key === undefined ? undefined : withAlt(key), 1 + character.length);
}

/** The key that an incomplete escape sequence means after its timeout. */
export function settleEscape(text: string): string | undefined {
  if (text === '\u001b') return 'esc';
  return text.length === 2 ? withAlt(text.slice(1)) : undefined;
}
