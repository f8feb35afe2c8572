import type { Copyable, Pane, PaneContext } from '../../panes/pane.ts';
import { type ListState, selectedId } from '../../state/list.ts';
import { printable, printableStart, words } from '../../text/printable.ts';
import { span } from '../../ui/line.ts';
import { type Column, tableLines } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { spareLines } from '../../ui/why-lines.ts';
import { listOverlay } from '../list-overlay.tsx';
import type { Overlay } from '../overlay.ts';

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

const idsOf = (copies: readonly Copyable[]) => copies.map((_, at) => String(at));

/** What of the row under the cursor to copy. */
export function openCopyMenu(
  context: PaneContext,
  pane: () => Pane | undefined,
  close: () => void,
): Overlay {
  // As they were when the menu was opened: the row under the cursor may change meanwhile.
  let copies: readonly Copyable[] = [];
  const chosen = (list: ListState) => {
    const id = selectedId(list, idsOf(copies));
    return id === null ? undefined : copies[Number(id)];
  };
  return listOverlay(context, {
    id: 'copy',
    title: () => words`Copy`,
    ids: () => idsOf(copies),
    commands: (list) => [
      {
        id: 'copy.take',
        keys: ['enter', 'y'],
        label: words`Copy it`,
        footer: words`copy`,
        run: () => {
          const copy = chosen(list());
          close();
          if (copy) context.copy(copy.text, copy.what);
        },
      },
    ],
    lines(_, list, room) {
      const ids = idsOf(copies);
      const table = tableLines({ columns: COLUMNS, rows: copies, ids, list, room });
      const first = chosen(list);
      // What is cut above stands whole, the chosen one first; no more of a long text than there is room for.
      const texts = [...(first ? [first] : []), ...copies.filter((copy) => copy !== first)].map(
        ({ what, text }) => ({
          name: what,
          value: printable(text.slice(0, room.columns * room.rows)),
        }),
      );
      return [...table, ...spareLines(texts, { ...room, rows: room.rows - table.length })];
    },
    opened: () => {
      copies = pane()?.copies?.() ?? [];
    },
  });
}
