import { type DictionaryLimits, FIRST_VALUE, OTHER } from '../columns.ts';
import type { Dictionary } from './dictionary.ts';
import { hashBytes } from './hash.ts';

/**
 * Steps after which a search gives up and the value is taken as {@link OTHER}. At our fullness an honest
 * search ends long before; values made to collide cost this much and no more.
 */
const LONGEST_PROBE = 64;

/** Codes for values that are found as UTF-8 in a log's bytes, so that no string is made for them. */
export class ByteDictionary implements Dictionary {
  readonly #limits: DictionaryLimits;
  readonly #seed: number;
  #bytes: Buffer = Buffer.allocUnsafeSlow(1024);
  /** Where each value ends; it begins where the one before it ends. */
  #ends = new Uint32Array(64);
  #hashes = new Uint32Array(64);
  /** Number of the value plus one; zero is free. */
  #slots = new Uint32Array(128);
  #count = 0;

  /** @param seed any 32-bit number, not known to whoever writes the values */
  constructor(limits: DictionaryLimits, seed: number) {
    this.#limits = limits;
    this.#seed = seed | 0;
  }

  get codes(): number {
    return FIRST_VALUE + this.#count;
  }

  get byteLength(): number {
    return (
      this.#bytes.length + this.#ends.byteLength + this.#hashes.byteLength + this.#slots.byteLength
    );
  }

  /** The code of `bytes[start, end)`; {@link OTHER} when it is new and there is no room left. */
  encode(bytes: Uint8Array, start: number, end: number): number {
    if (end - start > this.#limits.valueBytes) return OTHER;
    const hash = hashBytes(bytes, start, end, this.#seed);
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (let probe = 0; probe < LONGEST_PROBE; probe += 1) {
      const held = this.#slots[slot] as number;
      if (held === 0) return this.#admit(bytes, start, end, hash, slot);
      if (this.#hashes[held - 1] === hash && this.#equals(held - 1, bytes, start, end)) {
        return FIRST_VALUE + held - 1;
      }
      slot = (slot + 1) & mask;
    }
    return OTHER;
  }

  valueOf(code: number): string | undefined {
    const value = code - FIRST_VALUE;
    if (value < 0 || value >= this.#count) return undefined;
    return this.#bytes.toString('utf8', this.#startOf(value), this.#ends[value]);
  }

  #startOf(value: number): number {
    return value === 0 ? 0 : (this.#ends[value - 1] as number);
  }

  #equals(value: number, bytes: Uint8Array, start: number, end: number): boolean {
    const from = this.#startOf(value);
    const length = end - start;
    if ((this.#ends[value] as number) - from !== length) return false;
    const own = this.#bytes;
    let at = 0;
    // Four at a time: nearly always all are equal, and this is the longest loop of taking an entry in.
    for (; at + 4 <= length; at += 4) {
      const difference =
        ((own[from + at] as number) ^ (bytes[start + at] as number)) |
        ((own[from + at + 1] as number) ^ (bytes[start + at + 1] as number)) |
        ((own[from + at + 2] as number) ^ (bytes[start + at + 2] as number)) |
        ((own[from + at + 3] as number) ^ (bytes[start + at + 3] as number));
      if (difference !== 0) return false;
    }
    for (; at < length; at += 1) if (own[from + at] !== bytes[start + at]) return false;
    return true;
  }

  #admit(bytes: Uint8Array, start: number, end: number, hash: number, slot: number): number {
    const used = this.#startOf(this.#count);
    const length = end - start;
    if (this.#count >= this.#limits.values || used + length > this.#limits.bytes) return OTHER;
    this.#makeRoom(used + length);
    this.#bytes.set(bytes.subarray(start, end), used);
    const value = this.#count;
    this.#ends[value] = used + length;
    this.#hashes[value] = hash;
    this.#slots[slot] = value + 1;
    this.#count += 1;
    if (this.#count * 2 > this.#slots.length) this.#rehash();
    return FIRST_VALUE + value;
  }

  #makeRoom(bytes: number): void {
    if (bytes > this.#bytes.length) {
      const wider = Buffer.allocUnsafeSlow(Math.max(bytes, this.#bytes.length * 2));
      wider.set(this.#bytes);
      this.#bytes = wider;
    }
    if (this.#count === this.#ends.length) {
      this.#ends = doubled(this.#ends);
      this.#hashes = doubled(this.#hashes);
    }
  }

  #rehash(): void {
    const slots = new Uint32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let value = 0; value < this.#count; value += 1) {
      let slot = (this.#hashes[value] as number) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = value + 1;
    }
    this.#slots = slots;
  }
}

function doubled(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const wider = new Uint32Array(numbers.length * 2);
  wider.set(numbers);
  return wider;
}
