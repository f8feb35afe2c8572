import { isLinear } from '../text/linear.ts';
import { type Printable, words } from '../text/printable.ts';
import { width, wrapLines } from '../text/width.ts';
import { compose, fitLine, type Styled, span } from './line.ts';
import type { RecordField } from './record-table.tsx';
import { theme } from './theme.ts';

/** Values keep at least this many columns, however long the names are. */
const LEAST_VALUE = 20;

/** A record as plain lines, names aligned: for where a table has no room. Long values go on below. */
export function recordLines(fields: readonly RecordField[], columns: number): readonly Styled[] {
  if (isLinear(columns)) {
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
