import type { ColumnName } from '../columns.ts';
import { fieldOfColumn } from './fields.ts';

/** A text that may stand after a colon as it is: no space, no star, nothing the language gives a meaning. */
const PLAIN = /^[^\s"()*]+$/;

/** A value as it is typed in a filter, quoted where it must be. */
export const quoted = (value: string): string =>
  `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/** The term that keeps entries with this value; null for a column that no field names. */
export function includeTerm(column: ColumnName, value: string | null): string | null {
  const field = fieldOfColumn(column);
  if (!field) return null;
  if (value === null) return `-${field.name}:*`;
  // Where a colon looks within, only a pattern from end to end says "this and no more".
  if (field.comparison === 'contains' && value !== '') return `${field.name}:${quoted(value)}`;
  return `${field.name}:${PLAIN.test(value) ? value : quoted(value)}`;
}

/** The term that takes away entries with this value. */
export function excludeTerm(column: ColumnName, value: string | null): string | null {
  const term = includeTerm(column, value);
  if (term === null) return null;
  return term.startsWith('-') ? term.slice(1) : `-${term}`;
}

/** The term that keeps entries whose log or labels contain the text. */
export const wordTerm = (text: string): string => quoted(text);
