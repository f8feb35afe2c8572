import type { EventLabels } from '../../contract/operations/event-logs.ts';
import { ABSENT, COLUMNS, type DictionaryLimits, FIRST_VALUE, LABELS, OTHER } from './columns.ts';
import { Dictionary } from './dictionary.ts';
import type { Codes } from './draft.ts';
import { logFields } from './log-fields.ts';
import type { Segment } from './segment.ts';

/** The values of a segment's codes, by column, from {@link FIRST_VALUE} on. */
export type CodedValues = readonly (readonly string[])[];

/** A segment with codes of its own whose rows are recoded. */
export interface Recoding {
  readonly from: Segment;
  readonly values: CodedValues;
  /** The new code by column and old code; zero while unknown. */
  readonly known: readonly Uint16Array[];
}

/** Codes are assigned when a row needs them, so that rejected rows add no values. */
export const recoding = (from: Segment, values: CodedValues): Recoding => ({
  from,
  values,
  known: values.map(({ length }) => new Uint16Array(FIRST_VALUE + length)),
});

/** Assigns a code to every field of a row. */
export class RowCoder {
  /** By the index of the column in `COLUMNS`. */
  readonly dictionaries: readonly Dictionary[];

  constructor(limits: DictionaryLimits) {
    this.dictionaries = COLUMNS.map(() => new Dictionary(limits));
  }

  get byteLength(): number {
    let bytes = 0;
    for (const dictionary of this.dictionaries) bytes += dictionary.byteLength;
    return bytes;
  }

  /** Sets the codes of a row. */
  code(segment: Segment, row: number, labels: EventLabels, log: string): void {
    for (const [label, name] of LABELS.entries()) {
      const code = this.#encode(label, labels[name]);
      this.#put(segment, row, label, code);
      if (code === OTHER) segment.keepOddLabel(row, label, labels[name] ?? '');
    }
    const { texts } = logFields(log);
    for (let extract = 0; extract < texts.length; extract += 1) {
      const column = LABELS.length + extract;
      this.#put(segment, row, column, this.#encode(column, texts[extract] ?? null));
    }
  }

  /** Sets the codes of a row that is a copy of row `at` of `recoding`. */
  recode(segment: Segment, row: number, { from, values, known }: Recoding, at: number): void {
    for (let column = 0; column < COLUMNS.length; column += 1) {
      const there = (from.codes[column] as Codes)[at] as number;
      const codes = known[column] as Uint16Array;
      let code = there < FIRST_VALUE ? there : (codes[there] as number);
      const value = there < FIRST_VALUE ? undefined : values[column]?.[there - FIRST_VALUE];
      if (code === ABSENT && there !== ABSENT) {
        code = this.#encode(column, value ?? '');
        codes[there] = code;
      }
      this.#put(segment, row, column, code);
      if (code !== OTHER || column >= LABELS.length) continue;
      segment.keepOddLabel(row, column, value ?? from.oddLabel(at, column) ?? '');
    }
  }

  /** The values of the codes given since {@link clear}. */
  get values(): CodedValues {
    return this.dictionaries.map(({ values }) => values);
  }

  /** Forgets all values and starts codes again. */
  clear(): void {
    for (const dictionary of this.dictionaries) dictionary.clear();
  }

  #encode(column: number, value: string | null): number {
    return (this.dictionaries[column] as Dictionary).encode(value);
  }

  #put(segment: Segment, row: number, column: number, code: number): void {
    (segment.codes[column] as Codes)[row] = code;
    if (code === OTHER) segment.markOther(column);
  }
}
