/** Writes rows in ClickHouse's RowBinary format: the columns in order, in the types of the table. */
export class RowBinary {
  #bytes = Buffer.allocUnsafe(1 << 16);
  #at = 0;

  get length(): number {
    return this.#at;
  }

  text(value: string): void {
    const size = Buffer.byteLength(value);
    this.#length(size);
    this.#room(size);
    this.#at += this.#bytes.write(value, this.#at, size, 'utf8');
  }

  bytes(value: Uint8Array): void {
    this.#length(value.length);
    this.fixed(value);
  }

  /** A FixedString, or an integer in memory layout. */
  fixed(value: Uint8Array): void {
    this.#room(value.length);
    this.#bytes.set(value, this.#at);
    this.#at += value.length;
  }

  textOrNull(value: string | null | undefined): void {
    this.#isNull(value === null || value === undefined);
    if (value !== null && value !== undefined) this.text(value);
  }

  numberOrNull(value: number | null): void {
    this.#isNull(value === null);
    if (value !== null) this.number(value);
  }

  /** A Float64. */
  number(value: number): void {
    this.#room(8);
    this.#at = this.#bytes.writeDoubleLE(value, this.#at);
  }

  /** A UInt8. */
  byte(value: number): void {
    this.#room(1);
    this.#at = this.#bytes.writeUInt8(value, this.#at);
  }

  /** A UInt64. */
  count(value: number): void {
    this.#room(8);
    this.#at = this.#bytes.writeBigUInt64LE(BigInt(Math.trunc(value)), this.#at);
  }

  /** A Date, as days since the epoch. */
  day(value: number): void {
    this.#room(2);
    this.#at = this.#bytes.writeUInt16LE(value, this.#at);
  }

  /** Returns and clears what was written. */
  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, this.#at));
    this.#at = 0;
    return taken;
  }

  #isNull(isNull: boolean): void {
    this.byte(isNull ? 1 : 0);
  }

  #length(value: number): void {
    let rest = value;
    for (; rest > 127; rest >>>= 7) this.byte((rest & 127) | 128);
    this.byte(rest);
  }

  #room(size: number): void {
    if (this.#at + size <= this.#bytes.length) return;
    const more = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#at + size));
    this.#bytes.copy(more, 0, 0, this.#at);
    this.#bytes = more;
  }
}
