import { type Printable, words } from '../text/printable.ts';
import type { Room } from '../text/spoken.ts';
import { width } from '../text/width.ts';
import { compose, gap, type Line, lineWidth, type RowContent, type Span, span } from './line.ts';
import { spokenTab, textOf } from './spoken.ts';
import { theme } from './theme.ts';

interface Tab {
  readonly name: Printable;
  /** Its state, before its name. */
  readonly sign?: Span | null;
  /** What it contains, after its name. */
  readonly mark?: Span | undefined;
}

const ZONE_KEYS = { drawn: words`[ ]`, spoken: words`[ and ]` };

/** Columns for the numbers of hidden tabs, and the keys. */
const COUNTS = 14;

/** The tabs of a pane: the selected one inverted, hidden ones counted. `keys` change the tab. */
export function tabBar(
  tabs: readonly Tab[],
  selected: number,
  room: Room,
  keys = ZONE_KEYS,
): RowContent {
  if (room.kind === 'spoken') {
    const names = tabs.map(({ name, mark }) => (mark ? words`${name} ${mark.text}` : name));
    return spokenTab({ names, selected, keys: keys.spoken });
  }
  const piece = (at: number): Line => {
    const { name = words``, sign, mark } = tabs[at] ?? {};
    const line = [
      ...(sign ? [gap(1), sign] : []),
      span(words` ${name} `),
      ...(mark ? [mark, gap(1)] : []),
    ];
    return at === selected ? [span(textOf(line), theme.selected)] : line;
  };
  let from = Math.max(0, selected);
  let to = Math.min(tabs.length, from + 1);
  const keysAt = room.columns - width(keys.drawn) - 2;
  const whole = tabs.reduce((sum, _, at) => sum + lineWidth(piece(at)), 1);
  const free = whole <= keysAt ? keysAt : room.columns - COUNTS;
  let taken = lineWidth(piece(from));
  for (let grown = true; grown; ) {
    grown = false;
    for (const at of [to, from - 1]) {
      if (at < 0 || at >= tabs.length) continue;
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
  if (to < tabs.length) line.push(span(words` ${tabs.length - to}›`, theme.faint));
  if (tabs.length > 1) line.push(gap(2), span(keys.drawn, theme.key));
  return compose(line, room.columns);
}
