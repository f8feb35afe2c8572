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
