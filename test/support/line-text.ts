import { stripVTControlCharacters } from 'node:util';
import type { SpokenItem } from '../../src/text/spoken.ts';
import { APART, sideBySide } from '../../src/ui/layout.ts';
import { isStyled, type Line, type RowContent } from '../../src/ui/line.ts';
import { type RecordItem, recordLines } from '../../src/ui/record-lines.ts';

/** The text of a line without styles. */
export const lineText = (line: Line | SpokenItem): string =>
  'kind' in line ? ('text' in line ? line.text : '') : line.map(({ text }) => text).join('');

/** The text of lines without trailing blanks. */
export const linesText = (lines: readonly (Line | SpokenItem)[]): readonly string[] =>
  lines.map((line) => lineText(line).trimEnd());

/** The text of composed lines without trailing blanks. */
export const styledText = (lines: readonly RowContent[]): readonly string[] =>
  lines.filter(isStyled).map((line) => stripVTControlCharacters(line).trimEnd());

/** The text of details in the given number of columns. */
export const recordText = (items: readonly RecordItem[], columns: number): readonly string[] =>
  styledText(recordLines(items, { columns, rows: 1000 }));

/** The details that a screen of the given width shows beside its list. */
export function detailsBeside(screen: readonly string[], columns: number): readonly string[] {
  const beside = sideBySide({ columns }, true, true);
  const from = beside ? beside.list + APART : columns;
  return screen.map((line) => line.slice(from).trimEnd());
}
