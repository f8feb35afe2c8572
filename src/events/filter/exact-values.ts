import type { ColumnName } from '../storage/columns.ts';
import { fieldNamed } from './fields.ts';
import { tokenize } from './tokens.ts';

/** The values, of those typed without quotes, that columns must have from end to end. */
export function exactValues(
  text: string,
): readonly { readonly column: ColumnName; readonly value: string }[] {
  return tokenize(text, fieldNamed).tokens.flatMap((token) => {
    if (token.kind !== 'term' || token.quoted || token.value === '') return [];
    const { field, operator = '', value } = token;
    const isExact = field?.comparison === 'is' && EQUAL.has(operator) && !value.includes('*');
    return isExact && field.target?.kind === 'column'
      ? [{ column: field.target.column, value }]
      : [];
  });
}

const EQUAL: ReadonlySet<string> = new Set([':', '=', '!=']);
