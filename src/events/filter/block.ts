import type { Bits } from '../storage/bits.ts';
import type { Rows } from '../storage/rows.ts';
import type { Segment } from '../storage/segment.ts';
import type { TextBlock } from './text-block.ts';
import { TextWindow } from './text-window.ts';

/** How those parts of a filter that nothing but log texts can answer are answered. */
export type TextAnswers =
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

  url(row: number): string | null {
    return this.rows.coder.urlFrom(this.bytes(), this.segment, row);
  }
}
