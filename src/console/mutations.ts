import type { StoreApi } from 'zustand/vanilla';
import type { Call } from '../contract/operation.ts';
import type { Clock } from '../edges/clock.ts';
import type { Machine } from '../edges/machine.ts';
import { auditPath, openAudit } from '../mutations/audit.ts';
import { requestIdOf } from '../mutations/change.ts';
import { type MutationTools, openChanges } from '../mutations/changes.ts';
import type { Redactor } from '../mutations/redaction.ts';
import type { Activity } from '../state/activity.ts';
import type { ConsoleState } from '../state/console-state.ts';

/** What changes are made with. */
interface MutationsOptions extends Pick<MutationTools, 'edit'> {
  readonly store: StoreApi<ConsoleState>;
  readonly call: Call;
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly activity: Activity;
  readonly machine: Machine;
}

/** Puts together what the panes of a console change the service with. */
export function openMutations(parts: MutationsOptions): MutationTools {
  const { store, call, clock, redactor, activity, machine, edit } = parts;
  const { profile } = store.getState();
  const audit = openAudit({
    files: machine.files,
    path: auditPath(machine.stateDirectory),
    clock,
    // Nobody is asked for before something is changed.
    get operator() {
      return machine.operator;
    },
    profile: profile.name,
    host: profile.host,
  });
  const changes = openChanges({
    store,
    call,
    audit,
    isUnaudited: profile.isUnaudited ?? false,
    redactor,
    moment: () => ({ wall: clock.now(), elapsed: clock.elapsed() }),
    newAttempt: machine.newId,
    track: activity.track,
    requestId: (operation, input) => requestIdOf(store.getState().exchanges, operation, input),
  });
  return { changes, files: machine.files, directories: machine.directories, edit };
}
