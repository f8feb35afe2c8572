import { whyNotDelete } from '../../mutations/deletable.ts';
import {
  createDeletionRun,
  type DeletionSlice,
  NO_DELETION,
} from '../../mutations/deletion-run.ts';
import { outcomeSpan } from '../../panes/record-items.ts';
import { pendingChanges, unansweredChanges } from '../../state/change.ts';
import { isDown } from '../../state/connection.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import { keyFor } from '../../state/key-names.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import { timeOfDay } from '../../text/time.ts';
import { type Line, span } from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';
import { type CursorSubject, type Overlay, questionOverlay } from '../overlay.tsx';
import type { OverlayContext } from '../overlay-context.ts';
import { openActions } from './actions.ts';
import { openAuditList, openChangeList } from './changes.ts';
import { openDeletion } from './deletion.tsx';

/** The overlays by which production is changed, or by which one sees that it was. */
export function openMutationOverlays(context: OverlayContext) {
  const { store, slices, call, clock, feeds, mutations, moment, cursor } = context;
  const slice = slices.create<DeletionSlice>(NO_DELETION);

  const run = createDeletionRun({
    slice,
    call,
    clock,
    changes: mutations.changes,
    background: feeds.run,
    say: context.say,
    closed: () => {
      if (store.getState().overlays.at(-1) === 'deletion') context.close();
    },
  });

  const target = ({ id, name }: { readonly id: string; readonly name: string }) => {
    const { profile } = store.getState();
    return { id, name, host: profile.host, profile: profile.name };
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

  const openOn = (thing: { readonly id: string; readonly name: string }) => {
    const reason = run.open(target(thing));
    if (reason === undefined) {
      // Every key is the dialog's from here on.
      context.closePrompt();
      context.open('deletion');
    }
    return reason;
  };

  return {
    /** Opens the dialog on an application, by its id or its name here, or on the one under the cursor; a sentence says why not. */
    deleteApp(wanted: string | undefined): Printable | undefined {
      if (wanted === undefined) {
        const aimed = cursor();
        const reason = whyNot(aimed, moment().elapsed - aimed.since);
        if (reason !== undefined || !aimed.subject) return reason;
        return openOn(aimed.subject);
      }
      const { apps } = store.getState().workspace;
      const named = apps.filter(({ name }) => name === wanted);
      const known = apps.find(({ id }) => id === wanted);
      if (!known && named.length > 1) {
        return words`${count(named.length)} applications are called ${printable(wanted)}: type :delete and the id of one.`;
      }
      const subject = known ?? named[0] ?? { id: wanted, name: wanted };
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

/** Asks before the console is left with a change under way: nobody would learn what became of it. */
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

function leavingLines({ changes, timeZone }: ConsoleState): readonly Line[] {
  const pending = pendingChanges(changes);
  return [
    [],
    ...pending.map((change) => [
      span(words` `),
      outcomeSpan(change),
      span(
        words` ${printableStart(change.subject.name)} since ${timeOfDay(change.begun.wall, timeZone)}`,
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
