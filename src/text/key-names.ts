import { type Printable, words } from './printable.ts';
import type { Room } from './spoken.ts';

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

/** In ASCII, arrow signs would look like other keys. */
const ASCII_SIGNS: Readonly<Record<string, string>> = {
  ...SIGNS,
  up: 'Up',
  down: 'Down',
  left: 'Left',
  right: 'Right',
};

/** A canonical key name for people: `ctrl-d` → `Ctrl-D`, `shift-left` → `Shift-←`, or `Shift-Left` in ASCII. */
export function keyName(key: string, room: Pick<Room, 'ascii'> = {}): Printable {
  const signs = room.ascii ? ASCII_SIGNS : SIGNS;
  const at = key.indexOf('-');
  const modifier = at > 0 ? key.slice(0, at) : '';
  if (modifier === 'ctrl' || modifier === 'alt' || modifier === 'shift') {
    const rest = key.slice(at + 1);
    const named = signs[rest] ?? (rest.length === 1 ? rest.toUpperCase() : keyName(rest, room));
    return `${modifier[0]?.toUpperCase()}${modifier.slice(1)}-${named}` as Printable;
  }
  if (/^f\d+$/.test(key)) return key.toUpperCase() as Printable;
  return (signs[key] ?? key) as Printable;
}

/** Display names of rebound keys, by command id. */
export type KeyNames = ReadonlyMap<string, Printable>;

/** Shown for a command without a key. */
export const NO_KEY = words`(no key)`;

export const NO_KEY_NAMES: KeyNames = new Map();

/** The key of a command for a sentence: `usual`, unless rebound. */
export const keyFor = (names: KeyNames, id: string, usual: Printable): Printable =>
  names.get(id) ?? usual;
