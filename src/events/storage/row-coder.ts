import type { EventLabels } from '../../contract/operations/event-logs.ts';
import {
  ABSENT,
  COLUMNS,
  type DictionaryLimits,
  EXTRACTS,
  FIRST_VALUE,
  LABELS,
  OTHER,
} from './columns.ts';
import { ByteDictionary, type ByteValues, type Dictionary, TextDictionary } from './dictionary.ts';
import type { Codes } from './draft.ts';
import { type ByteSource, byteSource } from './identity.ts';
import { LogScanner } from './log-scanner.ts';
import type { Segment } from './segment.ts';

/** What the codes of a segment stand for, of each column in the order of the codes. */
export interface CodedValues {
  readonly labels: readonly (readonly string[])[];
  readonly extracts: readonly ByteValues[];
}

/** A segment with codes of its own, while its rows are given those of another coder. */
export interface Recoding {
  readonly from: Segment;
  readonly values: CodedValues;
  /** Of each extract, what its values are read from. */
  readonly sources: readonly ByteSource[];
  /** By column and by code there: the code here, zero while it is not known. */
  readonly known: readonly Uint16Array[];
}

/** The codes are asked for as rows that bear them come: a row that is not taken in leaves no value behind. */
export const recoding = (from: Segment, values: CodedValues): Recoding => ({
  from,
  values,
  sources: values.extracts.map(({ bytes }) => byteSource(Buffer.from(bytes.buffer))),
  known: [
    ...values.labels.map(({ length }) => new Uint16Array(FIRST_VALUE + length)),
    ...values.extracts.map(({ ends }) => new Uint16Array(FIRST_VALUE + ends.length)),
  ],
});

/** Gives every field of a row its code. */
export class RowCoder {
  readonly #labels: readonly TextDictionary[];
  readonly #extracts: readonly ByteDictionary[];
  readonly #scanner = new LogScanner();
  /** The text that is being coded. */
  #source: ByteSource = byteSource(Buffer.alloc(0));
  /** By the index of the column in `COLUMNS`. */
  readonly dictionaries: readonly Dictionary[];

  constructor(limits: DictionaryLimits, seed: number) {
    this.#labels = LABELS.map(() => new TextDictionary(limits));
    this.#extracts = EXTRACTS.map((_, extract) => new ByteDictionary(limits, seed + extract));
    this.dictionaries = [...this.#labels, ...this.#extracts];
  }

  get byteLength(): number {
    let bytes = 0;
    for (const dictionary of this.dictionaries) bytes += dictionary.byteLength;
    return bytes;
  }

  /** Fills in the codes of a row whose log has been written into `text`. */
  code(segment: Segment, row: number, labels: EventLabels, text: Buffer): void {
    for (const [label, name] of LABELS.entries()) {
      const value = labels[name];
      const code = (this.#labels[label] as TextDictionary).encode(value);
      if (code === OTHER) {
        segment.markOther(label);
        segment.keepOddLabel(row, label, value ?? '');
      }
      (segment.codes[label] as Codes)[row] = code;
    }
    if (this.#source.bytes !== text) this.#source = byteSource(text);
    this.#scanner.scan(text, segment.startOf(row), segment.endOf(row));
    for (let extract = 0; extract < EXTRACTS.length; extract += 1) {
      const codes = segment.codes[LABELS.length + extract] as Codes;
      const code = this.#codeOfExtract(extract);
      codes[row] = code;
      if (code === OTHER) segment.markOther(LABELS.length + extract);
    }
  }

  /** Fills in the codes of a row that says what row `at` of `recoding` says. */
  recode(
    segment: Segment,
    row: number,
    { from, values, sources, known }: Recoding,
    at: number,
  ): void {
    for (let column = 0; column < COLUMNS.length; column += 1) {
      const there = (from.codes[column] as Codes)[at] as number;
      const codes = known[column] as Uint16Array;
      let code = there < FIRST_VALUE ? there : (codes[there] as number);
      if (code === ABSENT && there !== ABSENT) {
        const value = there - FIRST_VALUE;
        const extract = column - LABELS.length;
        code =
          extract < 0
            ? (this.#labels[column] as TextDictionary).encode(values.labels[column]?.[value] ?? '')
            : this.#encodeBytes(extract, sources[extract] as ByteSource, values, value);
        codes[there] = code;
      }
      (segment.codes[column] as Codes)[row] = code;
      if (code !== OTHER) continue;
      segment.markOther(column);
      if (column >= LABELS.length) continue;
      const label =
        there === OTHER ? from.oddLabel(at, column) : values.labels[column]?.[there - FIRST_VALUE];
      segment.keepOddLabel(row, column, label ?? '');
    }
  }

  /** What the codes stand for that were given since {@link clear}. */
  get values(): CodedValues {
    return {
      labels: this.#labels.map(({ values }) => values),
      extracts: this.#extracts.map(({ values }) => values),
    };
  }

  /** Forgets all values: codes are given anew. */
  clear(): void {
    for (const dictionary of [...this.#labels, ...this.#extracts]) dictionary.clear();
  }

  /** The value of an extract that has no code, from the log itself. */
  extractFrom(text: Buffer, segment: Segment, row: number, extract: number): string | null {
    this.#scanner.scan(text, segment.startOf(row), segment.endOf(row));
    return this.#scanner.textOf(extract) ?? null;
  }

  /** The values of all extracts. */
  extractsFrom(text: Buffer, segment: Segment, row: number): readonly (string | null)[] {
    this.#scanner.scan(text, segment.startOf(row), segment.endOf(row));
    return EXTRACTS.map((_, extract) => this.#scanner.textOf(extract) ?? null);
  }

  /** The whole Url of a log. */
  urlFrom(text: Buffer, segment: Segment, row: number): string | null {
    this.#scanner.scan(text, segment.startOf(row), segment.endOf(row));
    return this.#scanner.url ?? null;
  }

  #encodeBytes(extract: number, source: ByteSource, values: CodedValues, value: number): number {
    const { ends } = values.extracts[extract] as ByteValues;
    const start = value === 0 ? 0 : (ends[value - 1] as number);
    return (this.#extracts[extract] as ByteDictionary).encode(source, start, ends[value] as number);
  }

  #codeOfExtract(extract: number): number {
    const scanner = this.#scanner;
    const start = scanner.starts[extract] as number;
    if (start < 0) return ABSENT;
    const dictionary = this.#extracts[extract] as ByteDictionary;
    if (scanner.escaped[extract] === 0) {
      return dictionary.encode(this.#source, start, scanner.ends[extract] as number);
    }
    const unescaped = scanner.textOf(extract);
    if (unescaped === undefined) return ABSENT;
    const own = byteSource(Buffer.from(unescaped));
    return dictionary.encode(own, 0, own.bytes.length);
  }
}
