import type { ColumnName } from '../storage/columns.ts';
import type { EventStore } from '../store.ts';
import type { Buckets } from '../time-range.ts';
import { codesOf, type Part, rowsOf } from './snapshot.ts';
import { tallied, topCodes } from './tally.ts';

/** A value of the map: its entries in each bucket. */
export interface HeatRow {
  /** Null for entries without a value. */
  readonly value: string | null;
  readonly count: number;
  readonly cells: Uint32Array;
}

export interface HeatMapAnswer {
  readonly buckets: Buckets;
  /** The most frequent values first. */
  readonly rows: readonly HeatRow[];
  /** Entries counted, those of further values too. */
  readonly total: number;
}

/** The most frequent values of a column, by time. Entries without a time are in no cell. */
export function* heatMap(
  store: EventStore,
  parts: readonly Part[],
  {
    column,
    most,
    buckets,
  }: { readonly column: ColumnName; readonly most: number; readonly buckets: Buckets },
): Generator<void, HeatMapAnswer, void> {
  const counts = yield* tallied(store, parts, column);
  const codes = topCodes(counts, most);
  const { start, size, count: bars } = buckets;
  // By code: one more than where its row begins; 0 for none.
  const places = new Uint32Array(counts.length);
  for (const [row, code] of codes.entries()) places[code] = 1 + row * bars;
  const cells = new Uint32Array(codes.length * bars);
  for (const part of parts) {
    const { rows, count } = rowsOf(part);
    const own = codesOf(part.segment, column);
    const { times } = part.segment;
    for (let at = 0; at < count; at += 1) {
      const row = rows[at] as number;
      const place = places[own[row] as number] as number;
      const bar = Math.floor(((times[row] as number) - start) / size);
      if (place === 0 || !(bar >= 0 && bar < bars)) continue;
      const cell = place - 1 + bar;
      cells[cell] = (cells[cell] as number) + 1;
    }
    yield;
  }
  const dictionary = store.dictionary(column);
  return {
    buckets,
    rows: codes.map((code, row) => ({
      value: dictionary.valueOf(code) ?? null,
      count: counts[code] as number,
      cells: cells.subarray(row * bars, (row + 1) * bars),
    })),
    total: counts.reduce((sum, each) => sum + each, 0),
  };
}
