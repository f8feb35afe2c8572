import { COLUMNS, type ColumnName, OTHER } from '../storage/columns.ts';
import type { EventStore } from '../store.ts';
import type { TimeRange } from '../time-range.ts';
import { codesOf, type Part, rowsOf } from './snapshot.ts';

/** A value in two windows. */
export interface Difference {
  readonly column: ColumnName;
  /** Null for entries without a value. */
  readonly value: string | null;
  /** Entries with it. */
  readonly a: number;
  readonly b: number;
  /** {@link surprise} of the two counts. */
  readonly surprise: number;
}

export interface ComparisonAnswer {
  /** Entries in each window. */
  readonly a: number;
  readonly b: number;
  /** The most surprising first. */
  readonly rows: readonly Difference[];
  /** Values that differ at all, beyond those in `rows` too. */
  readonly differing: number;
}

/**
 * How surprising it is that `a` of `allA` entries and `b` of `allB` have a value, if both windows were alike: the G of
 * a likelihood-ratio test over the two by two counts (Dunning, 1993). 0 where the shares are equal; 10.8 is passed once
 * in a thousand by chance.
 */
export function surprise(a: number, allA: number, b: number, allB: number): number {
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

/** Values of all columns in window A and in what of window B is not in A. */
export function* comparison(
  store: EventStore,
  parts: readonly Part[],
  { a, b, most }: { readonly a: TimeRange; readonly b: TimeRange; readonly most: number },
): Generator<void, ComparisonAnswer, void> {
  const inA = COLUMNS.map((column) => new Uint32Array(store.dictionary(column).codes));
  const inB = COLUMNS.map((column) => new Uint32Array(store.dictionary(column).codes));
  const rowsA = new Uint16Array(1 << 12);
  const rowsB = new Uint16Array(1 << 12);
  let [allA, allB] = [0, 0];
  for (const part of parts) {
    const { rows, count } = rowsOf(part);
    const { times } = part.segment;
    let [countA, countB] = [0, 0];
    for (let at = 0; at < count; at += 1) {
      const row = rows[at] as number;
      const time = times[row] as number;
      if (time >= a.from && time < a.until) {
        rowsA[countA] = row;
        countA += 1;
      } else if (time >= b.from && time < b.until) {
        rowsB[countB] = row;
        countB += 1;
      }
    }
    for (const [index, column] of COLUMNS.entries()) {
      const codes = codesOf(part.segment, column);
      tally(codes, rowsA, countA, inA[index] as Uint32Array);
      tally(codes, rowsB, countB, inB[index] as Uint32Array);
    }
    allA += countA;
    allB += countB;
    yield;
  }
  const found: { readonly column: ColumnName; readonly code: number; readonly surprise: number }[] =
    [];
  for (const [index, column] of COLUMNS.entries()) {
    const [ofA, ofB] = [inA[index] as Uint32Array, inB[index] as Uint32Array];
    for (let code = 0; code < ofA.length; code += 1) {
      const [seenA, seenB] = [ofA[code] as number, ofB[code] as number];
      if (code % STRIDE === 0) yield;
      if (code === OTHER || seenA + seenB === 0) continue;
      const g = surprise(seenA, allA, seenB, allB);
      // Rounding leaves a trace where the shares are equal.
      if (g >= 1e-6) found.push({ column, code, surprise: g });
    }
  }
  yield;
  const countOf = (counts: readonly Uint32Array[], column: ColumnName, code: number): number =>
    counts[COLUMNS.indexOf(column)]?.[code] ?? 0;
  const rows = found
    .sort((x, y) => y.surprise - x.surprise)
    .slice(0, most)
    .map(
      ({ column, code, surprise: g }): Difference => ({
        column,
        value: store.dictionary(column).valueOf(code) ?? null,
        a: countOf(inA, column, code),
        b: countOf(inB, column, code),
        surprise: g,
      }),
    );
  return {
    a: allA,
    b: allB,
    rows,
    differing: found.length,
  };
}

function tally(codes: Uint16Array, rows: Uint16Array, count: number, into: Uint32Array): void {
  for (let at = 0; at < count; at += 1) {
    const code = codes[rows[at] as number] as number;
    into[code] = (into[code] as number) + 1;
  }
}
