import { listCommands } from '../../commands/list-commands.ts';
import { operations } from '../../contract/operations/index.ts';
import { changeLines, outcomeSpan } from '../../panes/change-lines.ts';
import type { PaneContext } from '../../panes/pane.ts';
import type { Change } from '../../state/change.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import { EMPTY_LIST, type ListState, selectedId } from '../../state/list.ts';
import type { Slice } from '../../state/slice.ts';
import { count } from '../../text/numbers.ts';
import { printable, printableStart, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { type TimeZone, timeOfDay } from '../../text/time.ts';
import { bodyRows } from '../../ui/layout.ts';
import { compose, type RowContent, span } from '../../ui/line.ts';
import { Rows } from '../../ui/rows.tsx';
import { type Column, emptyLines, tableLines } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { useSlice } from '../../ui/use-selected.ts';
import type { Overlay } from '../overlay.ts';

interface ChangesState {
  readonly list: ListState;
}

const columnsOf = (zone: TimeZone): readonly Column<Change>[] => [
  {
    id: 'time',
    title: words`TIME`,
    width: 8,
    cell: ({ begun }) => span(timeOfDay(begun.wall, zone)),
  },
  { id: 'outcome', title: words`OUTCOME`, width: 22, cell: outcomeSpan },
  {
    id: 'subject',
    title: words`OF`,
    width: 18,
    grow: 1,
    cell: ({ subject, what }) => [
      span(printableStart(subject.name), theme.strong),
      span(what === '' ? words` ${printable(subject.id)}` : words` ${printable(what)}`),
    ],
  },
  {
    id: 'operation',
    title: words`CHANGE`,
    width: 21,
    leaves: 1,
    cell: ({ operation }) => span(printableStart(operations[operation].title), theme.faint),
  },
];

/** Lines of the list; the rest of the room is about the one under the cursor. */
const listRows = (rows: number, changes: number): number =>
  Math.max(2, Math.min(changes + 1, Math.floor(rows / 2)));

const newestFirst = ({ changes }: ConsoleState): readonly Change[] => changes.toReversed();

/** The changes of this run, those under way among them, and what is known of each. */
export function openChangeList({ store, slices }: Pick<PaneContext, 'store' | 'slices'>): Overlay {
  const slice: Slice<ChangesState> = slices.create<ChangesState>({
    list: EMPTY_LIST,
  });
  return {
    id: 'changes',
    title: ({ changes }) => words`Changes of this session · ${count(changes.length)}`,
    commands: listCommands({
      get: () => slice.getState().list,
      set: (list) => slice.setState({ list }),
      ids: () => newestFirst(store.getState()).map(({ attempt }) => attempt),
      height: () =>
        Math.max(1, listRows(bodyRows(store.getState()), store.getState().changes.length) - 1),
    }),
    view: (room) => <ChangeList store={store} slice={slice} {...room} />,
    opened: () => slice.setState({ list: EMPTY_LIST }),
  };
}

function ChangeList({
  store,
  slice,
  ...room
}: Room & Pick<PaneContext, 'store'> & { readonly slice: Slice<ChangesState> }) {
  const { columns, rows } = room;
  const state = useSlice(store);
  const { list } = useSlice(slice);
  const shown = newestFirst(state);
  if (shown.length === 0) {
    const nothing = words`Nothing has been changed in this session.`;
    return <Rows lines={emptyLines(nothing, columns)} columns={columns} rows={rows} />;
  }
  const ids = shown.map(({ attempt }) => attempt);
  const height = listRows(rows, shown.length);
  const lines: RowContent[] = [
    ...tableLines({
      columns: columnsOf(state.timeZone),
      rows: shown,
      ids,
      list,
      room: { ...room, rows: height },
    }),
    compose([], columns),
  ];
  const id = selectedId(list, ids);
  const change = shown.find(({ attempt }) => attempt === id);
  if (change) {
    lines.push(
      ...changeLines(change, columns, state.timeZone).map((line) => compose(line, columns)),
    );
  }
  return <Rows lines={lines} columns={columns} rows={rows} />;
}
