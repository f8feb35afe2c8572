import { stripVTControlCharacters } from 'node:util';
import type { SpokenItem } from '../../src/text/spoken.ts';
import { APART, sideBySide } from '../../src/ui/layout.ts';
import { isStyled, type Line, type RowContent } from '../../src/ui/line.ts';
import { type RecordItem, recordLines } from '../../src/ui/record-lines.ts';

/** What a line says, without its styles. */
export const lineText = (line: Line | SpokenItem): string =>
  'kind' in line ? ('text' in line ? line.text : '') : line.map(({ text }) => text).join('');

/** What lines say, without blanks at their ends. */
export const linesText = (lines: readonly (Line | SpokenItem)[]): readonly string[] =>
  lines.map((line) => lineText(line).trimEnd());

/** What composed lines say, without blanks at their ends. */
export const styledText = (lines: readonly RowContent[]): readonly string[] =>
  lines.filter(isStyled).map((line) => stripVTControlCharacters(line).trimEnd());

/** What details say in so many columns. */
export const recordText = (items: readonly RecordItem[], columns: number): readonly string[] =>
  styledText(recordLines(items, { columns, rows: 1000 }));

/** What a screen of so many columns shows at the right of its list. */
export function detailsBeside(screen: readonly string[], columns: number): readonly string[] {
  const beside = sideBySide({ columns }, true, true);
  const from = beside ? beside.list + APART : columns;
  return screen.map((line) => line.slice(from).trimEnd());
}
