import { type Command, type CommandGroup, command } from '../../commands/command.ts';
import { commandTable, keysOf } from '../../commands/table.ts';
import { QUIET } from '../../mutations/deletion.ts';
import type { Copyable } from '../../panes/pane.ts';
import { selectedRow } from '../../state/list.ts';
import type { WorkspaceItem } from '../../state/workspace.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { withSpare } from '../../ui/details-layout.ts';
import { span } from '../../ui/line.ts';
import { type Column, column, listTable } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import type { CursorSubject } from '../cursor-subject.ts';
import { listOverlay, type Overlay } from '../overlay.tsx';
import type { OverlayContext } from '../overlay-context.ts';

const NO_ACTIONS = new Set<CommandGroup>(['Lists', 'Everywhere', 'Dialogs', 'Typing']);

/** Commands of every pane that act on the row under the cursor. */
const ON_THE_LIST = new Set(['workspace.keep', 'workspace.remove']);

const columnsOf = (table: readonly Command[], room: Room): readonly Column<Command>[] => [
  column('label', words`ACTION`, 30, {
    grow: 1,
    cell: (command) => {
      const reason = command.unavailable?.();
      if (reason !== undefined) {
        return [span(command.label, theme.faint), span(words`  (${reason})`, theme.faint)];
      }
      return span(command.label, command.danger ? theme.bad : theme.plain);
    },
  }),
  column('keys', words`KEY`, 10, (command) => span(keysOf(table, command, room), theme.key)),
];

/** Actions on the cursor's row; deletion comes last. */
export function openActions(
  context: OverlayContext,
  /** Why the item cannot be deleted now, chosen when the menu was opened. */
  whyNotDelete: (cursor: CursorSubject, dwell: number) => Printable | undefined,
  openDeletion: (subject: WorkspaceItem) => void,
): Overlay {
  const { store } = context;
  /** The cursor's item when the menu was opened: rows may move meanwhile. */
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
      command(
        'app.delete',
        [],
        words`Delete ${printable(subject.name)}: shows what goes, and asks for its id`,
        {
          danger: true,
          unavailable: () => {
            // Answers arrive while the menu is open.
            const now = context.cursor().subject;
            const latest = now?.id === subject.id ? now : subject;
            return whyNotDelete({ ...cursor, subject: latest }, openedAt - cursor.since);
          },
          run: () => openDeletion(subject),
        },
      ),
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
      command('actions.run', 'enter', words`Run the action`, {
        footer: words`run`,
        run: () => {
          const action = selectedRow(list(), actions());
          const quietFor = context.moment().elapsed - touchedAt;
          if (action?.danger && quietFor < QUIET) {
            context.say(
              words`Too soon after the last key: nothing was run. Press it again.`,
              'warn',
            );
            return;
          }
          context.close();
          if (action) context.run(action);
        },
      }),
    ],
    moved() {
      touchedAt = context.moment().elapsed;
    },
    lines(_, list, room) {
      const rows = actions();
      const table = listTable(columnsOf(context.table(), room), rows, list, room);
      // The whole reasons for unavailable actions, which cells cut.
      const reasons = rows.flatMap((command) => {
        const reason = command.unavailable?.();
        return reason === undefined ? [] : [{ name: command.label, value: reason }];
      });
      return withSpare(table, reasons, room);
    },
    opened() {
      touchedAt = context.moment().elapsed;
      frozen = { cursor: context.cursor(), openedAt: touchedAt };
    },
  });
}

interface CopyRow extends Copyable {
  readonly id: string;
}

const COLUMNS: readonly Column<CopyRow>[] = [
  column('what', words`COPY`, 24, ({ what }) => span(what, theme.strong)),
  column('text', words`TEXT`, 30, {
    spoken: words``,
    grow: 1,
    cell: ({ text }) => span(printableStart(text)),
  }),
];

export function openCopyMenu(context: OverlayContext): Overlay {
  // A snapshot: the cursor's row may change while the menu is open.
  let copies: readonly CopyRow[] = [];
  return listOverlay(context, {
    id: 'copy',
    title: () => words`Copy`,
    ids: () => copies.map(({ id }) => id),
    commands: (list) => [
      command('copy.take', ['enter', 'y'], words`Copy it`, {
        footer: words`copy`,
        run: () => {
          const copy = selectedRow(list(), copies);
          context.close();
          if (copy) context.copy(copy.text, copy.what);
        },
      }),
    ],
    lines(_, list, room) {
      const table = listTable(COLUMNS, copies, list, room);
      const first = selectedRow(list, copies);
      // The whole texts, the selected one first; long texts are limited to the room.
      const texts = [...(first ? [first] : []), ...copies.filter((copy) => copy !== first)].map(
        ({ what, text }) => ({
          name: what,
          value: printable(text.slice(0, room.columns * room.rows)),
        }),
      );
      return withSpare(table, texts, room);
    },
    opened: () => {
      const { pane: shown } = context.store.getState();
      const all = context.panes.find(({ id }) => id === shown)?.copies?.() ?? [];
      copies = all.map((each, at) => ({ ...each, id: String(at) }));
    },
  });
}
