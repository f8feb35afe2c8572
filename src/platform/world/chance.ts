/**
 * The world's only source of chance: a 32-bit hash of whole numbers. Nothing is drawn in sequence, so
 * any corner of the world can be computed without computing what stands before it, and the same seed
 * gives the same world.
 */
export function hash(a: number, b = 0, c = 0, d = 0): number {
  return stir(stir(stir(stir(0x9e3779b9, a), b), c), d) >>> 0;
}

function stir(state: number, value: number): number {
  let mixed = Math.imul(state ^ value, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/** A hash of text, to key something by its name. */
export function hashText(seed: number, text: string): number {
  let state = seed;
  for (let at = 0; at < text.length; at += 1) state = stir(state, text.charCodeAt(at));
  return state >>> 0;
}

/** A hash as a number from 0 up to, and without, 1. */
export const fraction = (hashed: number): number => hashed / 2 ** 32;

/** A hash as a whole number from `least` to `most`, both among the possible. */
export const between = (hashed: number, least: number, most: number): number =>
  least + (hashed % (most - least + 1));

/** The member of a list that a hash points at. The list must not be empty. */
export function pick<Member>(list: readonly Member[], hashed: number): Member {
  const member = list[hashed % list.length];
  if (member === undefined) throw new RangeError('nothing to pick from');
  return member;
}
