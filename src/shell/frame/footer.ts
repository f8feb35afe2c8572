import type { Command } from '../../commands/command.ts';
import { liveKeys } from '../../commands/table.ts';
import type { Notice } from '../../state/console-state.ts';
import { type KeyNames, keyFor, keyName } from '../../state/key-names.ts';
import { type Printable, words } from '../../text/printable.ts';
import {
  between,
  compose,
  type Line,
  lineWidth,
  type Span,
  type Styled,
  span,
} from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';

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

const linesOf = (keyNames: KeyNames): readonly Line[] => [
  [
    span(words` This is a demo`, theme.strong),
    span(words`: an embedded platform, an invented world.`),
  ],
  [
    span(words` warren init`, theme.key),
    span(words`, at the prompt, sets up a service of your own.`),
  ],
  [
    span(words` ${keyFor(keyNames, 'help', words`?`)}`, theme.key),
    span(words` shows the keys, `),
    span(keyFor(keyNames, 'quit', words`q`), theme.key),
    span(words` leaves. Any key hides these lines.`),
  ],
];

/** What a newcomer needs, until the first key: that this is a demo, how to leave it, where help is. */
export const hintLines = (keyNames: KeyNames, columns: number): readonly Styled[] =>
  linesOf(keyNames).map((line) => compose(line, columns));
