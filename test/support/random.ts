/** Random numbers, determined by a seed. */
export interface Random {
  /** A whole number from 0 up to, but not including, `below`. */
  below(below: number): number;
  /** One of `items`. */
  pick<T>(items: readonly [T, ...T[]]): T;
  /** True with probability 1/n. */
  oneIn(n: number): boolean;
}

/** Mulberry32. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (limit: number) => next() % limit;
  return {
    below,
    pick: (items) => items[below(items.length)] ?? items[0],
    oneIn: (n) => below(n) === 0,
  };
}
