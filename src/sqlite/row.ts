import { isDate } from '../text/time.ts';
import { damaged } from './database.ts';

/** A row as SQLite hands it over: the file is not believed. */
export type Row = Readonly<Record<string, unknown>>;

/**
 * A time, milliseconds since the epoch.
 *
 * @throws DatabaseError for what is none
 */
export function timeOf(value: unknown, path: string): number {
  if (isDate(value)) return value;
  throw damaged(path, 'a time is none');
}

/** Characters of a text: more than the service says, and few enough to be drawn. */
const LONGEST_TEXT = 20_000;

/**
 * A column of texts in SQL, under its name or another; NULL where one takes more bytes than {@link textOf} may need. A
 * forged file may have the same long text in many rows: it is not loaded.
 */
export function textColumn(column: string, name = column, longest = LONGEST_TEXT): string {
  return `iif(octet_length(${column}) > ${4 * longest}, NULL, ${column}) AS ${name}`;
}

export const textOf = (value: unknown, longest = LONGEST_TEXT): string | null =>
  typeof value === 'string' ? value.slice(0, longest) : null;

export const numberOrNull = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;
