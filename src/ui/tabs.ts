import { type Printable, words } from '../text/printable.ts';
import type { Room } from '../text/spoken.ts';
import { compose, gap, type Line, lineWidth, type RowContent, type Span, span } from './line.ts';
import { spokenTab } from './spoken.ts';
import { theme } from './theme.ts';

/** The tabs of a pane: the selected one inverted, hidden ones counted. `signs`: state of each tab, before its name. */
export function tabBar(
  names: readonly Printable[],
  selected: number,
  room: Room,
  signs: readonly (Span | null)[] = [],
): RowContent {
  if (room.kind === 'spoken') return spokenTab({ names, selected, keys: words`[ and ]` });
  const piece = (at: number): Line => {
    const name = names[at] ?? words``;
    const sign = signs[at];
    if (at === selected) {
      return [span(sign ? words` ${sign.text} ${name} ` : words` ${name} `, theme.selected)];
    }
    return [...(sign ? [span(words` `), sign] : []), span(words` ${name} `)];
  };
  let from = Math.max(0, selected);
  let to = Math.min(names.length, from + 1);
  const free = room.columns - 14;
  let taken = lineWidth(piece(from));
  for (let grown = true; grown; ) {
    grown = false;
    for (const at of [to, from - 1]) {
      if (at < 0 || at >= names.length) continue;
      const wide = lineWidth(piece(at));
      if (taken + wide > free) continue;
      taken += wide;
      if (at === to) to += 1;
      else from -= 1;
      grown = true;
    }
  }
  const line: Span[] = [span(from > 0 ? words`‹${from} ` : words` `, theme.faint)];
  for (let at = from; at < to; at += 1) line.push(...piece(at));
  if (to < names.length) line.push(span(words` ${names.length - to}›`, theme.faint));
  if (names.length > 1) line.push(gap(2), span(words`[ ]`, theme.key));
  return compose(line, room.columns);
}
