import { type Part, rowsOf } from '../selection.ts';
import { COLUMNS, type ColumnName, OTHER } from '../storage/columns.ts';
import type { EventStore } from '../store.ts';
import { tallied } from './tally.ts';

/** A value in two windows. */
export interface Difference {
  readonly column: ColumnName;
  readonly value: string | null;
  /** Entries with it. */
  readonly a: number;
  readonly b: number;
  /** {@link gTest} of the two counts. */
  readonly g: number;
}

export interface ComparisonAnswer {
  /** Entries in each window. */
  readonly a: number;
  readonly b: number;
  /** The most significant first. */
  readonly rows: readonly Difference[];
  /** Values that differ at all, beyond those in `rows` too. */
  readonly differing: number;
}

/**
 * How significant it is that `a` of `allA` entries and `b` of `allB` have a value, if both windows were alike: the G of
 * a likelihood-ratio test over the two by two counts (Dunning, 1993). 0 where the shares are equal; 10.8 is passed once
 * in a thousand by chance.
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

/** Values looked at between two looks at the clock. */
const STRIDE = 4096;

/** Values of all columns in two windows. */
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
      // Rounding leaves a trace where the shares are equal.
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
