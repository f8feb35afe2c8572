import { codesOf, type Part, rowsOf } from '../selection.ts';
import type { ColumnName } from '../storage/columns.ts';
import type { EventStore } from '../store.ts';
import type { Buckets } from '../time-range.ts';
import { tallied, topCodes } from './tally.ts';

export interface HeatMapWanted {
  readonly column: ColumnName;
  /** Limit of values in the answer. */
  readonly most: number;
  readonly buckets: Buckets;
}

/** A value with its entries in each bucket. */
export interface HeatRow {
  readonly value: string | null;
  readonly count: number;
  readonly cells: Uint32Array;
}

export interface HeatMapAnswer {
  readonly buckets: Buckets;
  /** Most frequent values first. */
  readonly rows: readonly HeatRow[];
  /** Entries counted, including those of values not in the answer. */
  readonly total: number;
}

/** Values whose trends are requested. */
export interface TrendsWanted {
  readonly of: readonly {
    readonly column: ColumnName;
    readonly values: readonly (string | null)[];
  }[];
  readonly buckets: Buckets;
}

export interface TrendsAnswer {
  /** The question's, because an answer may be shown while another is counted. */
  readonly of: TrendsWanted['of'];
  readonly buckets: Buckets;
  /** For each column and value of `of`, the entries in each bucket. */
  readonly trends: readonly (readonly Uint32Array[])[];
}

/** The most frequent values of a column over time. Entries without a time are in no cell. */
export function* heatMap(
  store: EventStore,
  parts: readonly Part[],
  { column, most, buckets }: HeatMapWanted,
): Generator<void, HeatMapAnswer, void> {
  const counts = yield* tallied(store, parts, column);
  const codes = topCodes(counts, most);
  const dictionary = store.dictionary(column);
  const values = codes.map((code) => dictionary.valueOf(code) ?? null);
  const counted = yield* trends(store, parts, { of: [{ column, values }], buckets });
  return {
    buckets,
    rows: codes.map((code, row) => ({
      value: values[row] ?? null,
      count: counts[code] as number,
      cells: counted.trends[0]?.[row] as Uint32Array,
    })),
    total: counts.reduce((sum, each) => sum + each, 0),
  };
}

/** Marks codes whose trend is not requested. */
const NOT_ASKED = -1;

/** The trends of some values; entries without a time are in no bucket. */
export function* trends(
  store: EventStore,
  parts: readonly Part[],
  { of, buckets }: TrendsWanted,
): Generator<void, TrendsAnswer, void> {
  const { start, size, count } = buckets;
  const trends: (readonly Uint32Array[])[] = [];
  for (const { column, values } of of) {
    const own = values.map(() => new Uint32Array(count));
    trends.push(own);
    const dictionary = store.dictionary(column);
    const trendOf = new Int32Array(dictionary.codes).fill(NOT_ASKED);
    for (const [at, value] of values.entries()) {
      const code = dictionary.codeOf(value);
      if (code !== undefined) trendOf[code] = at;
    }
    for (const part of parts) {
      const { rows, count: selected } = rowsOf(part);
      const codes = codesOf(part.segment, column);
      const { times } = part.segment;
      for (let at = 0; at < selected; at += 1) {
        const row = rows[at] as number;
        // A code added since then was not requested.
        const trendIndex = trendOf[codes[row] as number] ?? NOT_ASKED;
        if (trendIndex === NOT_ASKED) continue;
        const bucket = Math.floor(((times[row] as number) - start) / size);
        const trend = own[trendIndex] as Uint32Array;
        if (bucket >= 0 && bucket < count) trend[bucket] = (trend[bucket] as number) + 1;
      }
      yield;
    }
  }
  return { of, buckets, trends };
}
