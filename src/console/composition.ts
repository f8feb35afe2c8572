import { join } from 'node:path';
import { newFiles } from '../edges/files.ts';
import { expandHome } from '../edges/machine.ts';
import { createWake } from '../feeds/scheduling.ts';
import { auditPath, openAudit, readChanges } from '../mutations/audit.ts';
import { lastAnswerOf } from '../mutations/change.ts';
import { type MutationTools, openChanges } from '../mutations/changes.ts';
import { openPanes } from '../panes/index.ts';
import type { Pane, PaneContext } from '../panes/pane.ts';
import { followCursor } from '../shell/cursor-subject.ts';
import type { GlobalContext } from '../shell/keys/global-context.ts';
import { openLineHistory } from '../shell/keys/line-history.ts';
import { openPrompt } from '../shell/keys/prompts.ts';
import { openWorkspaceCommands } from '../shell/keys/workspace-commands.ts';
import { momentOf } from '../state/loadable.ts';
import { keyFor } from '../text/key-names.ts';
import { lazy } from '../text/memoize.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import { openAlarms } from '../watches/alarms.ts';
import { NO_WATCHES, Watches } from '../watches/watching.ts';
import { openCalls } from './calls.ts';
import type { CompositionOptions } from './composition-options.ts';
import { openKeys } from './keys.ts';
import { createOverlayStack, type OverlayStack, openOverlays } from './overlays.ts';

/** Everything of a console but what draws it. Panes, overlays and keys ask each other only once all of them are open. */
export function composeConsole(options: CompositionOptions) {
  const { store, slices, clock, activity, terminal, ways, machine } = options;
  const say: PaneContext['say'] = (text, tone = 'info') =>
    store.setState({ notice: { text, tone } });
  const moment = () => momentOf(clock);
  const calls = openCalls(options, { say, moment });
  const shared = { ...calls, say, moment };
  const watches = openWatches(options, shared);
  const mutations = openMutations(options, shared);
  const unchangeable = () => whyUnchangeable(options);
  const isChangePending = () => mutations.changes.pending().length > 0;

  const overlays = createOverlayStack(store, () => opened.overlays);
  const { open, close } = overlays;
  const context = openPaneContext(options, {
    ...shared,
    mutations,
    overlays,
    panes: () => panes,
  });
  const panes = openPanes(context);
  // Tracked from the start, so that its dwell time is known.
  const cursor = followCursor({ store, slices, panes, elapsed: clock.elapsed });
  const workspace = openWorkspaceCommands({
    store,
    panes,
    say,
    open,
    close,
    file: options.workspaceFile,
    track: activity.track,
  });

  const inHome = (path: string) => expandHome(path, machine.directories.home);
  const global: GlobalContext = {
    ...context,
    ...terminal,
    ...ways,
    panes,
    open,
    close,
    workspace,
    watches,
    replay: options.replay?.player,
    table: () => keys.table(),
    recording: {
      start: (path) => calls.recording.start(inHome(path)),
      stop: () => calls.recording.stop(),
    },
    go: (place) =>
      ways.go(place.kind === 'recording' ? { ...place, name: inHome(place.name) } : place),
    deleteApp: (id) => unchangeable() ?? opened.deleteApp(id),
    lineHistory: openLineHistory({
      files: machine.files,
      path: machine.stateDirectory === null ? null : join(machine.stateDirectory, 'history'),
      track: activity.track,
    }),
    quit: () => (isChangePending() ? open('leaving') : ways.leave()),
  };
  const keys = openKeys(options, { overlays, global, unchangeable });
  const opened = openOverlays({
    ...context,
    ...keys.forOverlays,
    panes,
    cursor,
    terminal,
    watches,
    open,
    close,
    removal: workspace.question,
    surroundings: options.surroundings,
    machine,
    leave: ways.leave,
  });
  keys.tellNames();

  return {
    panes,
    overlays,
    say,
    show: context.show,
    unwritten: context.unwritten,
    isChangePending,
    keys,
  };
}

export type Composition = ReturnType<typeof composeConsole>;

/** The watches, which ring, notify and run the configured command when they fire. In a recording they fire silently. */
function openWatches(
  { store, slices, clock, feeds, random, activity, terminal, replay, onWatch }: CompositionOptions,
  { call, history, requests, say }: Pick<PaneContext, 'call' | 'history' | 'requests' | 'say'>,
): Watches {
  const alarm = openAlarms({ clock, ring: terminal.ring, notify: terminal.notify });
  return new Watches({
    store,
    slice: slices.create(NO_WATCHES),
    history,
    clock,
    requests,
    feeds,
    random,
    say,
    call,
    alarm(fired) {
      if (replay) return;
      alarm(fired.text);
      const running = onWatch?.(fired).catch((error: unknown) => {
        const why = error instanceof Error ? error.message : String(error);
        say(words`on_watch failed: ${printable(why)}`, 'warn');
      });
      if (running) void activity.track(running);
    },
  });
}

/** Why nothing can be changed now, as a sentence. */
function whyUnchangeable({
  replay,
  store,
}: Pick<CompositionOptions, 'replay' | 'store'>): Printable | undefined {
  if (replay) return words`This is a ${replay.noun}: nothing can be changed.`;
  const { viewing, keyNames } = store.getState();
  return viewing === null
    ? undefined
    : words`The past is on screen: nothing can be changed. ${keyFor(keyNames, 'back', words`Esc`)} goes back to now.`;
}

function openMutations(
  options: CompositionOptions,
  { call, say, moment }: Pick<PaneContext, 'call' | 'say' | 'moment'>,
): MutationTools {
  const { store, machineClock, activity, machine } = options;
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
    moment,
    newAttempt: machine.newId,
    track: activity.track,
    lastAnswer: (operation, input) => lastAnswerOf(store.getState().exchanges, operation, input),
  });
  return {
    changes,
    files: machine.files,
    directories: machine.directories,
    audited: () => readChanges(machine.files, path),
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

interface PaneContextParts
  extends Pick<PaneContext, 'call' | 'requests' | 'history' | 'mutations' | 'say' | 'moment'> {
  readonly overlays: Pick<OverlayStack, 'close'>;
  /** All panes, called once they are open. */
  panes(): readonly Pane[];
}

/** What all panes and overlays share. */
function openPaneContext(
  options: CompositionOptions,
  { call, requests, history, mutations, say, moment, overlays, panes }: PaneContextParts,
): PaneContext {
  const { store, clock, machine, workspaceFile } = options;
  const named = (id: string) => panes().find((pane) => pane.id === id);
  const inHome = (path: string) => expandHome(path, machine.directories.home);
  return {
    ...options,
    call,
    requests,
    history,
    mutations,
    say,
    ...newFiles((path, lines) => options.writeNewFile(inHome(path), lines)),
    asnNames: networkNames(options, say),
    moment,
    pane: named,
    show(id, subject, where) {
      const next = named(id);
      if (!next) {
        const finds = keyFor(store.getState().keyNames, 'palette', words`Ctrl-P`);
        return say(words`No pane shows that. ${finds} lists everything.`, 'warn');
      }
      // Overlays would hide the new pane.
      while (store.getState().overlays.length > 0) overlays.close();
      const before = store.getState().pane;
      if (before !== id) {
        named(before)?.hidden();
        store.setState({
          pane: id,
          ...(before !== '' && { lastPane: before, shownAt: clock.elapsed() }),
        });
      }
      next.shown(subject, where);
    },
    ask: (prompt) => openPrompt(store, prompt),
    closePrompt: () => store.setState({ prompt: null }),
    saveFilter: (saved) => workspaceFile.saveFilter(store.getState().workspace.name, saved),
    seenPaths: (zone) => panes().flatMap((pane) => pane.seenPaths?.(zone) ?? []),
    loadedZones: () => panes().flatMap((pane) => pane.loadedZones?.() ?? []),
  };
}

/** Names of networks, loaded on first use; reports a problem of their file. */
const networkNames = (
  { asnNames }: CompositionOptions,
  say: PaneContext['say'],
): PaneContext['asnNames'] =>
  lazy(() => {
    const read = asnNames?.();
    if (read?.problem) say(read.problem, 'warn');
    return read?.names ?? new Map();
  });
