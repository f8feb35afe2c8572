import type { EventLabels } from '../../contract/operations/event-logs.ts';
import { ABSENT, COLUMNS, type DictionaryLimits, FIRST_VALUE, LABELS, OTHER } from './columns.ts';
import { Dictionary } from './dictionary.ts';
import type { Codes } from './draft.ts';
import { logFields } from './log-fields.ts';
import type { Segment } from './segment.ts';

/** What the codes of a segment stand for, by column, in the order of the codes from {@link FIRST_VALUE} on. */
export type CodedValues = readonly (readonly string[])[];

/** A segment with codes of its own, while its rows are given those of another coder. */
export interface Recoding {
  readonly from: Segment;
  readonly values: CodedValues;
  /** By column and by code there: the code here, zero while it is not known. */
  readonly known: readonly Uint16Array[];
}

/** The codes are asked for as rows that bear them come: a row that is not taken in leaves no value behind. */
export const recoding = (from: Segment, values: CodedValues): Recoding => ({
  from,
  values,
  known: values.map(({ length }) => new Uint16Array(FIRST_VALUE + length)),
});

/** Gives every field of a row its code. */
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

  /** Fills in the codes of a row. */
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

  /** Fills in the codes of a row that says what row `at` of `recoding` says. */
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

  /** What the codes stand for that were given since {@link clear}. */
  get values(): CodedValues {
    return this.dictionaries.map(({ values }) => values);
  }

  /** Forgets all values: codes are given anew. */
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
