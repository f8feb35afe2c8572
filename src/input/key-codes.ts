const SHIFT = 1;
const ALT = 2;
const CTRL = 4;
/** Caps lock and num lock are not held like modifiers. */
const LOCKS = 64 | 128;

/** The modifiers of xterm and kitty: a decimal parameter of 1 + a bit set; none if empty. */
export function modifiersOf(parameter: string | undefined): number {
  const value = Number.parseInt(parameter ?? '', 10);
  return Number.isNaN(value) || value < 1 ? 0 : (value - 1) & ~LOCKS;
}

/**
 * Prefixes `name` with its modifiers. Undefined for unknown modifiers (super, hyper, meta): such a key is meant for
 * others.
 */
export function modified(name: string, modifiers: number): string | undefined {
  if (modifiers & ~(SHIFT | ALT | CTRL)) return undefined;
  const ctrl = modifiers & CTRL ? 'ctrl-' : '';
  const alt = modifiers & ALT ? 'alt-' : '';
  return `${ctrl}${alt}${modifiers & SHIFT ? 'shift-' : ''}${name}`;
}

const keyWith = (name: string | undefined, modifiers: number): string | undefined =>
  name === undefined ? undefined : modified(name, modifiers);

/** The key of a character, which already includes shift. */
export function modifiedCharacter(character: string, modifiers: number): string | undefined {
  return modified(character === ' ' ? 'space' : character, modifiers & ~SHIFT);
}

/** `key` with alt, which terminals send with a leading escape. */
export const withAlt = (key: string): string =>
  key.startsWith('ctrl-') ? `ctrl-alt-${key.slice('ctrl-'.length)}` : `alt-${key}`;

/** Reverses {@link withAlt}; undefined for a key without alt. */
export const withoutAlt = (key: string): string | undefined =>
  /^(?:ctrl-)?alt-/.test(key) ? key.replace('alt-', '') : undefined;

/** Keys by the final letter of CSI and SS3. */
const BY_LETTER: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  F: 'end',
  H: 'home',
  P: 'f1',
  Q: 'f2',
  R: 'f3',
  S: 'f4',
};

/** Keys by the number before `~`, consecutive from the first: VT220, xterm, rxvt and the Linux console. */
const BY_NUMBER: readonly (readonly [first: number, names: readonly string[]])[] = [
  [1, ['home', 'insert', 'delete', 'end', 'pageup', 'pagedown', 'home', 'end']],
  [11, ['f1', 'f2', 'f3', 'f4', 'f5']],
  [17, ['f6', 'f7', 'f8', 'f9', 'f10']],
  [23, ['f11', 'f12', 'f13', 'f14']],
  [28, ['f15', 'f16']],
  [31, ['f17', 'f18', 'f19', 'f20']],
];

const keyNumbered = (number: number): string | undefined =>
  BY_NUMBER.map(([first, names]) => names[number - first]).find((name) => name !== undefined);

/** The keypad in application mode (SS3). */
const KEYPAD: Readonly<Record<string, string>> = {
  M: 'enter',
  I: 'tab',
  ' ': 'space',
  X: '=',
  j: '*',
  k: '+',
  l: ',',
  m: '-',
  n: '.',
  o: '/',
};

/** Kitty numbers keys here that it sends only to programs that ask for them. */
const PRIVATE_USE = { first: 0xe000, last: 0xf8ff };

const RXVT_MODIFIERS: Readonly<Record<string, number>> = { $: SHIFT, '^': CTRL, '@': SHIFT | CTRL };

/** A key by Unicode code point and modifiers: kitty's `CSI u`, xterm's modifyOtherKeys. */
function codePointKey(code: number, shifted: number, modifiers: number): string | undefined {
  if (code >= PRIVATE_USE.first && code <= PRIVATE_USE.last) return undefined;
  if (!(code >= 0 && code <= 0x10ffff) || (code >= 0xd800 && code <= 0xdfff)) return undefined;
  const name = singleKey(code);
  if (name === undefined || name.startsWith('ctrl-')) return name;
  if (code < 0x20 || code === 0x7f) return modified(name, modifiers);
  const plain = String.fromCodePoint(code);
  // With ctrl or alt, the name is the key's, as with legacy bytes: `ctrl-d`.
  const upper =
    shifted > 0 && shifted <= 0x10ffff ? String.fromCodePoint(shifted) : plain.toUpperCase();
  const character = modifiers & SHIFT && !(modifiers & CTRL) ? upper : plain;
  return modifiedCharacter(character, modifiers);
}

/** `CSI code[:shifted[:base]] ; modifiers[:event] ; text u`; a release (event 3) is no key. */
function kittyKey(parameters: string): string | undefined {
  const [codes = '', state = ''] = parameters.split(';');
  const [code = '', shifted = ''] = codes.split(':');
  const [modifiers, event] = state.split(':');
  if (code === '' || event === '3') return undefined;
  return codePointKey(Number(code), Number(shifted), modifiersOf(modifiers));
}

/** The key that sends `ESC [ parameters final`, or undefined for answers of the terminal, focus and mouse events. */
export function csiKey(parameters: string, final: string): string | undefined {
  if (final === 'u') return /^[\d:;]+$/.test(parameters) ? kittyKey(parameters) : undefined;
  if (!/^[\d;:]*$/.test(parameters)) return undefined;
  const [first = '', second = '', third = ''] = parameters.split(';');
  const [modifiers, event] = second.split(':');
  if (event === '3') return undefined;

  if (final === 'Z') return modified('tab', modifiersOf(modifiers) | SHIFT);
  if (final === '~') {
    if (first === '27') return codePointKey(Number(third || Number.NaN), 0, modifiersOf(modifiers));
    return keyWith(keyNumbered(Number(first)), modifiersOf(modifiers));
  }
  const rxvt = RXVT_MODIFIERS[final];
  if (rxvt !== undefined) return keyWith(keyNumbered(Number(first)), rxvt);
  if (/[a-d]/.test(final) && parameters === '') {
    return modified(BY_LETTER[final.toUpperCase()] ?? '', SHIFT);
  }
  // `CSI 12;40 R` is a cursor position; as a key the first parameter is 1 or missing.
  if (first !== '' && first !== '1') return undefined;
  return keyWith(BY_LETTER[final], modifiersOf(modifiers));
}

/** The key that sends `ESC O parameters final`. */
export function ss3Key(parameters: string, final: string): string | undefined {
  if (/[a-d]/.test(final)) return modified(BY_LETTER[final.toUpperCase()] ?? '', CTRL);
  if (/[p-y]/.test(final)) return String(final.charCodeAt(0) - 'p'.charCodeAt(0));
  return keyWith(BY_LETTER[final] ?? KEYPAD[final], modifiersOf(parameters.split(';').at(-1)));
}

/** The keys of the Linux console: `ESC [ [ A` to `E`. */
export function linuxKey(final: string): string | undefined {
  const number = final.charCodeAt(0) - 'A'.charCodeAt(0) + 1;
  return number >= 1 && number <= 5 ? `f${number}` : undefined;
}

/** Keys with their own control character. Backspace sends BS or DEL, depending on the terminal. */
const NAMED: Readonly<Record<number, string>> = {
  0: 'ctrl-space',
  8: 'backspace',
  9: 'tab',
  13: 'enter',
  27: 'esc',
  127: 'backspace',
  28: 'ctrl-\\',
  29: 'ctrl-]',
  30: 'ctrl-^',
  31: 'ctrl-_',
};

/**
 * The key that sends one code point: a control, or the character itself. Undefined for C1 controls and the
 * replacement character of invalid UTF-8.
 */
export function singleKey(codePoint: number): string | undefined {
  if (codePoint === 0x20) return 'space';
  if (codePoint < 0x20 || codePoint === 0x7f) {
    return NAMED[codePoint] ?? `ctrl-${String.fromCharCode(codePoint + 0x60)}`;
  }
  if (codePoint < 0xa0 && codePoint > 0x7f) return undefined;
  return codePoint === 0xfffd ? undefined : String.fromCodePoint(codePoint);
}
