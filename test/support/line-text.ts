import { stripVTControlCharacters } from 'node:util';
import type { Line, Styled } from '../../src/ui/line.ts';

/** What a line says, without its styles. */
export const lineText = (line: Line): string => line.map(({ text }) => text).join('');

/** What lines say, without blanks at their ends. */
export const linesText = (lines: readonly Line[]): readonly string[] =>
  lines.map((line) => lineText(line).trimEnd());

/** What composed lines say, without blanks at their ends. */
export const styledText = (lines: readonly Styled[]): readonly string[] =>
  lines.map((line) => stripVTControlCharacters(line).trimEnd());
