import { type Printable, words } from '../text/printable.ts';
import type { Room } from '../text/spoken.ts';
import { width, wrapLines } from '../text/width.ts';
import { compose, fitLine, type Styled, span } from './line.ts';
import { theme } from './theme.ts';

/** One line of a record: what it is, and its value. */
export interface RecordField {
  readonly name: Printable;
  readonly value: Printable;
}

/** Values keep at least this many columns, however long the names are. */
const LEAST_VALUE = 20;

/** A record as plain lines, names aligned. Long values go on below. */
export function recordLines(
  fields: readonly RecordField[],
  { kind, columns }: Room,
): readonly Styled[] {
  if (kind === 'spoken') {
    return fields.map(({ name, value }) => compose([span(words`${name}: ${value}`)], columns));
  }
  const widest = fields.reduce((most, { name }) => Math.max(most, width(name)), 0);
  const names = Math.max(0, Math.min(widest + 2, columns - LEAST_VALUE));
  return fields.flatMap(({ name, value }) =>
    wrapLines(value, Math.max(1, columns - names)).map((text: Printable, at: number) =>
      compose(
        [...fitLine([span(at === 0 ? name : words``, theme.faint)], names), span(text)],
        columns,
      ),
    ),
  );
}
