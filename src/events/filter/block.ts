import type { Rows } from '../storage/rows.ts';
import type { Segment } from '../storage/segment.ts';

/** The rows of a segment that are looked at in one go, and their text once somebody needs it. */
export class Block {
  readonly rows: Rows;
  readonly segment: Segment;
  readonly from: number;
  readonly to: number;
  readonly #keep: 'keep' | 'pass';
  #bytes: Buffer | undefined;

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

  /** A row's log, decoded; empty when it has none. */
  log(row: number): string {
    return this.segment.logOf(row, this.bytes()) ?? '';
  }

  url(row: number): string | null {
    return this.rows.coder.urlFrom(this.bytes(), this.segment, row);
  }
}
