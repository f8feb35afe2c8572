import {
  ABSENT,
  type ColumnName,
  DICTIONARY_LIMITS,
  FIRST_VALUE,
  OTHER,
} from '../storage/columns.ts';
import type { EventStore } from '../store.ts';

/** Numbers for values of many stores, whose codes differ: as many values are told apart as in one store. */
export class ValueNumbers {
  readonly #numbers = new Map<string, number>();
  readonly #values: string[] = [];

  /** By code of a store's column: the number. Absent and other stay what they are. */
  ofColumn(store: EventStore, column: ColumnName): Uint32Array {
    const dictionary = store.dictionary(column);
    return this.ofCodes(dictionary.codes, (code) => dictionary.valueOf(code) ?? null);
  }

  ofCodes(codes: number, named: (code: number) => string | null): Uint32Array {
    const numbers = new Uint32Array(Math.max(codes, FIRST_VALUE));
    numbers[OTHER] = OTHER;
    for (let code = FIRST_VALUE; code < codes; code += 1) numbers[code] = this.#of(named(code));
    return numbers;
  }

  valueOf(number: number): string | null {
    return this.#values[number - FIRST_VALUE] ?? null;
  }

  #of(value: string | null): number {
    if (value === null) return ABSENT;
    const known = this.#numbers.get(value);
    if (known !== undefined) return known;
    if (this.#values.length >= DICTIONARY_LIMITS.values) return OTHER;
    const number = FIRST_VALUE + this.#values.length;
    this.#numbers.set(value, number);
    this.#values.push(value);
    return number;
  }
}
