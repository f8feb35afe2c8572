import { operations } from '../../contract/operations/index.ts';
import { changeLines, outcomeSpan } from '../../panes/change-lines.ts';
import type { PaneContext } from '../../panes/pane.ts';
import type { Change } from '../../state/change.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import { selectedBy } from '../../state/list.ts';
import { count } from '../../text/numbers.ts';
import { printable, printableStart, words } from '../../text/printable.ts';
import { type TimeZone, timeOfDay } from '../../text/time.ts';
import { compose, span } from '../../ui/line.ts';
import { type Column, emptyLines, tableLines } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { listOverlay } from '../list-overlay.tsx';
import type { Overlay } from '../overlay.ts';

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
export const openChangeList = (context: Pick<PaneContext, 'store' | 'slices'>): Overlay =>
  listOverlay(context, {
    id: 'changes',
    title: ({ changes }) => words`Changes of this session · ${count(changes.length)}`,
    ids: (state) => newestFirst(state).map(({ attempt }) => attempt),
    listRows: (rows, { changes }) => listRows(rows, changes.length),
    lines(state, list, room) {
      const { columns } = room;
      const rows = newestFirst(state);
      if (rows.length === 0) {
        return emptyLines(words`Nothing has been changed in this session.`, columns);
      }
      const change = selectedBy(({ attempt }) => attempt, list, rows);
      const details = change ? changeLines(change, columns, state.timeZone) : [];
      return [
        ...tableLines({
          columns: columnsOf(state.timeZone),
          rows,
          ids: rows.map(({ attempt }) => attempt),
          list,
          room: { ...room, rows: listRows(room.rows, rows.length) },
        }),
        ...[[], ...details].map((line) => compose(line, columns)),
      ];
    },
  });
