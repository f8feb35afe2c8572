import { type Bits, nextBit, setBit } from '../storage/bits.ts';
import { ABSENT, type ColumnName, columnIndex, FIRST_VALUE, OTHER } from '../storage/columns.ts';
import type { Dictionary } from '../storage/dictionary.ts';
import type { Codes } from '../storage/draft.ts';
import { entryId } from '../storage/entry-id.ts';
import type { Rows } from '../storage/rows.ts';
import type { Block } from './block.ts';
import type { Test } from './test.ts';
import type { Guard } from './watchdog.ts';

/** Values tested in advance per call; others are tested when a row has them. */
const BATCH = 2048;

const UNTRIED = 0;
const PASSES = 1;
const FAILS = 2;

/**
 * The values of a column that pass. Each distinct value is tested only once, and rows are then decided by their code
 * without reading text. Only values beyond the dictionary are read per row.
 */
export class AllowedValues {
  readonly #rows: Rows;
  readonly #column: ColumnName;
  readonly #index: number;
  readonly #passes: (value: string) => boolean;
  readonly #guard: Guard;
  #verdicts: Uint8Array<ArrayBuffer> = new Uint8Array(64);
  /** Every code below this has a verdict. */
  #tried = FIRST_VALUE;
  /** Whether any of those passes. */
  #any = false;

  constructor(
    rows: Rows,
    column: ColumnName,
    passes: (value: string) => boolean,
    guard: Guard = (work) => work(),
  ) {
    this.#rows = rows;
    this.#column = column;
    this.#index = columnIndex(column);
    this.#passes = passes;
    this.#guard = guard;
    this.#verdicts[ABSENT] = FAILS;
    this.#verdicts[OTHER] = FAILS;
  }

  /** Removes the rows whose value does not pass; an absent value never does. */
  narrow(block: Block, bits: Bits): void {
    const codes = block.segment.codes[this.#index] as Codes;
    this.#learn();
    const others = block.segment.hasOther(this.#index) ? this.#others(block, bits, codes) : [];
    const allTried = this.#tried === this.#dictionary.codes;
    if (!allTried) this.#guard(() => this.#keep(bits, codes));
    else if (this.#any) this.#keep(bits, codes);
    else bits.fill(0);
    for (const row of others) setBit(bits, row);
  }

  get #dictionary(): Dictionary {
    return this.#rows.dictionary(this.#column);
  }

  /** Rows among `bits` with a value beyond the dictionary that passes. */
  #others(block: Block, bits: Bits, codes: Codes): readonly number[] {
    const passing: number[] = [];
    const { serial } = block.segment;
    const { texts } = block;
    const values: (readonly [row: number, value: string])[] = [];
    for (let row = nextBit(bits, block.from); row >= 0; row = nextBit(bits, row + 1)) {
      if (codes[row] !== OTHER) continue;
      if (texts.kind === 'assumed') {
        // Its value may be in the text.
        if (texts.as === 'passes') passing.push(row);
        continue;
      }
      const value = this.#rows.value(entryId(serial, row), this.#column);
      if (value !== null) values.push([row, value]);
    }
    // Long logs are read first, so that their time is not blamed on the pattern.
    this.#guard(() => {
      for (const [row, value] of values) if (this.#passes(value)) passing.push(row);
    });
    return passing;
  }

  /** Tests some of the values added to the dictionary since the last call. */
  #learn(): void {
    const { codes } = this.#dictionary;
    if (this.#tried === codes) return;
    if (codes > this.#verdicts.length) {
      const wider = new Uint8Array(Math.max(codes, this.#verdicts.length * 2));
      wider.set(this.#verdicts);
      this.#verdicts = wider;
    }
    const end = Math.min(codes, this.#tried + BATCH);
    this.#guard(() => {
      for (let code = this.#tried; code < end; code += 1) this.#verdict(code);
    });
    for (; this.#tried < end; this.#tried += 1) {
      if (this.#verdicts[this.#tried] === PASSES) this.#any = true;
    }
  }

  #verdict(code: number): number {
    const known = this.#verdicts[code] as number;
    if (known !== UNTRIED) return known;
    const verdict = this.#passes(this.#dictionary.valueOf(code) ?? '') ? PASSES : FAILS;
    this.#verdicts[code] = verdict;
    return verdict;
  }

  #keep(bits: Bits, codes: Codes): void {
    const verdicts = this.#verdicts;
    for (let word = 0; word < bits.length; word += 1) {
      let left = bits[word] as number;
      if (left === 0) continue;
      let kept = left;
      const base = word << 5;
      while (left !== 0) {
        const lowest = left & -left;
        const code = codes[base + 31 - Math.clz32(lowest)] as number;
        const known = verdicts[code] as number;
        if ((known === UNTRIED ? this.#verdict(code) : known) === FAILS) kept &= ~lowest;
        left &= left - 1;
      }
      bits[word] = kept;
    }
  }
}

/** Matches if the column's value passes. */
export function columnTest(
  rows: Rows,
  column: ColumnName,
  passes: (value: string) => boolean,
  guard?: Guard,
): Test {
  const values = new AllowedValues(rows, column, passes, guard);
  return { cost: 1, narrow: (block, bits) => values.narrow(block, bits) };
}
