import { listCommands } from '../../commands/list-commands.ts';
import type { Copyable, Pane, PaneContext } from '../../panes/pane.ts';
import { EMPTY_LIST, type ListState, selectedId } from '../../state/list.ts';
import type { Slice } from '../../state/slice.ts';
import { printable, printableStart, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { span } from '../../ui/line.ts';
import { Rows } from '../../ui/rows.tsx';
import { type Column, tableLines } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { useSlice } from '../../ui/use-selected.ts';
import { spareLines } from '../../ui/why-lines.ts';
import type { Overlay } from '../overlay.ts';

interface CopyState {
  readonly list: ListState;
  /** As they were when the menu was opened: the row under the cursor may change meanwhile. */
  readonly copies: readonly Copyable[];
}

const COLUMNS: readonly Column<Copyable>[] = [
  { id: 'what', title: words`COPY`, width: 24, cell: ({ what }) => span(what, theme.strong) },
  {
    id: 'text',
    title: words`TEXT`,
    spoken: words``,
    width: 30,
    grow: 1,
    cell: ({ text }) => span(printableStart(text)),
  },
];

const idsOf = ({ copies }: CopyState) => copies.map((_, at) => String(at));

/** What of the row under the cursor to copy. */
export function openCopyMenu(
  context: PaneContext,
  pane: () => Pane | undefined,
  close: () => void,
): Overlay {
  const slice = context.slices.create<CopyState>({ list: EMPTY_LIST, copies: [] });
  return {
    id: 'copy',
    title: () => words`Copy`,
    commands: [
      {
        id: 'copy.take',
        keys: ['enter', 'y'],
        label: words`Copy it`,
        footer: words`copy`,
        run: () => {
          const state = slice.getState();
          const id = selectedId(state.list, idsOf(state));
          const chosen = id === null ? undefined : state.copies[Number(id)];
          close();
          if (chosen) context.copy(chosen.text, chosen.what);
        },
      },
      ...listCommands({
        get: () => slice.getState().list,
        set: (list) => slice.setState({ list }),
        ids: () => idsOf(slice.getState()),
        height: () => slice.getState().copies.length,
      }),
    ],
    view: (room) => <CopyMenu slice={slice} {...room} />,
    opened: () => slice.setState({ list: EMPTY_LIST, copies: pane()?.copies?.() ?? [] }),
  };
}

function CopyMenu({ slice, ...room }: Room & { readonly slice: Slice<CopyState> }) {
  const { columns, rows } = room;
  const state = useSlice(slice);
  const lines = tableLines({
    columns: COLUMNS,
    rows: state.copies,
    ids: idsOf(state),
    list: state.list,
    room,
  });
  const id = selectedId(state.list, idsOf(state));
  const chosen = id === null ? undefined : state.copies[Number(id)];
  const rest = { ...room, rows: rows - lines.length };
  // What is cut above stands whole, the chosen one first; no more of a long text than there is room for.
  const texts = [...(chosen ? [chosen] : []), ...state.copies.filter((copy) => copy !== chosen)];
  const whole = spareLines(
    texts.map(({ what, text }) => ({
      name: what,
      value: printable(text.slice(0, columns * rows)),
    })),
    rest,
  );
  return <Rows lines={[...lines, ...whole]} columns={columns} rows={rows} />;
}
