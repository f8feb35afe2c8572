import type { Bits } from '../storage/bits.ts';
import type { Rows } from '../storage/rows.ts';
import type { Segment } from '../storage/segment.ts';

/** How those parts of a filter that nothing but log texts can answer are answered. */
type TextAnswers =
  /** By reading them. */
  | { readonly kind: 'read' }
  /** They were read: one set of rows for each such part, right of every row that is asked about. */
  | { readonly kind: 'found'; readonly found: readonly Bits[] }
  /** They are not read: each part passes, or each fails. */
  | { readonly kind: 'assumed'; readonly as: 'passes' | 'fails' };

const READ: TextAnswers = { kind: 'read' };

/** The rows of a segment that are looked at in one go, and their text once somebody needs it. */
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
    // What is looked at in parts is unpacked once; a scan over all must not empty the readers' cache.
    this.#keep = to - from < segment.rows ? 'keep' : 'pass';
  }

  /** The same rows as a negation sees them: what might hold for them is what might not. */
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

/** Log texts that are looked at in one go: of the rows from `from` up to, not including, `to`. */
export interface TextBlock {
  readonly from: number;
  readonly to: number;
  /** Where each row's log begins in {@link bytes}; it ends one byte before the next begins. */
  readonly offsets: Uint32Array;
  /** The text of all rows. Valid until the next block is read. */
  bytes(): Buffer;
  /** A row's log, decoded; empty when it has none. Cheapest when rows are asked for in order. */
  log(row: number): string;
}

/**
 * Text decoded in one go, in bytes: strings up to about this size cost the engine next to nothing to make
 * and to let go, and many rows fit into one.
 */
const WINDOW = 64 << 10;

/** The end of the rows from `row` on whose text fits a window; at least one row, and none from `to` on. */
export function windowEnd(offsets: Uint32Array, row: number, to: number): number {
  const most = (offsets[row] as number) + WINDOW;
  let end = row + 1;
  while (end < to && (offsets[end + 1] as number) <= most) end += 1;
  return end;
}

/**
 * Rows of ASCII as strings. Many are decoded at once: asking for each by itself would cost more than most
 * patterns do.
 */
export class TextWindow {
  readonly #bytes: Buffer;
  readonly #offsets: Uint32Array;
  readonly #end: number;
  #text = '';
  #from = 0;
  #to = 0;

  /** @param end no row from here on is asked for */
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
