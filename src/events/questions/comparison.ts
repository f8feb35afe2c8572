import { type Part, rowsOf } from '../selection.ts';
import { COLUMNS, type ColumnName, OTHER } from '../storage/columns.ts';
import type { EventStore } from '../store.ts';
import { tallied } from './tally.ts';

/** A value in two windows. */
export interface Difference {
  readonly column: ColumnName;
  readonly value: string | null;
  /** Entries with this value. */
  readonly a: number;
  readonly b: number;
  /** {@link gTest} of the two counts. */
  readonly g: number;
}

export interface ComparisonAnswer {
  /** Entries in each window. */
  readonly a: number;
  readonly b: number;
  /** Most significant first. */
  readonly rows: readonly Difference[];
  /** Number of values that differ, including those not in `rows`. */
  readonly differing: number;
}

/**
 * How significant the difference between `a` of `allA` and `b` of `allB` entries is: the G of a likelihood-ratio test
 * on the 2×2 counts (Dunning, 1993). 0 if the shares are equal. By chance, 10.8 is exceeded once in a thousand.
 */
export function gTest(a: number, allA: number, b: number, allB: number): number {
  const all = allA + allB;
  if (all === 0) return 0;
  const share = (a + b) / all;
  const part = (seen: number, expected: number) =>
    seen === 0 ? 0 : seen * Math.log(seen / expected);
  const sum =
    part(a, allA * share) +
    part(allA - a, allA * (1 - share)) +
    part(b, allB * share) +
    part(allB - b, allB * (1 - share));
  return Math.max(0, 2 * sum);
}

/** Values between two looks at the clock. */
const STRIDE = 4096;

/** Compares the values of all columns in two windows. */
export function* comparison(
  store: EventStore,
  a: readonly Part[],
  b: readonly Part[],
  most: number,
): Generator<void, ComparisonAnswer, void> {
  const [allA, allB] = [entriesOf(a), entriesOf(b)];
  const found: (Omit<Difference, 'value'> & { readonly code: number })[] = [];
  for (const column of COLUMNS) {
    const [ofA, ofB] = [yield* tallied(store, a, column), yield* tallied(store, b, column)];
    for (let code = 0; code < ofA.length; code += 1) {
      const [seenA, seenB] = [ofA[code] as number, ofB[code] as number];
      if (code % STRIDE === 0) yield;
      if (code === OTHER || seenA + seenB === 0) continue;
      const g = gTest(seenA, allA, seenB, allB);
      // Rounding leaves a small rest even if the shares are equal.
      if (g >= 1e-6) found.push({ column, code, a: seenA, b: seenB, g });
    }
  }
  yield;
  const rows = found
    .sort((x, y) => y.g - x.g)
    .slice(0, most)
    .map(
      ({ code, ...row }): Difference => ({
        ...row,
        value: store.dictionary(row.column).valueOf(code) ?? null,
      }),
    );
  return { a: allA, b: allB, rows, differing: found.length };
}

const entriesOf = (parts: readonly Part[]): number =>
  parts.reduce((sum, part) => sum + rowsOf(part).count, 0);
