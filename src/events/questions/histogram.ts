import { countCodes } from '../code-counts.ts';
import { codesOf, type Part, rowsOf } from '../selection.ts';
import { type ColumnName, FIRST_VALUE } from '../storage/columns.ts';
import type { EventStore } from '../store.ts';
import type { Buckets } from '../time-range.ts';
import { topCodes } from './tally.ts';

interface Layer {
  /** The value of the stacking column; null for the layer of all other values. */
  readonly value: string | null;
  /** Entries by bucket. */
  readonly counts: Uint32Array;
}

export interface HistogramAnswer {
  readonly buckets: Buckets;
  /**
   * Most frequent values first, counted over all entries in memory so that the order is stable; the rest comes last.
   */
  readonly layers: readonly Layer[];
  /** Entries by bucket: the sum of the layers. */
  readonly totals: Uint32Array;
}

export interface HistogramWanted {
  readonly buckets: Buckets;
  readonly stackBy: ColumnName;
  /** Number of values with a layer of their own, at most 255; the others share one layer. */
  readonly most: number;
}

/** A layer number is a byte, and one is needed for the rest. */
const MAX_LAYERS = 255;

/** Counts entries by bucket and value of a column. Entries without a time are in no bucket. */
export function* histogram(
  store: EventStore,
  parts: readonly Part[],
  { buckets, stackBy, most }: HistogramWanted,
): Generator<void, HistogramAnswer, void> {
  const { start, size, count } = buckets;
  const dictionary = store.dictionary(stackBy);
  const codes = topCodes(countCodes(store, stackBy), Math.min(most, MAX_LAYERS), FIRST_VALUE);
  // The layer of each code; the last for codes without their own.
  const layerOf = new Uint8Array(dictionary.codes).fill(codes.length);
  for (const [layer, code] of codes.entries()) layerOf[code] = layer;
  const counts = new Uint32Array((codes.length + 1) * count);
  for (const part of parts) {
    const { rows, count: found } = rowsOf(part);
    const column = codesOf(part.segment, stackBy);
    const { times } = part.segment;
    for (let at = 0; at < found; at += 1) {
      const row = rows[at] as number;
      const bucket = Math.floor(((times[row] as number) - start) / size);
      const cell = (layerOf[column[row] as number] as number) * count + bucket;
      counts[cell] = (counts[cell] as number) + 1;
    }
    yield;
  }
  const totals = new Uint32Array(count);
  for (let at = 0; at < counts.length; at += 1) {
    totals[at % count] = (totals[at % count] as number) + (counts[at] as number);
  }
  const layers = [...codes, undefined].map((code, layer) => ({
    value: code === undefined ? null : (dictionary.valueOf(code) ?? null),
    counts: counts.subarray(layer * count, (layer + 1) * count),
  }));
  return { buckets, layers, totals };
}
