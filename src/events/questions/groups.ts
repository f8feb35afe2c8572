import { COARSE, type CoarseName } from '../filter/coarse.ts';
import { codesOf, type Part, rowsOf } from '../selection.ts';
import {
  ABSENT,
  type ColumnName,
  DICTIONARY_LIMITS,
  FIRST_VALUE,
  OTHER,
} from '../storage/columns.ts';
import type { Dictionary } from '../storage/dictionary.ts';
import type { EventStore } from '../store.ts';
import { drained } from './tally.ts';

/** Values named between two looks at the clock. */
const BATCH = 1024;

/** Numbers for the coarse names of a column's codes. Each value is named once and then cached. */
class CoarseCodes {
  readonly #of: (value: string) => string;
  readonly #dictionary: Dictionary;
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [];
  #codes = new Uint32Array(64);
  #known = FIRST_VALUE;

  constructor(dictionary: Dictionary, of: (value: string) => string) {
    this.#dictionary = dictionary;
    this.#of = of;
    this.#codes[ABSENT] = ABSENT;
    this.#codes[OTHER] = OTHER;
  }

  /** By code of the column, as far as {@link learn} has come. Absent and other are kept. */
  get codes(): Uint32Array {
    return this.#codes;
  }

  /** One more than the largest number given so far. */
  get count(): number {
    return FIRST_VALUE + this.#names.length;
  }

  /** The name of a number; null for the absent value. */
  nameOf(number: number): string | null {
    return this.#names[number - FIRST_VALUE] ?? null;
  }

  /** Names new values, in short steps. */
  *learn(): Generator<void, void, void> {
    const { codes } = this.#dictionary;
    if (codes > this.#codes.length) {
      const wider = new Uint32Array(Math.max(codes, this.#codes.length * 2));
      wider.set(this.#codes);
      this.#codes = wider;
    }
    for (; this.#known < codes; this.#known += 1) {
      const name = this.#of(this.#dictionary.valueOf(this.#known) ?? '');
      let number = this.#numbers.get(name);
      if (number === undefined) {
        number = FIRST_VALUE + this.#names.length;
        this.#numbers.set(name, number);
        this.#names.push(name);
      }
      this.#codes[this.#known] = number;
      if (this.#known % BATCH === 0) yield;
    }
  }
}

const KNOWN = new WeakMap<Dictionary, CoarseCodes>();

/** The coarse names of a store's values. */
export function coarseCodes(store: EventStore, name: CoarseName): CoarseCodes {
  const { column, of } = COARSE[name];
  const dictionary = store.dictionary(column);
  const codes = KNOWN.get(dictionary) ?? new CoarseCodes(dictionary, of);
  KNOWN.set(dictionary, codes);
  return codes;
}

/** Returned when the limit of pairs is reached. */
export const NO_PAIR = -1;

/** Numbers pairs of integers in order of arrival, up to a limit. */
class Pairs {
  readonly #most: number;
  #slots = new Int32Array(1024).fill(NO_PAIR);
  #first = new Uint32Array(512);
  #second = new Uint32Array(512);
  #count = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get count(): number {
    return this.#count;
  }

  firstOf(pair: number): number {
    return this.#first[pair] ?? 0;
  }

  secondOf(pair: number): number {
    return this.#second[pair] ?? 0;
  }

  /** The number of a pair; {@link NO_PAIR} for a new pair beyond the limit. */
  numberOf(first: number, second: number): number {
    const mask = this.#slots.length - 1;
    let slot = mixed(first, second) & mask;
    for (;;) {
      const pair = this.#slots[slot] as number;
      if (pair === NO_PAIR) return this.#admit(first, second, slot);
      if (this.#first[pair] === first && this.#second[pair] === second) return pair;
      slot = (slot + 1) & mask;
    }
  }

  #admit(first: number, second: number, slot: number): number {
    const pair = this.#count;
    if (pair >= this.#most) return NO_PAIR;
    // Before writing: a write beyond the end of a typed array is ignored.
    if ((pair + 1) * 2 > this.#slots.length) {
      this.#widen();
      return this.numberOf(first, second);
    }
    this.#slots[slot] = pair;
    this.#first[pair] = first;
    this.#second[pair] = second;
    this.#count += 1;
    return pair;
  }

  #widen(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(NO_PAIR);
    this.#first = widened(this.#first, slots.length / 2);
    this.#second = widened(this.#second, slots.length / 2);
    for (let pair = 0; pair < this.#count; pair += 1) {
      const mask = slots.length - 1;
      let slot = mixed(this.#first[pair] as number, this.#second[pair] as number) & mask;
      while (slots[slot] !== NO_PAIR) slot = (slot + 1) & mask;
      slots[slot] = pair;
    }
    this.#slots = slots;
  }
}

/** Limit of groups; further entries belong to none. */
const MAX_GROUPS = 1 << 17;

/** A column, and the numbers of its values by code. */
type Numbered = readonly [column: ColumnName, numbers: Uint32Array];

/** Numbers for groups of rows that share three values, in one store or many. */
export class Groups {
  /** The first two values of a group. */
  readonly pairs = new Pairs(MAX_GROUPS);
  /** The number of that pair, and the third value. */
  readonly groups = new Pairs(MAX_GROUPS);

  valuesOf(group: number): readonly [number, number, number] {
    const pair = this.groups.firstOf(group);
    return [this.pairs.firstOf(pair), this.pairs.secondOf(pair), this.groups.secondOf(group)];
  }

  /** The group of each selected row, by part; {@link NO_PAIR} if it belongs to none. */
  *of(
    parts: readonly Part[],
    [[a, firsts], [b, seconds], [c, thirds]]: readonly [Numbered, Numbered, Numbered],
  ): Generator<void, readonly Int32Array[], void> {
    const of: Int32Array[] = [];
    for (const part of parts) {
      const { rows, count } = rowsOf(part);
      const as = codesOf(part.segment, a);
      const bs = codesOf(part.segment, b);
      const cs = codesOf(part.segment, c);
      const own = new Int32Array(count);
      for (let at = 0; at < count; at += 1) {
        const row = rows[at] as number;
        const first = firsts[as[row] as number] as number;
        const second = seconds[bs[row] as number] as number;
        const third = thirds[cs[row] as number] as number;
        const isTold = first !== OTHER && second !== OTHER && third !== OTHER;
        const pair = isTold ? this.pairs.numberOf(first, second) : NO_PAIR;
        own[at] = pair === NO_PAIR ? NO_PAIR : this.groups.numberOf(pair, third);
      }
      of.push(own);
      yield;
    }
    return of;
  }
}

/** Approximate number of entries between two looks at the clock. */
const STRIDE = 1 << 15;

/** Rows of distinct values that are kept of many stores, about 40 MB. */
const MAX_DISTINCT = 1 << 21;

/**
 * Counts distinct values per group in a few columns. Absent values do not count; those beyond a dictionary count as
 * one. Rows are listed and sorted by group: growing a hash table would delay keys.
 */
export class DistinctValues {
  /** By row. */
  #groups = new Uint32Array();
  readonly #columns: Uint16Array<ArrayBuffer>[];
  #count = 0;
  /** Number of rows when repeated values were last dropped. */
  #distinct = 0;

  constructor({ columns }: { readonly columns: number }) {
    this.#columns = Array.from({ length: columns }, () => new Uint16Array());
  }

  /** Whether the limit is reached. Everything added so far counts. */
  get isFull(): boolean {
    return this.#distinct >= MAX_DISTINCT;
  }

  /** The columns, with room for this many more rows of the first `groups` groups. */
  reserve(rows: number, groups: number): readonly Uint16Array[] {
    if (this.#count + rows > this.#groups.length) {
      if (this.#count > 0) this.#dropRepeated(groups);
      // As much again, so that repeated values are not looked for with each store.
      const room = this.#count * 2 + rows;
      this.#groups = widened(this.#groups, room);
      for (const [at, column] of this.#columns.entries()) this.#columns[at] = widened(column, room);
    }
    return this.#columns;
  }

  /** Adds a row, for which there must be room. Its values are then written to each column at the returned index. */
  add(group: number): number {
    this.#groups[this.#count] = group;
    this.#count += 1;
    return this.#count - 1;
  }

  /** By column: the number of distinct values of each group, or of each of the `parts` groups are merged into. */
  *by(parts: number, partOf?: Int32Array): Generator<void, readonly Uint32Array[], void> {
    const { columns, starts } = yield* this.#sorted(parts, partOf);
    const counts: Uint32Array[] = [];
    for (const column of columns) counts.push(yield* distinct(column, starts));
    return counts;
  }

  *#sorted(parts: number, partOf?: Int32Array): Generator<void, Sorted, void> {
    const groups = this.#groups;
    const starts = new Uint32Array(parts + 1);
    for (let row = 0; row < this.#count; row += 1) {
      const group = groups[row] as number;
      const after = (partOf ? (partOf[group] as number) : group) + 1;
      starts[after] = (starts[after] as number) + 1;
      if (row % STRIDE === STRIDE - 1) yield;
    }
    for (let part = 0; part < parts; part += 1) {
      starts[part + 1] = (starts[part] as number) + (starts[part + 1] as number);
    }
    const next = starts.slice();
    const columns = this.#columns.map(() => new Uint16Array(this.#count));
    for (let row = 0; row < this.#count; row += 1) {
      const group = groups[row] as number;
      const part = partOf ? (partOf[group] as number) : group;
      const to = next[part] as number;
      next[part] = to + 1;
      for (let at = 0; at < columns.length; at += 1) {
        (columns[at] as Uint16Array)[to] = (this.#columns[at] as Uint16Array)[row] as number;
      }
      if (row % STRIDE === STRIDE - 1) yield;
    }
    return { columns, starts };
  }

  #dropRepeated(groups: number): void {
    const { columns, starts } = drained(this.#sorted(groups));
    const counts = columns.map((column) => drained(distinct(column, starts)));
    this.#count = 0;
    for (let group = 0; group < groups; group += 1) {
      const rows = Math.max(...counts.map((each) => each[group] as number));
      for (let row = 0; row < rows; row += 1) {
        const to = this.add(group);
        for (const [at, column] of columns.entries()) {
          const isOne = row < (counts[at]?.[group] as number);
          const value = isOne ? (column[(starts[group] as number) + row] as number) : ABSENT;
          (this.#columns[at] as Uint16Array)[to] = value;
        }
      }
    }
    this.#distinct = this.#count;
  }
}

/** Columns ordered by group, and where each group starts; the last start is the end. */
interface Sorted {
  readonly columns: readonly Uint16Array[];
  readonly starts: Uint32Array;
}

/** The number of distinct values of each group, which are moved to its start. */
function* distinct(values: Uint16Array, starts: Uint32Array): Generator<void, Uint32Array, void> {
  const groups = starts.length - 1;
  const counts = new Uint32Array(groups);
  /** By value: one more than the last group that had it. */
  const seen = new Uint32Array(1 << 16);
  let next = STRIDE;
  for (let group = 0; group < groups; group += 1) {
    const start = starts[group] as number;
    const end = starts[group + 1] as number;
    let found = 0;
    for (let at = start; at < end; at += 1) {
      const value = values[at] as number;
      if (value === ABSENT || seen[value] === group + 1) continue;
      seen[value] = group + 1;
      values[start + found] = value;
      found += 1;
    }
    counts[group] = found;
    if (end < next) continue;
    next = end + STRIDE;
    yield;
  }
  return counts;
}

/** The array if it has this length, or else a copy at least twice as long, with `fill` behind its items. */
export function widened<
  Numbers extends Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>,
>(numbers: Numbers, length: number, fill = 0): Numbers {
  if (length <= numbers.length) return numbers;
  const make = numbers.constructor as new (length: number) => Numbers;
  const wider = new make(Math.max(length, numbers.length * 2));
  wider.fill(fill, numbers.length);
  wider.set(numbers as Uint16Array & Uint32Array & Float64Array);
  return wider;
}

/** Mixes both numbers. Attackers choose the values, but not the codes they get. */
function mixed(first: number, second: number): number {
  const state =
    Math.imul(first ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(second + 0x7f4a7c15, 0xc2b2ae35);
  return state ^ (state >>> 15);
}

/** Numbers for values across many stores, whose codes differ, up to the limit of a single store. */
export class ValueNumbers {
  readonly #keyOf: (value: string) => string;
  readonly #numbers = new Map<string, number>();
  readonly #values: string[] = [];

  /** @param keyOf values with the same key share a number; the first one stands for them */
  constructor(keyOf = (value: string) => value) {
    this.#keyOf = keyOf;
  }

  /** The number for each code of a store's column. Absent and other are kept. */
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
    const key = this.#keyOf(value);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    if (this.#values.length >= DICTIONARY_LIMITS.values) return OTHER;
    const number = FIRST_VALUE + this.#values.length;
    this.#numbers.set(key, number);
    this.#values.push(value);
    return number;
  }
}
