import { type Printable, words } from '../text/printable.ts';
import { PLAIN } from '../text/style.ts';
import type { Styled } from './line.ts';
import { compose, span } from './line.ts';
import { type RecordItem, recordLines } from './record-lines.ts';
import { theme } from './theme.ts';

/** So many lines say why the row under the cursor is as it is, below a list that has the room. */
const ROWS = { least: 2, most: 4 };
/** A list with fewer lines than this keeps them all. */
const LEAST_LIST = 8;

/** How many lines of `rows` say why; the rule above them comes on top. */
export const whyRows = (rows: number): number =>
  rows < LEAST_LIST ? 0 : Math.min(ROWS.most, Math.max(ROWS.least, Math.floor(rows / 8)));

/** A line across, above what stands below a list. */
export const ruleLine = (columns: number): Styled =>
  compose([span('─'.repeat(columns) as Printable, theme.rule)], columns);

/**
 * The sentences about the row under the cursor, wrapped under a rule: their cell in the list is too narrow for them.
 * As many lines whatever they say, so that the list stands still while the cursor moves.
 *
 * @param key the key that shows all of them
 */
export function whyLines(
  items: readonly RecordItem[],
  { columns, rows }: { readonly columns: number; readonly rows: number },
  key: Printable,
): readonly Styled[] {
  if (rows === 0) return [];
  const lines = recordLines(items, { columns, rows });
  const rest = lines.length - rows + 1;
  const shown =
    lines.length <= rows
      ? [...lines, ...Array<Styled>(rows - lines.length).fill(compose([], columns))]
      : [
          ...lines.slice(0, rows - 1),
          compose(
            [
              span(words`… ${rest} more ${rest === 1 ? words`line` : words`lines`}: `, PLAIN),
              span(key, theme.key),
            ],
            columns,
          ),
        ];
  return [ruleLine(columns), ...shown];
}
