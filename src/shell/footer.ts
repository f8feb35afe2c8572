import type { Command } from '../commands/command.ts';
import { keyName } from '../commands/key-name.ts';
import { liveKeys } from '../commands/table.ts';
import type { Notice } from '../state/console-state.ts';
import { type Printable, words } from '../text/printable.ts';
import {
  between,
  compose,
  type Line,
  lineWidth,
  type Span,
  type Styled,
  span,
} from '../ui/line.ts';
import { theme } from '../ui/theme.ts';

/** What the footer says of a command; undefined when it is not worth a place there. */
export const footerOf = ({ footer }: Command): Printable | undefined =>
  typeof footer === 'function' ? footer() : footer;

/** The keys worth knowing here: each command that asks for a place, by its first live key, while there is room. */
export function footerLine(table: readonly Command[], columns: number): Styled {
  const line: Span[] = [span(words` `)];
  for (const command of table) {
    const [key] = liveKeys(table, command);
    const does = footerOf(command);
    if (does === undefined || key === undefined) continue;
    const piece = [
      span(keyName(key), theme.key),
      span(words` ${does}   `, command.unavailable?.() ? theme.faint : theme.plain),
    ];
    if (lineWidth(line) + lineWidth(piece) > columns) break;
    line.push(...piece);
  }
  return compose(line, columns);
}

/** Where the cursor stands in the list that has the keys, if one has. */
export const placeOf = (table: readonly Command[]): Printable | undefined =>
  table.find(({ place }) => place)?.place?.();

/** The last sentence said, until the next key; at its end, where there is room, where the cursor stands. */
export function noticeLine(
  notice: Notice | null,
  columns: number,
  place?: Printable | undefined,
): Styled {
  const style = !notice || notice.tone === 'info' ? theme.accent : theme[notice.tone];
  const said: Line = notice ? [span(words` ${notice.text}`, style)] : [];
  const end: Line = place === undefined ? [] : [span(words`${place} `, theme.faint)];
  const fits = place !== undefined && lineWidth(said) + 2 + lineWidth(end) <= columns;
  return compose(fits ? between(said, end, columns) : said, columns);
}
