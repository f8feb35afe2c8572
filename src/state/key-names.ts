import { type Printable, words } from '../text/printable.ts';

const SIGNS: Readonly<Record<string, string>> = {
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  enter: 'Enter',
  esc: 'Esc',
  tab: 'Tab',
  space: 'Space',
  backspace: 'Backspace',
  delete: 'Del',
  home: 'Home',
  end: 'End',
  pageup: 'PgUp',
  pagedown: 'PgDn',
};

/** A canonical key name as people write it: `ctrl-d` → `Ctrl-D`, `shift-left` → `Shift-←`. */
export function keyName(key: string): Printable {
  const at = key.indexOf('-');
  const modifier = at > 0 ? key.slice(0, at) : '';
  if (modifier === 'ctrl' || modifier === 'alt' || modifier === 'shift') {
    const rest = key.slice(at + 1);
    const named = SIGNS[rest] ?? (rest.length === 1 ? rest.toUpperCase() : keyName(rest));
    return `${modifier[0]?.toUpperCase()}${modifier.slice(1)}-${named}` as Printable;
  }
  if (/^f\d+$/.test(key)) return key.toUpperCase() as Printable;
  return (SIGNS[key] ?? key) as Printable;
}

/** The key of each command whose keys the operator has chosen, by its id, as people write it. */
export type KeyNames = ReadonlyMap<string, Printable>;

/** What stands for the key of a command that was left without. */
export const NO_KEY = words`(no key)`;

export const NO_KEY_NAMES: KeyNames = new Map();

/** The key that runs a command, to be named in a sentence: `usual`, unless another was chosen. */
export const keyFor = (names: KeyNames, id: string, usual: Printable): Printable =>
  names.get(id) ?? usual;
