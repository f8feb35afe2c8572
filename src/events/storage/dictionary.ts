import { ABSENT, type DictionaryLimits, FIRST_VALUE, OTHER } from './columns.ts';

/** Approximate memory per value in bytes, besides its characters. */
const ENTRY_COST = 72;

/** The values of a column by code. Codes are given in order of arrival and never change. */
export class Dictionary {
  readonly #limits: DictionaryLimits;
  readonly #codeOf = new Map<string, number>();
  #values: string[] = [];
  #units = 0;

  constructor(limits: DictionaryLimits) {
    this.#limits = limits;
  }

  /** One more than the largest code so far; at least 2, for absent and other. */
  get codes(): number {
    return FIRST_VALUE + this.#values.length;
  }

  get byteLength(): number {
    return this.#units * 2 + this.#values.length * ENTRY_COST;
  }

  /** The code of `value`; {@link OTHER} if it is new and the dictionary is full. */
  encode(value: string | null): number {
    return this.codeOf(value) ?? this.#admit(value as string);
  }

  /** The value of a code; undefined for codes without a value. */
  valueOf(code: number): string | undefined {
    return this.#values[code - FIRST_VALUE];
  }

  /** The code of a value; undefined if it has none. */
  codeOf(value: string | null): number | undefined {
    return value === null ? ABSENT : this.#codeOf.get(value);
  }

  /** By code, minus {@link FIRST_VALUE}. */
  get values(): readonly string[] {
    return this.#values;
  }

  /** Starts again. Arrays returned by {@link values} are not changed. */
  clear(): void {
    this.#codeOf.clear();
    this.#values = [];
    this.#units = 0;
  }

  #admit(value: string): number {
    const { values, units, valueUnits } = this.#limits;
    const full = this.#values.length >= values || this.#units + value.length > units;
    if (full || value.length > valueUnits) return OTHER;
    const code = this.codes;
    this.#codeOf.set(value, code);
    this.#values.push(value);
    this.#units += value.length;
    return code;
  }
}
