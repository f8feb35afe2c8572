import { COLUMN_FACTS, COLUMNS, type ColumnName } from '../../events/storage/columns.ts';
import { printableStart } from '../../text/printable.ts';
import type { Style } from '../../text/style.ts';
import { type Span, span } from '../../ui/line.ts';
import { theme, valueStyle } from '../../ui/theme.ts';

/**
 * Words the labels were seen to hold; anything else is drawn plain. What was blocked is dealt with; what was only
 * logged matched a rule and passed, and may need somebody.
 */
const OF_STATUS: Readonly<Record<string, Style>> = {
  blocked: theme.faint,
  challenged: theme.plain,
  logged: theme.passed,
};

/** What was done with the request, told apart by its word. */
export const statusCell = (status: string | null): Span => {
  const folded = (status ?? '').toLowerCase();
  return span(
    printableStart(status || '–'),
    Object.hasOwn(OF_STATUS, folded) ? OF_STATUS[folded] : theme.plain,
  );
};

/** The style of a value in a column whose equal values share a colour; `other` in every other column. */
export const colouredStyle = (column: ColumnName, value: string | null, other: Style): Style =>
  value && COLUMN_FACTS[column].coloured ? valueStyle(value) : other;

/** Columns by the name that an entry has for the field, as `RemoteIp`, in lower case. */
const BY_NAME: ReadonlyMap<string, ColumnName> = new Map(
  COLUMNS.map((column) => [column.toLowerCase(), column]),
);

/** The same by the name that an entry has for the field. */
export function colouredField(key: string, value: string, other: Style): Style {
  const column = BY_NAME.get(key.toLowerCase());
  return column ? colouredStyle(column, value, other) : other;
}
