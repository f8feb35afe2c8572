import type { Command } from '../commands/command.ts';
import { keyName } from '../commands/key-name.ts';
import { liveKeys } from '../commands/table.ts';
import type { Notice } from '../state/console-state.ts';
import { words } from '../text/printable.ts';
import { compose, lineWidth, type Span, type Styled, span } from '../ui/line.ts';
import { theme } from '../ui/theme.ts';

/** The keys worth knowing here: each command that asks for a place, by its first live key, while there is room. */
export function footerLine(table: readonly Command[], columns: number): Styled {
  const line: Span[] = [span(words` `)];
  for (const command of table) {
    if (!command.footer) continue;
    const [key] = liveKeys(table, command);
    if (key === undefined) continue;
    const piece = [
      span(keyName(key), theme.key),
      span(words` ${command.footer}   `, command.unavailable?.() ? theme.faint : theme.plain),
    ];
    if (lineWidth(line) + lineWidth(piece) > columns) break;
    line.push(...piece);
  }
  return compose(line, columns);
}

/** The last sentence said, until the next key. */
export function noticeLine(notice: Notice | null, columns: number): Styled {
  if (!notice) return compose([], columns);
  const style = notice.tone === 'info' ? theme.accent : theme[notice.tone];
  return compose([span(words` ${notice.text}`, style)], columns);
}
