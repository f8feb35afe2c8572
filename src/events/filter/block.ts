import type { Rows } from '../storage/rows.ts';
import type { Segment } from '../storage/segment.ts';
import { windowEnd } from './text-window.ts';

/** The rows of a segment that are looked at in one go, and their text once somebody needs it. */
export class Block {
  readonly rows: Rows;
  readonly segment: Segment;
  readonly from: number;
  readonly to: number;
  readonly #keep: 'keep' | 'pass';
  #bytes: Buffer | undefined;
  /** The text of some rows, one character a byte. */
  #window = '';
  #windowFrom = 0;
  #windowTo = 0;

  constructor(rows: Rows, segment: Segment, from: number, to: number) {
    this.rows = rows;
    this.segment = segment;
    this.from = from;
    this.to = to;
    // What is looked at in parts is unpacked once; a scan over all must not empty the readers' cache.
    this.#keep = to - from < segment.rows ? 'keep' : 'pass';
  }

  /** The whole segment's text. */
  bytes(): Buffer {
    this.#bytes ??= this.rows.text(this.segment, this.#keep);
    return this.#bytes;
  }

  /** A row's log, decoded; empty when it has none. Cheapest when rows are asked for in order. */
  log(row: number): string {
    const { segment } = this;
    if (!segment.ascii) return segment.logOf(row, this.bytes()) ?? '';
    if (row < this.#windowFrom || row >= this.#windowTo) this.#moveWindow(row);
    const start = segment.startOf(this.#windowFrom);
    return this.#window.slice(segment.startOf(row) - start, segment.endOf(row) - start);
  }

  /** Many rows are decoded at once: asking for each by itself would cost more than most patterns do. */
  #moveWindow(row: number): void {
    const { offsets } = this.segment;
    this.#windowFrom = row;
    this.#windowTo = windowEnd(offsets, row, this.to);
    this.#window = this.bytes().toString('latin1', offsets[row], offsets[this.#windowTo]);
  }

  url(row: number): string | null {
    return this.rows.coder.urlFrom(this.bytes(), this.segment, row);
  }
}
