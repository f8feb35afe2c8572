import type { ColumnName } from '../columns.ts';
import { FIELDS, fieldNamed } from './fields.ts';
import { quoted } from './write-term.ts';

/** What could be typed next. */
export interface Completion {
  /** The text from {@link from} up to the cursor is replaced by this. */
  readonly text: string;
  readonly doc: string;
}

export interface Completions {
  /** UTF-16 units before the part that is completed. */
  readonly from: number;
  readonly options: readonly Completion[];
}

const WORD = /(?:^|[\s(])[-!]?([A-Za-z]*)$/;
const VALUE = /(?:^|[\s(])[-!]?([A-Za-z]+)(?:!=|[:=])("?[^\s"]*)$/;

/**
 * What may follow the text before the cursor: names of fields, or values of the field just named.
 *
 * @param valuesOf the frequent values of a column, most frequent first: a facet's
 */
export function complete(
  before: string,
  valuesOf: (column: ColumnName) => readonly { readonly value: string; readonly count: number }[],
): Completions {
  const value = VALUE.exec(before);
  if (value) {
    const [, name = '', typed = ''] = value;
    const subject = fieldNamed(name)?.subject;
    const begun = typed.replace(/^"/, '').toLowerCase();
    const options =
      subject?.kind === 'column'
        ? valuesOf(subject.column)
            .filter((one) => one.value.toLowerCase().startsWith(begun))
            .map(({ value, count }) => ({
              text: /^[^\s"()*]+$/.test(value) ? value : quoted(value),
              doc: String(count),
            }))
        : [];
    return { from: before.length - typed.length, options };
  }
  const begun = (WORD.exec(before)?.[1] ?? '').toLowerCase();
  const options = FIELDS.filter(
    ({ name, aliases }) => [name, ...aliases].some((one) => one.startsWith(begun)) && begun !== '',
  ).map(({ name, doc, example }) => ({ text: `${name}:`, doc: `${doc}; ${example}` }));
  return { from: before.length - begun.length, options };
}
