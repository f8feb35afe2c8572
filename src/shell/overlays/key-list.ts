import type { Command } from '../../commands/command.ts';
import type { PaneContext } from '../../panes/pane.ts';
import { keyName } from '../../state/key-names.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printableStart, words } from '../../text/printable.ts';
import { compose, span } from '../../ui/line.ts';
import { type Column, listTable } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { listOverlay, type Overlay } from '../overlay.tsx';

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
export const openKeyList = ({ problems, commands, ...context }: KeyListContext): Overlay =>
  listOverlay(context, {
    id: 'keys',
    title: () => words`Keys of the configuration · problems ${count(problems().length)}`,
    ids: () => commands().map(({ id }) => id),
    listRows: (rows) => listRows(rows, problems().length),
    lines(_, list, room) {
      const { columns } = room;
      const wrong = problems();
      const rows = commands();
      const most = problemRows(room.rows, wrong.length);
      const above = wrong.slice(0, most).map((sentence, at) => {
        const rest = at === most - 1 ? wrong.length - most : 0;
        const more = rest > 0 ? words`  (${count(rest)} more)` : words``;
        return compose([span(words` ${sentence}${more}`, theme.warn)], columns);
      });
      return [
        ...above,
        ...(above.length > 0 ? [compose([], columns)] : []),
        ...listTable(COLUMNS, rows, list, { ...room, rows: listRows(room.rows, wrong.length) }),
      ];
    },
  });
