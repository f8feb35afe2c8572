import type { Command } from '../../commands/command.ts';
import { listCommands } from '../../commands/list-commands.ts';
import type { PaneContext } from '../../panes/pane.ts';
import { keyName } from '../../state/key-names.ts';
import { EMPTY_LIST, type ListState } from '../../state/list.ts';
import type { Slice } from '../../state/slice.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printableStart, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { bodyRows } from '../../ui/layout.ts';
import { compose, type RowContent, span } from '../../ui/line.ts';
import { Rows } from '../../ui/rows.tsx';
import { type Column, tableLines } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { useSlice } from '../../ui/use-selected.ts';
import type { Overlay } from '../overlay.ts';

interface KeyListState {
  readonly list: ListState;
}

/** What the list shows. */
interface KeyListContext extends Pick<PaneContext, 'store' | 'slices'> {
  /** What the configuration's keys lead to that it may not want. */
  problems(): readonly Printable[];
  /** Every command whose keys can be chosen, with those it has. */
  commands(): readonly Command[];
}

const COLUMNS: readonly Column<Command>[] = [
  {
    id: 'command',
    title: words`COMMAND`,
    width: 24,
    cell: ({ id }) => span(printableStart(id), theme.strong),
  },
  {
    id: 'keys',
    title: words`KEYS`,
    width: 14,
    cell: ({ keys }) => span(keys.map(keyName).join(' ') as Printable, theme.key),
  },
  { id: 'label', title: words`WHAT IT DOES`, width: 20, grow: 1, cell: ({ label }) => span(label) },
];

/** So many problems are shown at most; the list needs room too. */
const problemRows = (rows: number, problems: number): number =>
  Math.min(problems, Math.max(1, Math.floor(rows / 2) - 1));

const listRows = (rows: number, problems: number): number =>
  rows - (problems === 0 ? 0 : problemRows(rows, problems) + 1);

/** The commands by the names that the configuration's `keys` has for them, and what is wrong with it. */
export function openKeyList(context: KeyListContext): Overlay {
  const { store, problems, commands } = context;
  const slice: Slice<KeyListState> = context.slices.create<KeyListState>({ list: EMPTY_LIST });
  return {
    id: 'keys',
    title: () => words`Keys of the configuration · problems ${count(problems().length)}`,
    commands: listCommands({
      get: () => slice.getState().list,
      set: (list) => slice.setState({ list }),
      ids: () => commands().map(({ id }) => id),
      height: () => Math.max(1, listRows(bodyRows(store.getState()), problems().length) - 1),
    }),
    view: (room) => <KeyList {...context} slice={slice} {...room} />,
    opened: () => slice.setState({ list: EMPTY_LIST }),
  };
}

function KeyList({
  problems,
  commands,
  slice,
  ...room
}: Room & KeyListContext & { readonly slice: Slice<KeyListState> }) {
  const { columns, rows } = room;
  const { list } = useSlice(slice);
  const wrong = problems();
  const shown = commands();
  const most = problemRows(rows, wrong.length);
  const lines: RowContent[] = wrong.slice(0, most).map((sentence, at) => {
    const rest = at === most - 1 ? wrong.length - most : 0;
    const more = rest > 0 ? words`  (${count(rest)} more)` : words``;
    return compose([span(words` ${sentence}${more}`, theme.warn)], columns);
  });
  if (lines.length > 0) lines.push(compose([], columns));
  lines.push(
    ...tableLines({
      columns: COLUMNS,
      rows: shown,
      ids: shown.map(({ id }) => id),
      list,
      room: { ...room, rows: listRows(rows, wrong.length) },
    }),
  );
  return <Rows lines={lines} columns={columns} rows={rows} />;
}
