import { ABSENT, type DictionaryLimits, FIRST_VALUE, OTHER } from '../columns.ts';
import type { Dictionary } from './dictionary.ts';

/** What a string and its place in a Map cost beside its units, roughly. */
const ENTRY_COST = 72;

/** Codes for the values of a label, which arrive as strings. */
export class TextDictionary implements Dictionary {
  readonly #limits: DictionaryLimits;
  readonly #codeOf = new Map<string, number>();
  readonly #values: string[] = [];
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
