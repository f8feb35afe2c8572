import { type ColumnName, columnIndex, FIRST_VALUE } from './columns.ts';
import { ALL, type Selection, selectedRows } from './selection.ts';
import { hasBit } from './storage/bits.ts';
import type { Codes } from './storage/segment.ts';
import type { EventStore } from './store.ts';
import type { TimeRange } from './time-range.ts';

const HOUR = 3_600_000;

/** The baseline when none is chosen: the first hour that is loaded. Null while no entry has a time. */
export function firstHour(store: EventStore): TimeRange | null {
  const { span } = store;
  return span && { from: span.oldest, until: span.oldest + HOUR };
}

/** A value that the baseline does not have. */
export interface NewValue {
  readonly value: string;
  readonly code: number;
  /** Selected entries that bear it. */
  readonly count: number;
  /** The earliest of them, milliseconds since the epoch. */
  readonly firstSeen: number;
}

/**
 * The values of a column that selected entries bear and no entry of the baseline does, most frequent
 * first. A mark, not a verdict: what was loaded of the baseline decides.
 */
export function newSinceBaseline(
  store: EventStore,
  column: ColumnName,
  baseline: TimeRange,
  most: number,
  selection: Selection = ALL,
): readonly NewValue[] {
  const index = columnIndex(column);
  const dictionary = store.dictionary(column);
  const known = new Uint8Array(dictionary.codes);
  for (const { segment, bits } of selectedRows(store, { range: baseline })) {
    const codes = segment.codes[index] as Codes;
    for (let row = 0; row < segment.rows; row += 1) {
      if (bits && !hasBit(bits, row)) continue;
      known[codes[row] as number] = 1;
    }
  }
  const counts = new Uint32Array(dictionary.codes);
  const firstSeen = new Float64Array(dictionary.codes).fill(Number.POSITIVE_INFINITY);
  for (const { segment, bits } of selectedRows(store, selection)) {
    const codes = segment.codes[index] as Codes;
    const { times, rows } = segment;
    for (let row = 0; row < rows; row += 1) {
      if (bits && !hasBit(bits, row)) continue;
      const code = codes[row] as number;
      const time = times[row] as number;
      if (known[code] === 1 || !Number.isFinite(time)) continue;
      counts[code] = (counts[code] as number) + 1;
      if (time < (firstSeen[code] as number)) firstSeen[code] = time;
    }
  }
  const fresh: NewValue[] = [];
  for (let code = FIRST_VALUE; code < counts.length; code += 1) {
    const count = counts[code] as number;
    if (count === 0) continue;
    const value = dictionary.valueOf(code) ?? '';
    fresh.push({ value, code, count, firstSeen: firstSeen[code] as number });
  }
  return fresh.sort((a, b) => b.count - a.count || a.code - b.code).slice(0, most);
}
