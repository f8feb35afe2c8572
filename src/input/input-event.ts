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
