import { codePointAt } from '../text/printable.ts';
import { csiKey, linuxKey, singleKey, ss3Key, withAlt } from './key-codes.ts';

/** What begins at an escape, and how many UTF-16 units it takes. */
type EscapeSequence =
  | { readonly kind: 'key'; readonly key: string; readonly length: number }
  /** Understood and of no interest: an answer of the terminal, or something broken. */
  | { readonly kind: 'nothing'; readonly length: number }
  | { readonly kind: 'paste-start'; readonly length: number }
  /** OSC, DCS, APC, PM or SOS: everything up to its end is an answer of the terminal. */
  | { readonly kind: 'string-start'; readonly length: number }
  /** The rest is still under way. */
  | { readonly kind: 'incomplete' };

const INCOMPLETE: EscapeSequence = { kind: 'incomplete' };
const CTRL_C = 0x03;
/** Longer sequences than this are no keys, and not waited for. */
const LONGEST = 64;

const CSI = /\u001b\[([\x30-\x3f]*)[\x20-\x2f]*([\x40-\x7e])/y;
const CSI_SO_FAR = /\u001b\[[\x20-\x3f]*/y;
/** rxvt ends a sequence with what elsewhere only leads to the end. */
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
  if (at + length === text.length && length <= LONGEST) return INCOMPLETE;
  return length === 2 ? { kind: 'key', key: 'alt-[', length } : { kind: 'nothing', length };
}

function readSs3(text: string, at: number): EscapeSequence {
  const whole = matchAt(SS3, text, at);
  if (whole) return keyOrNothing(ss3Key(whole[1] ?? '', whole[2] ?? ''), whole[0].length);
  const soFar = matchAt(SS3_SO_FAR, text, at)?.[0].length ?? 2;
  return at + soFar === text.length ? INCOMPLETE : { kind: 'key', key: 'alt-O', length: 2 };
}

/** Reads what begins with the escape at `at`. Never reads past a control: Ctrl-C is always seen. */
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

/** What an escape that stayed incomplete for too long was. */
export function settleEscape(text: string): string | undefined {
  if (text === '\u001b') return 'esc';
  return text.length === 2 ? withAlt(text.slice(1)) : undefined;
}
