import { type Printable, printable, words } from '../../text/printable.ts';
import { pad, width } from '../../text/width.ts';
import { gap, type Line, span } from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';

/** A place in a text, both from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Of a long line, as much as this is shown before the place: minified JSON is one line. */
const BEFORE = 24;

/** The lines from `first` to `last`, as far as there are such, found without taking the whole text apart. */
function linesBetween(text: string, first: number, last: number): readonly string[] {
  let start = 0;
  for (let line = 1; line < first; line += 1) {
    const end = text.indexOf('\n', start);
    if (end < 0) return [];
    start = end + 1;
  }
  const found: string[] = [];
  for (let line = first; line <= last; line += 1) {
    const end = text.indexOf('\n', start);
    found.push(text.slice(start, end < 0 ? undefined : end).replace(/\r$/, ''));
    if (end < 0) break;
    start = end + 1;
  }
  return found;
}

/**
 * The lines of `text` around a place with their numbers, a mark under its column. Long lines are shown from
 * shortly before that column on, all of them from the same one.
 */
export function excerpt(
  text: string,
  { line, column }: Place,
  { around, columns }: { readonly around: number; readonly columns: number },
): readonly Line[] {
  const first = Math.max(1, line - around);
  const shown = linesBetween(text, first, line + around);
  const digits = String(first + shown.length).length;
  const room = Math.max(8, columns - digits - 4);
  const skipped = column + BEFORE > room ? Math.max(0, column - 1 - BEFORE) : 0;
  return shown.flatMap((content, index): Line[] => {
    const number = first + index;
    const isHere = number === line;
    const label = pad(String(number) as Printable, digits, 'right');
    // What stands far right of the room is cut off before it is made printable: lines may be megabytes.
    const part = printable(content.slice(skipped, skipped + 4 * room));
    const gutter = span(words` ${label} │ `, isHere ? theme.warn : theme.faint);
    const drawn: Line = [gutter, span(part, isHere ? theme.plain : theme.faint)];
    if (!isHere) return [drawn];
    const until = width(printable(content.slice(skipped, column - 1)));
    return [drawn, [gap(digits + 4 + until), span(words`▲`, theme.warn)]];
  });
}
