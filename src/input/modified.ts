const SHIFT = 1;
const ALT = 2;
const CTRL = 4;
/** Caps lock and num lock: nobody holds them down. */
const LOCKS = 64 | 128;

/** The modifiers of xterm and kitty: 1 + a bit set, as a decimal parameter; none when empty. */
export function modifiersOf(parameter: string | undefined): number {
  const value = Number.parseInt(parameter ?? '', 10);
  return Number.isNaN(value) || value < 1 ? 0 : (value - 1) & ~LOCKS;
}

/**
 * `name` with its modifiers before it. Undefined with a modifier we have no name for (super, hyper,
 * meta): such a press is meant for somebody else.
 */
export function modified(name: string, modifiers: number): string | undefined {
  if (modifiers & ~(SHIFT | ALT | CTRL)) return undefined;
  const ctrl = modifiers & CTRL ? 'ctrl-' : '';
  const alt = modifiers & ALT ? 'alt-' : '';
  return `${ctrl}${alt}${modifiers & SHIFT ? 'shift-' : ''}${name}`;
}

/** The key of a character with modifiers. Shift is in the character already. */
export function modifiedCharacter(character: string, modifiers: number): string | undefined {
  return modified(character === ' ' ? 'space' : character, modifiers & ~SHIFT);
}

/** `key` pressed together with alt, as terminals send it: an escape before it. */
export const withAlt = (key: string): string =>
  key.startsWith('ctrl-') ? `ctrl-alt-${key.slice('ctrl-'.length)}` : `alt-${key}`;
