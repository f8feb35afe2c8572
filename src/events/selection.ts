import type { FilteredView } from './filtered-view.ts';
import { type Bits, bitsFor, setBit } from './storage/bits.ts';
import { MOST_ROWS } from './storage/entry-id.ts';
import type { Segment } from './storage/segment.ts';
import type { EventStore } from './store.ts';
import type { TimeRange } from './time-range.ts';

/** Which entries are counted: those a view has found, those of a time, those of both, or all. */
export interface Selection {
  readonly view?: FilteredView | undefined;
  readonly range?: TimeRange | undefined;
}

export const ALL: Selection = {};

/** A segment with the rows that are selected; all of them when `bits` is undefined. */
export interface SelectedRows {
  readonly segment: Segment;
  readonly bits: Bits | undefined;
}

/** The selected rows, segment by segment, in no order that matters. */
export function* selectedRows(
  store: EventStore,
  { view, range }: Selection,
): Generator<SelectedRows, void, void> {
  for (const segment of store.rows.segments) {
    if (segment.rows === 0) continue;
    const found = view?.matchesOf(segment);
    if (!range) {
      yield { segment, bits: found };
      continue;
    }
    const { oldest, newest } = segment;
    if (newest < range.from || oldest >= range.until) continue;
    const within = oldest >= range.from && newest < range.until;
    yield { segment, bits: within ? found : bitsWithin(segment, range, found) };
  }
}

function bitsWithin(segment: Segment, { from, until }: TimeRange, found: Bits | undefined): Bits {
  const bits = bitsFor(MOST_ROWS);
  const { times, rows } = segment;
  for (let row = 0; row < rows; row += 1) {
    const time = times[row] as number;
    if (time >= from && time < until) setBit(bits, row);
  }
  if (found)
    for (let word = 0; word < bits.length; word += 1)
      bits[word] = (bits[word] as number) & (found[word] as number);
  return bits;
}

/** Whether the selection is every entry of the store, so that running totals answer for it. */
export const isAll = ({ view, range }: Selection): boolean =>
  range === undefined && (view === undefined || view.filter.kind === 'everything');
