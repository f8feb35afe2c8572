import type { Codes } from './segment.ts';

/** How many rows bear each code of one column. */
export class Tally {
  #counts = new Uint32Array(64);

  /** By code; codes beyond its length have no rows. */
  get counts(): Uint32Array {
    return this.#counts;
  }

  /** @param codes how many codes have been given so far */
  add(column: Codes, rows: number, codes: number): void {
    if (codes > this.#counts.length) this.#grow(codes);
    const counts = this.#counts;
    for (let row = 0; row < rows; row += 1) {
      const code = column[row] as number;
      counts[code] = (counts[code] as number) + 1;
    }
  }

  remove(column: Codes, rows: number): void {
    const counts = this.#counts;
    for (let row = 0; row < rows; row += 1) {
      const code = column[row] as number;
      counts[code] = (counts[code] as number) - 1;
    }
  }

  #grow(codes: number): void {
    const wider = new Uint32Array(Math.max(codes, this.#counts.length * 2));
    wider.set(this.#counts);
    this.#counts = wider;
  }
}
