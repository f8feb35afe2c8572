import { operations } from '../../contract/operations/index.ts';
import { changesOrNone, unresolvedDeletion } from '../../mutations/audit.ts';
import { whyNotDelete } from '../../mutations/deletable.ts';
import {
  createDeletionRun,
  type DeletionSlice,
  NO_DELETION,
} from '../../mutations/deletion-run.ts';
import type { PaneContext } from '../../panes/pane.ts';
import { changeLines, outcomeSpan } from '../../panes/record-items.ts';
import { type Change, pendingChanges, unansweredChanges } from '../../state/change.ts';
import { isDown } from '../../state/connection.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import { selectedRow } from '../../state/list.ts';
import { itemsCalled, type WorkspaceItem } from '../../state/workspace.ts';
import { keyFor } from '../../text/key-names.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import { timeNear } from '../../text/time.ts';
import { withWholeCells } from '../../ui/details-layout.ts';
import { compose, type Line, span } from '../../ui/line.ts';
import { type Column, column, emptyLines, listTable, widestOf } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import type { CursorSubject } from '../cursor-subject.ts';
import { listOverlay, type Overlay, questionOverlay } from '../overlay.tsx';
import type { OverlayContext } from '../overlay-context.ts';
import { openActions } from './actions.ts';
import { openAuditList } from './audit-list.ts';
import { openDeletion } from './deletion.tsx';

/** Named by its attempt. */
type ChangeRow = Change & { readonly id: string };

const columnsOf = (
  rows: readonly Change[],
  { now, timeZone }: ConsoleState,
): readonly Column<ChangeRow>[] => [
  column(
    'time',
    words`TIME`,
    widestOf(rows, ({ begun }) => timeNear(now.wall, begun.wall, timeZone), 8),
    ({ begun }) => span(timeNear(now.wall, begun.wall, timeZone)),
  ),
  column('outcome', words`OUTCOME`, 22, outcomeSpan),
  column('subject', words`OF`, 18, {
    grow: 1,
    cell: ({ subject, what }) => [
      span(printableStart(subject.name), theme.strong),
      span(what === '' ? words` ${printable(subject.id)}` : words` ${printable(what)}`),
    ],
  }),
  column('operation', words`CHANGE`, 21, {
    leaves: 1,
    cell: ({ operation }) => span(printableStart(operations[operation].title), theme.faint),
  }),
];

/** Lines of the list; the rest is for the details. */
const listRows = (rows: number, changes: number): number =>
  Math.max(2, Math.min(changes + 1, Math.floor(rows / 2)));

const newestFirst = ({ changes }: ConsoleState) =>
  changes.toReversed().map((change) => ({ ...change, id: change.attempt }));

const openChangeList = (context: Pick<PaneContext, 'store' | 'slices'>): Overlay =>
  listOverlay(context, {
    id: 'changes',
    title: ({ changes }) => words`Changes of this session · ${count(changes.length)}`,
    ids: (state) => newestFirst(state).map(({ id }) => id),
    listRows: (rows, { changes }) => listRows(rows, changes.length),
    lines(state, list, room) {
      const { columns } = room;
      const rows = newestFirst(state);
      if (rows.length === 0) {
        return emptyLines(words`Nothing has been changed in this session.`, columns);
      }
      const change = selectedRow(list, rows);
      const details = change ? changeLines(change, columns, state.timeZone) : [];
      const table = columnsOf(rows, state);
      const listRoom = { ...room, rows: listRows(room.rows, rows.length) };
      const drawn = listTable(table, rows, list, listRoom);
      const lines = [...drawn, ...[[], ...details].map((line) => compose(line, columns))];
      return withWholeCells(lines, table, rows, room);
    },
  });

export function openMutationOverlays(context: OverlayContext) {
  const { store, slices, call, clock, feeds, mutations, moment, cursor } = context;
  const slice = slices.create<DeletionSlice>(NO_DELETION);

  const run = createDeletionRun({
    slice,
    call,
    clock,
    changes: mutations.changes,
    background: feeds.run,
    earlier: (id) => earlierDeletion(id, context),
    say: context.say,
    closed: () => {
      if (store.getState().overlays.at(-1) === 'deletion') context.close();
    },
  });

  const target = ({ id, name }: WorkspaceItem) => {
    const { profile, workspace } = store.getState();
    const isWatched = workspace.apps.some((app) => app.id === id);
    return { id, name, host: profile.host, profile: profile.name, isWatched };
  };

  const facts = (id: string | undefined) => {
    const { profile, connection, changes } = store.getState();
    return {
      readOnly: profile.readOnly,
      down: isDown(connection),
      pending: pendingChanges(changes).some(({ subject }) => subject.id === id),
    };
  };

  const whyNot = ({ subject }: CursorSubject, dwell: number) =>
    whyNotDelete({
      ...facts(subject?.id),
      subject: subject?.kind === 'apps' ? subject : null,
      chosen: {
        by: 'cursor',
        dwell,
        age: subject?.loadedAt == null ? null : moment().elapsed - subject.loadedAt,
        interval: store.getState().interval,
        refreshKey: keyFor(store.getState().keyNames, 'refresh', words`r`),
      },
    });

  const openOn = (thing: WorkspaceItem) => {
    const reason = run.open(target(thing));
    if (reason === undefined) {
      // The dialog receives every key from now on.
      context.closePrompt();
      context.open('deletion');
    }
    return reason;
  };

  return {
    /**
     * Opens the deletion of an application by id or workspace name, or of the one under the cursor; returns why it
     * cannot.
     */
    deleteApp(wanted: string | undefined): Printable | undefined {
      if (wanted === undefined) {
        const aimed = cursor();
        const reason = whyNot(aimed, moment().elapsed - aimed.since);
        if (reason !== undefined || !aimed.subject) return reason;
        return openOn(aimed.subject);
      }
      const named = itemsCalled(store.getState().workspace.apps, wanted);
      if (named.length > 1) {
        return words`${count(named.length)} applications are called ${printable(wanted)}: type :delete and the id of one.`;
      }
      const subject = named[0] ?? { id: wanted, name: wanted };
      const reason = whyNotDelete({ ...facts(subject.id), subject, chosen: { by: 'id' } });
      return reason ?? openOn(subject);
    },
    overlays: [
      openDeletion({ store, slice, run, moment }),
      openActions(context, whyNot, (thing) => {
        const reason = openOn(thing);
        if (reason !== undefined) context.say(reason, 'warn');
      }),
      openChangeList(context),
      openAuditList(context),
      openLeaving(context),
    ],
  };
}

/** When the audit file says that a deletion was sent whose outcome is not known; null also if it cannot be read. */
async function earlierDeletion(
  id: string,
  { store, mutations }: Pick<OverlayContext, 'store' | 'mutations'>,
): Promise<Printable | null> {
  const { changes, profile, now, timeZone } = store.getState();
  // Every demo is a new world.
  const isHere = (attempt: string) =>
    !profile.demo || changes.some((change) => change.attempt === attempt);
  const audited = await changesOrNone(mutations.audited());
  const here = audited.filter(({ attempt }) => isHere(attempt));
  const earlier = unresolvedDeletion(here, profile.host, id);
  return earlier ? timeNear(now.wall, Date.parse(earlier.time), timeZone) : null;
}

/** Asks before quitting with a change under way: its outcome would stay unknown. */
const openLeaving = ({
  store,
  close,
  leave,
}: Pick<OverlayContext, 'store' | 'close' | 'leave'>): Overlay =>
  questionOverlay(
    { store },
    {
      id: 'leaving',
      title: () => words`A change is under way`,
      no: {
        id: 'leaving.stay',
        label: words`Wait until the change’s outcome is known`,
        footer: words`stay`,
        run: close,
      },
      yes: {
        id: 'leaving.leave',
        label: words`Quit although a change is under way`,
        footer: words`quit anyway`,
        run: leave,
      },
      about: () => [
        words`A change was sent, or is about to be, and its outcome is not known yet. Stay to see it; quitting does not undo it.`,
      ],
      lines: leavingLines,
    },
  );

function leavingLines({ changes, timeZone, now }: ConsoleState): readonly Line[] {
  const pending = pendingChanges(changes);
  return [
    [],
    ...pending.map((change) => [
      span(words` `),
      outcomeSpan(change),
      span(
        words` ${printableStart(change.subject.name)} since ${timeNear(now.wall, change.begun.wall, timeZone)}`,
      ),
    ]),
    [],
    pending.length > 0 && unansweredChanges(pending).length === 0
      ? [span(words` Nothing was sent yet.`)]
      : pending.length > 0
        ? [
            span(
              words` It was sent and cannot be undone. If you quit now, its outcome stays unknown.`,
            ),
          ]
        : [span(words` Its outcome is known now: :changes shows it.`, theme.good)],
    [
      span(words` The audit file says what was begun.  `, theme.faint),
      span(words`Enter`, theme.key),
      span(words` stays  `),
      span(words`Ctrl-Y`, theme.key),
      span(words` quits`),
    ],
  ];
}
