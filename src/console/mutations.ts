import { createWake } from '../feeds/scheduling.ts';
import { auditPath, openAudit, readAudit } from '../mutations/audit.ts';
import { lastAnswerOf } from '../mutations/change.ts';
import { type MutationTools, openChanges } from '../mutations/changes.ts';
import type { PaneContext } from '../panes/pane.ts';
import { keyFor } from '../text/key-names.ts';
import { type Printable, words } from '../text/printable.ts';
import type { CompositionOptions } from './composition-options.ts';

/** Why nothing can be changed now, as a sentence. */
export function whyUnchangeable({
  replay,
  store,
}: Pick<CompositionOptions, 'replay' | 'store'>): Printable | undefined {
  if (replay) return words`This is a recording: nothing can be changed.`;
  const { viewing, keyNames } = store.getState();
  return viewing === null
    ? undefined
    : words`The past is on screen: nothing can be changed. ${keyFor(keyNames, 'back', words`Esc`)} goes back to now.`;
}

export function openMutations(options: CompositionOptions, say: PaneContext['say']): MutationTools {
  const { store, call, clock, machineClock, redactor, activity, machine } = options;
  const { profile } = store.getState();
  const path = auditPath(machine.stateDirectory);
  const audit = openAudit({
    files: machine.files,
    path,
    clock: machineClock,
    // Looked up only with the first change.
    get operator() {
      return machine.operator;
    },
    profile: profile.name,
    host: profile.host,
    written: sendingAudit(options, say),
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
    lastAnswer: (operation, input) => lastAnswerOf(store.getState().exchanges, operation, input),
  });
  return {
    changes,
    files: machine.files,
    directories: machine.directories,
    audited: async () => (path === null ? [] : (await readAudit(machine.files, path)).changes),
    edit: options.terminal.edit,
  };
}

/** Starts sending audit entries if configured. Returns what to call after each entry. */
function sendingAudit(
  { feeds, sendAudit }: CompositionOptions,
  say: PaneContext['say'],
): () => void {
  if (!sendAudit) return () => {};
  const wake = createWake();
  feeds.run('audit.send', '', (signal) => sendAudit({ during: wake.during, say }, signal));
  return wake.now;
}
