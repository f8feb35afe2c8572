import type { Command, CommandGroup } from '../../commands/command.ts';
import { commandTable } from '../../commands/table.ts';
import { QUIET } from '../../mutations/deletion.ts';
import type { PaneContext } from '../../panes/pane.ts';
import { selectedRow } from '../../state/list.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { span } from '../../ui/line.ts';
import { type Column, tableLines } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { spareLines } from '../../ui/why-lines.ts';
import { listOverlay } from '../list-overlay.tsx';
import type { CursorSubject, Overlay } from '../overlay.ts';
import { keysOf } from './help.tsx';

interface ActionsContext extends Pick<PaneContext, 'store' | 'slices' | 'moment' | 'say'> {
  /** The commands that would be in force without the menu. */
  table(): readonly Command[];
  run(command: Command): void;
  close(): void;
  cursor(): CursorSubject;
  /** Why the subject cannot be deleted, as it was when the menu was opened. */
  whyNotDelete(cursor: CursorSubject, dwell: number): Printable | undefined;
  openDeletion(subject: { readonly id: string; readonly name: string }): void;
}

/** Groups whose commands are no actions on a row. */
const NO_ACTIONS = new Set<CommandGroup>(['Lists', 'Everywhere', 'Dialogs', 'Typing']);

/** Those of everywhere that are about the row all the same. */
const ON_THE_LIST = new Set(['workspace.keep', 'workspace.remove']);

const columnsOf = (table: readonly Command[]): readonly Column<Command>[] => [
  {
    id: 'label',
    title: words`ACTION`,
    width: 30,
    grow: 1,
    cell: (command) => {
      const reason = command.unavailable?.();
      if (reason !== undefined) {
        return [span(command.label, theme.faint), span(words`  (${reason})`, theme.faint)];
      }
      return span(command.label, command.danger ? theme.bad : theme.plain);
    },
  },
  {
    id: 'keys',
    title: words`KEY`,
    width: 10,
    cell: (command) => span(keysOf(table, command), theme.key),
  },
];

/** Actions on the row under the cursor; what destroys it comes last. */
export function openActions(context: ActionsContext): Overlay {
  const { store } = context;
  /** What was under the cursor when the menu was opened, and for how long: rows move meanwhile. */
  let frozen: { readonly cursor: CursorSubject; readonly openedAt: number } = {
    cursor: { subject: null, since: 0 },
    openedAt: 0,
  };
  let touchedAt = 0;

  const deletion = (): readonly Command[] => {
    const { cursor, openedAt } = frozen;
    const { subject } = cursor;
    if (subject?.kind !== 'apps') return [];
    return [
      {
        id: 'app.delete',
        keys: [],
        label: words`Delete ${printable(subject.name)}: shows what goes, and asks for its id`,
        danger: true,
        unavailable: () => context.whyNotDelete(cursor, openedAt - cursor.since),
        run: () => context.openDeletion(subject),
      },
    ];
  };
  const actions = (): readonly Command[] =>
    commandTable(
      [
        context
          .table()
          .filter(({ id, group }) => !(group && NO_ACTIONS.has(group)) || ON_THE_LIST.has(id)),
        deletion(),
      ],
      store.getState().profile,
    );
  return listOverlay(context, {
    id: 'actions',
    title: () => {
      const { subject } = frozen.cursor;
      if (!subject) return words`Actions`;
      return words`Actions · ${printable(subject.name)} · ${printable(subject.id)}`;
    },
    ids: () => actions().map(({ id }) => id),
    commands: (list) => [
      {
        id: 'actions.run',
        keys: ['enter'],
        label: words`Run the action`,
        footer: words`run`,
        run: () => {
          const action = selectedRow(list(), actions());
          const quietFor = context.moment().elapsed - touchedAt;
          if (action?.danger && quietFor < QUIET) {
            context.say(words`Several keys arrived at once; none was run. Press it again.`, 'warn');
            return;
          }
          context.close();
          if (action) context.run(action);
        },
      },
    ],
    moved() {
      touchedAt = context.moment().elapsed;
    },
    lines(_, list, room) {
      const rows = actions();
      const table = tableLines({
        columns: columnsOf(context.table()),
        rows,
        ids: rows.map(({ id }) => id),
        list,
        room,
      });
      // What a cell has cut stands whole below: why an action cannot be done.
      const reasons = rows.flatMap((command) => {
        const reason = command.unavailable?.();
        return reason === undefined ? [] : [{ name: command.label, value: reason }];
      });
      return [...table, ...spareLines(reasons, { ...room, rows: room.rows - table.length })];
    },
    opened() {
      touchedAt = context.moment().elapsed;
      frozen = { cursor: context.cursor(), openedAt: touchedAt };
    },
  });
}
