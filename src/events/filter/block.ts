import type { Rows } from '../storage/rows.ts';
import type { Segment } from '../storage/segment.ts';
import type { TextBlock } from './text-block.ts';
import { TextWindow } from './text-window.ts';

/** The rows of a segment that are looked at in one go, and their text once somebody needs it. */
export class Block implements TextBlock {
  readonly rows: Rows;
  readonly segment: Segment;
  readonly from: number;
  readonly to: number;
  readonly #keep: 'keep' | 'pass';
  #bytes: Buffer | undefined;
  #window: TextWindow | undefined;

  constructor(rows: Rows, segment: Segment, from: number, to: number) {
    this.rows = rows;
    this.segment = segment;
    this.from = from;
    this.to = to;
    // What is looked at in parts is unpacked once; a scan over all must not empty the readers' cache.
    this.#keep = to - from < segment.rows ? 'keep' : 'pass';
  }

  get offsets(): Uint32Array {
    return this.segment.offsets;
  }

  bytes(): Buffer {
    this.#bytes ??= this.rows.text(this.segment, this.#keep);
    return this.#bytes;
  }

  log(row: number): string {
    const { segment } = this;
    if (!segment.ascii) return segment.logOf(row, this.bytes()) ?? '';
    this.#window ??= new TextWindow(this.bytes(), segment.offsets, this.to);
    return this.#window.at(row);
  }

  url(row: number): string | null {
    return this.rows.coder.urlFrom(this.bytes(), this.segment, row);
  }
}
