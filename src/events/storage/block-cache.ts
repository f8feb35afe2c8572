/** The blocks that were read last, unpacked, up to a number of bytes: what the rows on screen live in. */
export class BlockCache {
  readonly #limit: number;
  /** By serial number of the segment, the one read last at the end. */
  readonly #blocks = new Map<number, Buffer>();
  #bytes = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get byteLength(): number {
    return this.#bytes;
  }

  get(serial: number): Buffer | undefined {
    const block = this.#blocks.get(serial);
    if (block) {
      this.#blocks.delete(serial);
      this.#blocks.set(serial, block);
    }
    return block;
  }

  /** Keeps `block`, letting go of those that were not read for longest. One block is kept however large. */
  put(serial: number, block: Buffer): void {
    this.delete(serial);
    this.#blocks.set(serial, block);
    this.#bytes += block.length;
    for (const oldest of this.#blocks.keys()) {
      if (this.#bytes <= this.#limit || oldest === serial) break;
      this.delete(oldest);
    }
  }

  delete(serial: number): void {
    const block = this.#blocks.get(serial);
    if (!block) return;
    this.#blocks.delete(serial);
    this.#bytes -= block.length;
  }
}
