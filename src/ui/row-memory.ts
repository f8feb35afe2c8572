import type { Styled } from './line.ts';

/** Lines of a table that were composed before, for as long as they are made of the same. */
export interface RowMemory {
  /**
   * The line `name`, composed by `compose` unless it is known.
   *
   * @param of what all lines are made of; with another one all are forgotten
   */
  line(of: unknown, name: string, compose: () => Styled): Styled;
}

/** Many screens of rows. */
const MOST = 1000;

/** From key to key nearly all rows of a list are the same, and composing them is a tenth of a frame. */
export function createRowMemory(): RowMemory {
  let made: unknown;
  let lines = new Map<string, Styled>();
  return {
    line(of, name, compose) {
      if (of !== made || lines.size >= MOST) {
        made = of;
        lines = new Map();
      }
      const known = lines.get(name);
      if (known !== undefined) return known;
      const line = compose();
      lines.set(name, line);
      return line;
    },
  };
}
