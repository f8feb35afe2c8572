import { ABSENT, type DictionaryLimits, FIRST_VALUE, OTHER } from './columns.ts';
import { type ByteSource, byteSource, hashBytes } from './identity.ts';

/** Values by code, as the readers of a column see it. Codes are given in order of arrival and never change. */
export interface Dictionary {
  /** One more than the greatest code given so far; at least 2, for absent and other. */
  readonly codes: number;
  /** The value of a code; undefined for those that stand for none. */
  valueOf(code: number): string | undefined;
  /** The code of a value; undefined for one that was never given one. */
  codeOf(value: string): number | undefined;
  readonly byteLength: number;
}

/** What a string and its place in a Map cost beside its units, roughly. */
const ENTRY_COST = 72;

/** Codes for the values of a label, which arrive as strings. */
export class TextDictionary implements Dictionary {
  readonly #limits: DictionaryLimits;
  readonly #codeOf = new Map<string, number>();
  #values: string[] = [];
  #units = 0;

  constructor(limits: DictionaryLimits) {
    this.#limits = limits;
  }

  get codes(): number {
    return FIRST_VALUE + this.#values.length;
  }

  get byteLength(): number {
    return this.#units * 2 + this.#values.length * ENTRY_COST;
  }

  /** The code of `value`; {@link OTHER} when it is new and there is no room left. */
  encode(value: string | null): number {
    if (value === null) return ABSENT;
    return this.#codeOf.get(value) ?? this.#admit(value);
  }

  valueOf(code: number): string | undefined {
    return this.#values[code - FIRST_VALUE];
  }

  codeOf(value: string): number | undefined {
    return this.#codeOf.get(value);
  }

  /** By code, less {@link FIRST_VALUE}. */
  get values(): readonly string[] {
    return this.#values;
  }

  /** Begins anew; {@link values} that were given stay as they are. */
  clear(): void {
    this.#codeOf.clear();
    this.#values = [];
    this.#units = 0;
  }

  #admit(value: string): number {
    const { values, bytes, valueBytes } = this.#limits;
    const full = this.#values.length >= values || (this.#units + value.length) * 2 > bytes;
    if (full || value.length > valueBytes) return OTHER;
    const code = this.codes;
    this.#codeOf.set(value, code);
    this.#values.push(value);
    this.#units += value.length;
    return code;
  }
}

/**
 * Steps after which a search gives up and the value is taken as {@link OTHER}. At our fullness an honest
 * search ends long before; values made to collide cost this much and no more.
 */
const LONGEST_PROBE = 64;

/** Values by code, less {@link FIRST_VALUE}, one behind the other. */
export interface ByteValues {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Where each value ends; it begins where the one before it ends. */
  readonly ends: Uint32Array<ArrayBuffer>;
}

/** Codes for values that are found as UTF-8 in a log's bytes, so that no string is made for them. */
export class ByteDictionary implements Dictionary {
  readonly #limits: DictionaryLimits;
  readonly #seed: number;
  #own: ByteSource = byteSource(Buffer.allocUnsafeSlow(1024));
  /** Where each value ends; it begins where the one before it ends. */
  #ends = new Uint32Array(64);
  /** Two words a slot: the value's hash, and its number plus one (zero is free). */
  #slots = new Uint32Array(256);
  #mask = 127;
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
    return this.#own.bytes.length + this.#ends.byteLength + this.#slots.byteLength;
  }

  /** The code of the bytes from `start` to `end`; {@link OTHER} when they are new and there is no room left. */
  encode(source: ByteSource, start: number, end: number): number {
    if (end - start > this.#limits.valueBytes) return OTHER;
    const hash = hashBytes(source, start, end, this.#seed);
    const slots = this.#slots;
    let slot = hash & this.#mask;
    for (let probe = 0; probe < LONGEST_PROBE; probe += 1) {
      const held = slots[slot * 2 + 1] as number;
      if (held === 0) return this.#admit(source, start, end, hash, slot);
      if (slots[slot * 2] === hash && this.#equals(held - 1, source, start, end)) {
        return FIRST_VALUE + held - 1;
      }
      slot = (slot + 1) & this.#mask;
    }
    return OTHER;
  }

  codeOf(value: string): number | undefined {
    const source = byteSource(Buffer.from(value));
    const { length } = source.bytes;
    const hash = hashBytes(source, 0, length, this.#seed);
    let slot = hash & this.#mask;
    for (let probe = 0; probe < LONGEST_PROBE; probe += 1) {
      const held = this.#slots[slot * 2 + 1] as number;
      if (held === 0) return undefined;
      const isHeld = this.#slots[slot * 2] === hash && this.#equals(held - 1, source, 0, length);
      if (isHeld) return FIRST_VALUE + held - 1;
      slot = (slot + 1) & this.#mask;
    }
    return undefined;
  }

  valueOf(code: number): string | undefined {
    const value = code - FIRST_VALUE;
    if (value < 0 || value >= this.#count) return undefined;
    return this.#own.bytes.toString('utf8', this.#startOf(value), this.#ends[value]);
  }

  /** A copy of all values. */
  get values(): ByteValues {
    return {
      bytes: new Uint8Array(this.#own.bytes.subarray(0, this.#startOf(this.#count))),
      ends: this.#ends.slice(0, this.#count),
    };
  }

  /** Begins anew. */
  clear(): void {
    this.#slots.fill(0);
    this.#count = 0;
  }

  #startOf(value: number): number {
    return value === 0 ? 0 : (this.#ends[value - 1] as number);
  }

  /** Nearly always true, since the hashes are equal: so the value is read to its end, four bytes at a time. */
  #equals(value: number, source: ByteSource, start: number, end: number): boolean {
    const from = this.#startOf(value);
    const length = end - start;
    if ((this.#ends[value] as number) - from !== length) return false;
    const own = this.#own;
    let at = 0;
    for (; at + 4 <= length; at += 4) {
      if (own.words.getInt32(from + at, true) !== source.words.getInt32(start + at, true)) {
        return false;
      }
    }
    for (; at < length; at += 1) {
      if (own.bytes[from + at] !== source.bytes[start + at]) return false;
    }
    return true;
  }

  #admit(source: ByteSource, start: number, end: number, hash: number, slot: number): number {
    const used = this.#startOf(this.#count);
    const length = end - start;
    if (this.#count >= this.#limits.values || used + length > this.#limits.bytes) return OTHER;
    this.#makeRoom(used + length);
    this.#own.bytes.set(source.bytes.subarray(start, end), used);
    const value = this.#count;
    this.#ends[value] = used + length;
    this.#slots[slot * 2] = hash;
    this.#slots[slot * 2 + 1] = value + 1;
    this.#count += 1;
    if (this.#count * 2 > this.#mask) this.#widenSlots();
    return FIRST_VALUE + value;
  }

  #makeRoom(bytes: number): void {
    const { length } = this.#own.bytes;
    if (bytes > length) {
      const wider = Buffer.allocUnsafeSlow(Math.max(bytes, length * 2));
      wider.set(this.#own.bytes);
      this.#own = byteSource(wider);
    }
    if (this.#count === this.#ends.length) {
      const wider = new Uint32Array(this.#ends.length * 2);
      wider.set(this.#ends);
      this.#ends = wider;
    }
  }

  #widenSlots(): void {
    const old = this.#slots;
    const slots = new Uint32Array(old.length * 2);
    const mask = old.length - 1;
    for (let from = 0; from < old.length; from += 2) {
      if (old[from + 1] === 0) continue;
      const hash = old[from] as number;
      let slot = hash & mask;
      while (slots[slot * 2 + 1] !== 0) slot = (slot + 1) & mask;
      slots[slot * 2] = hash;
      slots[slot * 2 + 1] = old[from + 1] as number;
    }
    this.#slots = slots;
    this.#mask = mask;
  }
}
