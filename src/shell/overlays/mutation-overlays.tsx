import type { Command } from '../../commands/command.ts';
import { auditPath } from '../../mutations/audit.ts';
import { whyNotDelete } from '../../mutations/deletable.ts';
import {
  createDeletionRun,
  type DeletionSlice,
  NO_DELETION,
} from '../../mutations/deletion-run.ts';
import type { PaneContext } from '../../panes/pane.ts';
import { pendingChanges } from '../../state/change.ts';
import { isDown } from '../../state/connection.ts';
import { keyFor } from '../../state/key-names.ts';
import { type Printable, words } from '../../text/printable.ts';

import type { Overlay } from '../overlay.ts';
import type { SteadySubject } from '../steady-subject.ts';
import { openActions } from './actions.tsx';
import { openAuditList } from './audit.tsx';
import { openChangeList } from './changes.tsx';
import { openDeletion } from './deletion.tsx';
import { openLeaving } from './leaving.tsx';

/** What they act on, beside what a pane does. */
interface MutationOverlaysContext extends PaneContext {
  /** What the cursor is on, and since when. */
  steady(): SteadySubject;
  readonly stateDirectory: string | null;
  /** The commands that would be in force without the overlay. */
  table(): readonly Command[];
  run(command: Command): void;
  open(overlay: string): void;
  close(): void;
  leave(): void;
}

/** The overlays by which production is changed, or by which one sees that it was. */
interface MutationOverlays {
  readonly overlays: readonly Overlay[];
  /** Opens the dialog on the application `id`, or on the one under the cursor; a sentence says why not. */
  deleteApp(id: string | undefined): Printable | undefined;
}

export function openMutationOverlays(context: MutationOverlaysContext): MutationOverlays {
  const { store, slices, call, clock, feeds, mutations, moment, steady } = context;
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

  const whyNot = ({ subject }: SteadySubject, steadyFor: number) =>
    whyNotDelete({
      ...facts(subject?.id),
      subject: subject?.kind === 'apps' ? subject : null,
      chosen: {
        by: 'cursor',
        steadyFor,
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
    deleteApp(id) {
      if (id === undefined) {
        const aimed = steady();
        const reason = whyNot(aimed, moment().elapsed - aimed.since);
        if (reason !== undefined || !aimed.subject) return reason;
        return openOn(aimed.subject);
      }
      const watched = store.getState().workspace.apps.find((app) => app.id === id);
      const subject = watched ?? { id, name: id };
      const reason = whyNotDelete({ ...facts(id), subject, chosen: { by: 'id' } });
      return reason ?? openOn(subject);
    },
    overlays: [
      openDeletion({ store, slice, run, moment }),
      openActions({
        store,
        slices,
        moment,
        say: context.say,
        table: context.table,
        run: context.run,
        close: context.close,
        steady,
        whyNotDelete: whyNot,
        openDeletion(thing) {
          const reason = openOn(thing);
          if (reason !== undefined) context.say(reason, 'warn');
        },
      }),
      openChangeList({ store, slices }),
      openAuditList({
        ...context,
        files: mutations.files,
        path: auditPath(context.stateDirectory),
      }),
      openLeaving({ store, close: context.close, leave: context.leave }),
    ],
  };
}
