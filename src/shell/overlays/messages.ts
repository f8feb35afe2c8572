import type { PaneContext } from '../../panes/pane.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import { words } from '../../text/printable.ts';
import { timeOfDay } from '../../text/time.ts';
import { pad, wrapLines } from '../../text/width.ts';
import { type Line, span } from '../../ui/line.ts';
import { type Column, emptyLines, tableLines } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { listOverlay, type Overlay } from '../overlay.tsx';

/** The cursor's mark, and a time with what stands before the text. */
const MARKER = 2;
const TIME = 10;

const COLUMNS: readonly Column<Line>[] = [
  { id: 'message', title: words``, width: 40, grow: 1, cell: (line) => line },
];

/** The newest first, each whole. */
const linesOf = ({ said, timeZone }: ConsoleState, columns: number): readonly Line[] =>
  said.toReversed().flatMap(({ at, text, tone }) =>
    wrapLines(text, Math.max(1, columns - MARKER - TIME)).map((line, index) => {
      const time = index === 0 ? timeOfDay(at, timeZone) : words``;
      return [
        span(pad(time, TIME), theme.faint),
        span(line, tone === 'info' ? theme.data : theme[tone]),
      ];
    }),
  );

const idsOf = (lines: readonly unknown[]) => lines.map((_, at) => String(at));

/** Every sentence that was said to the operator in this session: the notice line has room for one, until the next key. */
export const openMessages = (context: Pick<PaneContext, 'store' | 'slices'>): Overlay =>
  listOverlay(context, {
    id: 'messages',
    title: () => words`Messages of this session`,
    ids: (state) => idsOf(linesOf(state, state.size.columns)),
    lines(state, list, room) {
      const rows = linesOf(state, room.columns);
      const nothing = words`Nothing has been said in this session.`;
      return rows.length === 0
        ? emptyLines(nothing, room.columns)
        : tableLines({ columns: COLUMNS, rows, ids: idsOf(rows), list, room });
    },
  });
