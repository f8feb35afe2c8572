import { listCommands } from '../../commands/list-commands.ts';
import type { PaneContext } from '../../panes/pane.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import { EMPTY_LIST, type ListState } from '../../state/list.ts';
import type { Slice } from '../../state/slice.ts';
import { words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { timeOfDay } from '../../text/time.ts';
import { pad, wrapLines } from '../../text/width.ts';
import { bodyRows } from '../../ui/layout.ts';
import { type Line, span } from '../../ui/line.ts';
import { Rows } from '../../ui/rows.tsx';
import { type Column, emptyLines, tableLines } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { useSlice } from '../../ui/use-selected.ts';
import type { Overlay } from '../overlay.ts';

interface MessagesState {
  readonly list: ListState;
}

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
export function openMessages({ store, slices }: Pick<PaneContext, 'store' | 'slices'>): Overlay {
  const slice: Slice<MessagesState> = slices.create<MessagesState>({ list: EMPTY_LIST });
  return {
    id: 'messages',
    title: () => words`Messages of this session`,
    commands: listCommands({
      get: () => slice.getState().list,
      set: (list) => slice.setState({ list }),
      ids: () => idsOf(linesOf(store.getState(), store.getState().size.columns)),
      height: () => Math.max(1, bodyRows(store.getState()) - 1),
    }),
    view: (room) => <Messages store={store} slice={slice} {...room} />,
    opened: () => slice.setState({ list: EMPTY_LIST }),
  };
}

function Messages({
  store,
  slice,
  ...room
}: Room & Pick<PaneContext, 'store'> & { readonly slice: Slice<MessagesState> }) {
  const { columns, rows } = room;
  const state = useSlice(store);
  const { list } = useSlice(slice);
  const lines = linesOf(state, columns);
  if (lines.length === 0) {
    const nothing = words`Nothing has been said in this session.`;
    return <Rows lines={emptyLines(nothing, columns)} columns={columns} rows={rows} />;
  }
  return (
    <Rows
      lines={tableLines({
        columns: COLUMNS,
        rows: lines,
        ids: idsOf(lines),
        list,
        room,
      })}
      columns={columns}
      rows={rows}
    />
  );
}
