import { Box } from 'ink';
import inkTable from 'ink-table';
import type { PropsWithChildren } from 'react';
import { command } from '../../commands/command.ts';
import { fieldCommands, fieldInput } from '../../commands/field-commands.ts';
import { whyNotDelete } from '../../mutations/deletable.ts';
import type { Deletion } from '../../mutations/deletion.ts';
import type { DeletionRun, DeletionSlice } from '../../mutations/deletion-run.ts';
import type { PaneContext } from '../../panes/pane.ts';
import { type Change, pendingChanges } from '../../state/change.ts';
import { isDown } from '../../state/connection.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import type { Slice } from '../../state/slice.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { cut, width } from '../../text/width.ts';
import { RowsWithField } from '../../ui/field.tsx';
import { layoutOf } from '../../ui/layout.ts';
import { compose, span } from '../../ui/line.ts';
import { Row, Rows } from '../../ui/rows.tsx';
import { composeRow } from '../../ui/spoken.ts';
import { theme } from '../../ui/theme.ts';
import { useSlice } from '../../ui/use-selected.ts';
import type { Overlay } from '../overlay.tsx';
import { deletionLines, idField, planRow, tableAt } from './deletion-lines.ts';

interface DeletionContext extends Pick<PaneContext, 'store' | 'moment'> {
  readonly slice: Slice<DeletionSlice>;
  readonly run: DeletionRun;
}

const changeOf = (deletion: Deletion, { changes }: ConsoleState): Change | undefined =>
  deletion.kind === 'sent'
    ? changes.find(({ attempt }) => attempt === deletion.attempt)
    : undefined;

const NOT_NOW: Readonly<Record<Deletion['kind'], Printable | undefined>> = {
  closed: words`No deletion is open.`,
  reading: words`Its overview is still being loaded.`,
  unreadable: words`Without its overview nothing is deleted.`,
  asking: undefined,
  counting: words`It is counting down: Esc stops it.`,
  sent: words`It was sent, once.`,
};

const TOO_SMALL = words`Make the screen larger: not all that would be deleted fits.`;

function isWhole(deletion: Deletion, state: ConsoleState): boolean {
  const layout = layoutOf(state.size, state.fullPane);
  if (layout.kind === 'emergency') return false;
  const room = { ...state.size, columns: layout.columns };
  const lines = deletionLines(deletion, changeOf(deletion, state), { room, zone: state.timeZone });
  return lines.length <= layout.body;
}

/** The dialog that deletes an application. It receives every key. */
export function openDeletion({ store, slice, run, moment }: DeletionContext): Overlay {
  const now = () => moment().elapsed;

  const blocked = (): Printable | undefined => {
    const state = store.getState();
    const { deletion } = slice.getState();
    if (deletion.kind === 'closed') return undefined;
    if (!isWhole(deletion, state)) {
      return TOO_SMALL;
    }
    if (isDown(state.connection))
      return words`The service has stopped answering. Wait until it does again.`;
    const { target } = deletion;
    return whyNotDelete({
      readOnly: state.profile.readOnly,
      down: false,
      pending: pendingChanges(state.changes).some(({ subject }) => subject.id === target.id),
      subject: target,
      chosen: { by: 'id' },
    });
  };

  store.subscribe((state, before) => {
    if (state.size === before.size && state.fullPane === before.fullPane) return;
    const { deletion } = slice.getState();
    if (!isWhole(deletion, state)) run.tell({ kind: 'hidden' });
    else if (deletion.kind === 'asking' && deletion.note === TOO_SMALL) {
      slice.setState({ deletion: { ...deletion, note: null } });
    }
  });

  /** Sent or answered: nothing is left to cancel. */
  const isSent = () => slice.getState().deletion.kind === 'sent';

  const changed = (typed: string) => run.tell({ kind: 'changed', typed, at: now() });
  const field = () => {
    const { deletion } = slice.getState();
    return deletion.kind === 'asking' ? { value: deletion.typed, changed } : undefined;
  };

  return {
    id: 'deletion',
    title: () => words`Delete an application`,
    commands: [
      command('deletion.cancel', 'enter', words`Cancel the deletion: nothing is sent`, () =>
        run.tell({ kind: 'cancelled', by: 'enter', at: now() }),
      ),
      command('deletion.leave', ['esc', 'ctrl-c'], words`Cancel the deletion: nothing is sent`, {
        footer: () => (isSent() ? words`close` : words`cancel`),
        run: () => run.tell({ kind: 'cancelled', by: 'esc', at: now() }),
      }),
      command('deletion.confirm', 'ctrl-y', words`Delete the application after five seconds`, {
        footer: () => (slice.getState().deletion.kind === 'asking' ? words`delete` : undefined),
        danger: true,
        unavailable: () => NOT_NOW[slice.getState().deletion.kind],
        run: () => run.tell({ kind: 'confirmed', at: now(), blocked: blocked() }),
      }),
      ...fieldCommands('deletion', field, store),
    ],
    field,
    about: () =>
      slice.getState().deletion.kind === 'asking'
        ? [
            words`Deletes the application for good, with everything that is listed. The service has no way to bring it back.`,
            words`Type its ID by hand, then Ctrl-Y: a countdown of five seconds begins, in which Esc still cancels. Enter cancels at once.`,
          ]
        : undefined,
    suspended: () => run.tell({ kind: 'hidden' }),
    handleInput(event) {
      run.tell({ kind: event.kind === 'paste' ? 'pasted' : 'key', at: now() });
      return event.kind === 'key' && field() ? fieldInput(event) : undefined;
    },
    view: (room) => <DeletionDialog store={store} slice={slice} changed={changed} {...room} />,
  };
}

function DeletionDialog({
  store,
  slice,
  changed,
  ...room
}: Room &
  Pick<DeletionContext, 'store' | 'slice'> & { readonly changed: (typed: string) => void }) {
  const { columns, rows } = room;
  const state = useSlice(store);
  const { deletion } = useSlice(slice);
  const table = tabledPlan(deletion, room);
  const drawing = { room, zone: state.timeZone, tabled: table !== null };
  const lines = deletionLines(deletion, changeOf(deletion, state), drawing).map((line) =>
    composeRow(line, columns),
  );
  const above = table?.at ?? 0;
  const tableRows = table ? staticTableHeight(1) : 0;
  const own = idField(deletion, drawing);
  return (
    <Box flexDirection="column">
      <Rows lines={lines} columns={columns} rows={above} />
      {table && <StaticTable rows={[table.row]} />}
      <RowsWithField
        lines={lines.slice(above)}
        field={own && { ...own, at: own.at - above, behind: state.behind, changed }}
        columns={columns}
        rows={rows - above - tableRows}
      />
    </Box>
  );
}

function tabledPlan(deletion: Deletion, room: Room) {
  if (deletion.kind !== 'asking' && deletion.kind !== 'counting') return null;
  if (room.kind === 'spoken') return null;
  const row = planRow(deletion.plan);
  const rest = deletionLines(deletion, undefined, { room, zone: 'utc', tabled: true });
  const fits =
    rest.length + staticTableHeight(1) <= room.rows && staticTableWidth([row]) <= room.columns;
  return fits ? { row, at: tableAt(deletion, room) } : null;
}

// A CommonJS module with `__esModule`: Node and the bundler both return its exports object.
const InkTable = inkTable.default;

type StaticRow = Readonly<Record<string, Printable>>;

/** Columns around a cell: two blanks and a border. */
const AROUND = 3;
const MAX_CELL = 40;

export const staticTableHeight = (rows: number): number => 2 * rows + 3;

export function staticTableWidth(rows: readonly StaticRow[]): number {
  const names = Object.keys(rows[0] ?? {});
  return names.reduce(
    (sum, name) => sum + AROUND + Math.max(name.length, ...rows.map((row) => cellWidth(row[name]))),
    1,
  );
}

const cellWidth = (cell: Printable | undefined): number =>
  Math.min(MAX_CELL, cell === undefined ? 0 : width(cell));

/**
 * A small static table by ink-table, which uses two lines per row and measures text by code units: suited to a few
 * figures. Lists use `table.ts`.
 */
export function StaticTable({ rows }: { readonly rows: readonly StaticRow[] }) {
  const data = rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, cell]) => [name, cut(cell, MAX_CELL) as string]),
    ),
  );
  return <InkTable data={data} header={Head} />;
}

/** A column name: ink-table's own blue is hard to read on black. */
const Head = ({ children }: PropsWithChildren) => {
  const name = printable(String(children));
  return <Row line={compose([span(name, theme.heading)], width(name))} />;
};
