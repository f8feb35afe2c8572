import type { Bits } from '../storage/bits.ts';
import type { Rows } from '../storage/rows.ts';
import type { Segment } from '../storage/segment.ts';

/** How the parts of a filter that need log texts are evaluated. */
type TextAnswers =
  /** By reading the texts. */
  | { readonly kind: 'read' }
  /** They were evaluated in advance: one set of matching rows per part. */
  | { readonly kind: 'found'; readonly found: readonly Bits[] }
  /** Without reading: each part is assumed to pass, or to fail. */
  | { readonly kind: 'assumed'; readonly as: 'passes' | 'fails' };

const READ: TextAnswers = { kind: 'read' };

/** The rows of a segment that are evaluated together, and their text, read on demand. */
export class Block implements TextBlock {
  readonly rows: Rows;
  readonly segment: Segment;
  readonly from: number;
  readonly to: number;
  readonly texts: TextAnswers;
  readonly #keep: 'keep' | 'pass';
  #bytes: Buffer | undefined;
  #window: TextWindow | undefined;

  constructor(rows: Rows, segment: Segment, from: number, to: number, texts = READ) {
    this.rows = rows;
    this.segment = segment;
    this.from = from;
    this.to = to;
    this.texts = texts;
    // A partly scanned segment is cached; a full scan must not displace what readers use.
    this.#keep = to - from < segment.rows ? 'keep' : 'pass';
  }

  /** The block for a negated test, which reverses what is assumed of texts. */
  get negated(): Block {
    const { rows, segment, from, to, texts } = this;
    if (texts.kind !== 'assumed') return this;
    const as = texts.as === 'passes' ? 'fails' : 'passes';
    return new Block(rows, segment, from, to, { kind: 'assumed', as });
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
}

/** Log texts that are evaluated together: rows from `from` up to `to`, exclusive. */
export interface TextBlock {
  readonly from: number;
  readonly to: number;
  /** Start of each row's log in {@link bytes}. A log ends one byte before the next begins. */
  readonly offsets: Uint32Array;
  /** The text of all rows. Valid until the next block is read. */
  bytes(): Buffer;
  /** The decoded log of a row, empty if it has none. Cheapest when rows are read in order. */
  log(row: number): string;
}

/** Bytes decoded at once. Strings up to about this size are cheap to create and free, and hold many rows. */
const WINDOW = 64 << 10;

/** End of the rows from `row` on whose text fits into a window; at least one row, at most up to `to`. */
export function windowEnd(offsets: Uint32Array, row: number, to: number): number {
  const most = (offsets[row] as number) + WINDOW;
  let end = row + 1;
  while (end < to && (offsets[end + 1] as number) <= most) end += 1;
  return end;
}

/**
 * Rows of ASCII text as strings. Many are decoded at once, because decoding each would cost more than most patterns.
 */
export class TextWindow {
  readonly #bytes: Buffer;
  readonly #offsets: Uint32Array;
  readonly #end: number;
  #text = '';
  #from = 0;
  #to = 0;

  /** @param end exclusive limit of the rows that will be read */
  constructor(bytes: Buffer, offsets: Uint32Array, end: number) {
    this.#bytes = bytes;
    this.#offsets = offsets;
    this.#end = end;
  }

  at(row: number): string {
    const offsets = this.#offsets;
    if (row < this.#from || row >= this.#to) {
      this.#from = row;
      this.#to = windowEnd(offsets, row, this.#end);
      this.#text = this.#bytes.toString('latin1', offsets[row], offsets[this.#to]);
    }
    const start = offsets[this.#from] as number;
    return this.#text.slice(
      (offsets[row] as number) - start,
      (offsets[row + 1] as number) - 1 - start,
    );
  }
}
