import { type Printable, words } from '../text/printable.ts';

/** The key of each command whose keys the operator has chosen, by its id, as people write it. */
export type KeyNames = ReadonlyMap<string, Printable>;

/** What stands for the key of a command that was left without. */
export const NO_KEY = words`(no key)`;

export const NO_KEY_NAMES: KeyNames = new Map();

/** The key that runs a command, to be named in a sentence: `usual`, unless another was chosen. */
export const keyFor = (names: KeyNames, id: string, usual: Printable): Printable =>
  names.get(id) ?? usual;
