import { join } from 'node:path';
import type { KeyBinding } from '../commands/key-binding.ts';
import { commandFor, type DispatchContext, runCommand } from '../commands/table.ts';
import type { DoctorFacts, QueryableTerminal } from '../doctor/terminal-checks.ts';
import type { Clock } from '../edges/clock.ts';
import { newFiles } from '../edges/files.ts';
import { expandHome, type Machine } from '../edges/machine.ts';
import { createRequestScheduler } from '../feeds/request-scheduler.ts';
import { createWake } from '../feeds/scheduling.ts';
import { keepHistory } from '../history/keep-history.ts';
import { auditPath, openAudit, readAudit, type SendAudit } from '../mutations/audit.ts';
import { lastAnswerOf } from '../mutations/change.ts';
import { type MutationTools, openChanges } from '../mutations/changes.ts';
import type { Redactor } from '../mutations/redaction.ts';
import { openPanes } from '../panes/index.ts';
import type { AsnNames, Pane, PaneContext } from '../panes/pane.ts';
import { ConsoleRecording } from '../recording/console-recording.ts';
import type { Replay } from '../recording/replay.ts';
import {
  type CommandLayers,
  commandsElsewhere,
  dialogIn,
  keySectionsOf,
  tableFor,
} from '../shell/keys/command-layers.ts';
import { lineWords } from '../shell/keys/command-line.ts';
import { copyFirst, globalCommands } from '../shell/keys/global-commands.ts';
import type { GlobalContext } from '../shell/keys/global-context.ts';
import { openLineHistory } from '../shell/keys/line-history.ts';
import { cancelPrompt, openPrompt, promptCommands, promptField } from '../shell/keys/prompts.ts';
import { createRebinding } from '../shell/keys/rebinding.ts';
import { replayCommands } from '../shell/keys/replay-commands.ts';
import { openWorkspaceCommands } from '../shell/keys/workspace-commands.ts';
import { followCursor } from '../shell/overlay.tsx';
import type { OverlayContext } from '../shell/overlay-context.ts';
import type { Activity } from '../state/activity.ts';
import type { ConsoleState } from '../state/console-state.ts';
import type { WorkspaceFile } from '../state/workspace.ts';
import { keyFor } from '../text/key-names.ts';
import { lazy } from '../text/memoize.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import { openAlarms } from '../watches/alarms.ts';
import { type Fired, NO_WATCHES, Watches } from '../watches/watching.ts';
import { createOverlayStack, type OverlayStack, openOverlays } from './overlays.ts';

export interface CompositionOptions
  extends Pick<
    PaneContext,
    | 'store'
    | 'slices'
    | 'call'
    | 'version'
    | 'clock'
    | 'feeds'
    | 'archive'
    | 'archivePasswords'
    | 'fileThreads'
    | 'logMemory'
    | 'searcher'
    | 'random'
    | 'masked'
    | 'writeNewFile'
    | 'copy'
  > {
  /** Directory of the history; null to keep it for this run only. */
  readonly historyDirectory: string | null;
  /** Called at the end if history could not be kept. */
  readonly lost?: (text: Printable) => void;
  /** The recording shown instead of a service. */
  readonly replay?: Replay | undefined;
  /** The uncorrected clock of the machine, for the audit. */
  readonly machineClock: Clock;
  readonly activity: Activity;
  readonly redactor: Redactor;
  readonly machine: Omit<Machine, 'editor'>;
  readonly workspaceFile: WorkspaceFile;
  readonly surroundings: DoctorFacts;
  /** Whether a text contains the access key, which must not reach any file. */
  readonly isSecret?: ((text: string) => boolean) | undefined;
  /** Runs the configured `on_watch` command; rejects if it fails. */
  readonly onWatch?: ((fired: Fired) => Promise<void>) | undefined;
  /** Sends audit entries to a team's archive; absent if they stay on this machine. */
  readonly sendAudit?: SendAudit | undefined;
  /** Reads names of autonomous systems, or a problem. */
  readonly asnNames?:
    | (() => { readonly names: AsnNames; readonly problem: Printable | null })
    | undefined;
  readonly keys: readonly KeyBinding[];
  readonly terminal: QueryableTerminal &
    Pick<MutationTools, 'edit'> &
    Pick<GlobalContext, 'redraw' | 'setTheme' | 'choose' | 'suspend'> & {
      ring(): void;
      notify(text: Printable): void;
    };
  readonly ways: Pick<GlobalContext, 'places'> & {
    go: GlobalContext['go'];
    leave(): void;
  };
  failed(error: unknown): void;
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

function whyUnchangeable({
  replay,
  store,
}: Pick<CompositionOptions, 'replay' | 'store'>): Printable | undefined {
  if (replay) return words`This is a recording: nothing can be changed.`;
  const { viewing, keyNames } = store.getState();
  return viewing === null
    ? undefined
    : words`The past is on screen: nothing can be changed. ${keyFor(keyNames, 'back', words`Esc`)} goes back to now.`;
}

/** The state without an overlay and the prompt. */
function stateUnder(store: CompositionOptions['store'], overlay: string): ConsoleState {
  const state = store.getState();
  return { ...state, prompt: null, overlays: state.overlays.filter((id) => id !== overlay) };
}

const whatIsUnder = (
  store: CompositionOptions['store'],
  { promptUnder }: OverlayStack,
  layers: CommandLayers,
): Pick<OverlayContext, 'tableUnder' | 'typingUnder' | 'dialogUnder'> => ({
  tableUnder: (overlay) => tableFor(stateUnder(store, overlay), layers),
  typingUnder(overlay) {
    const prompt = promptUnder(overlay);
    return prompt ? tableFor({ ...stateUnder(store, overlay), prompt }, layers) : [];
  },
  dialogUnder: (overlay) => dialogIn(stateUnder(store, overlay), layers),
});

function formOnScreen(state: ConsoleState, named: (id: string) => Pane | undefined): Pane['form'] {
  const form = named(state.pane)?.form;
  return form?.isOpen(state) ? form : undefined;
}

/** Whether a key would change something if the profile were not read-only. */
function isBarred(state: ConsoleState, layers: CommandLayers, key: string): boolean {
  const profile = { ...state.profile, readOnly: false };
  return commandFor(tableFor({ ...state, profile }, layers), key)?.danger === true;
}

/** Titles of the other panes with a command on `key`; none while something covers the pane. */
const panesWith = (
  state: ConsoleState,
  layers: CommandLayers,
  key: string,
): readonly Printable[] =>
  state.overlays.length > 0
    ? []
    : [
        ...new Set(
          commandsElsewhere(state, layers)
            .filter(({ command }) => command.keys.includes(key))
            .map(({ pane }) => pane.title),
        ),
      ];

export function composeConsole(options: CompositionOptions) {
  const { store, slices, clock, activity, terminal, ways, machine } = options;
  const moment = () => ({ wall: clock.now(), elapsed: clock.elapsed() });
  const overlays = createOverlayStack(store, () => opened.overlays);
  const { open, close } = overlays;
  const say: PaneContext['say'] = (text, tone = 'info') =>
    store.setState({ notice: { text, tone } });
  const named = (id: string) => panes.find((pane) => pane.id === id);
  const show = showing({ store, clock, named, close, say });

  const fromHome = (path: string) => expandHome(path, machine.directories.home);
  const replay = options.replay?.player;
  const calls = openCalls(options, say);
  const watches = openWatches(options, calls, say);
  const mutations = openMutations(options, say);
  const context: PaneContext = {
    ...options,
    ...calls,
    ...newFiles((path, lines) => options.writeNewFile(fromHome(path), lines)),
    asnNames: networkNames(options, say),
    ...{ mutations, moment, say, show },
    pane: named,
    ask: (prompt) => openPrompt(store, prompt),
    closePrompt: () => store.setState({ prompt: null }),
    saveFilter: (saved) => options.workspaceFile.saveFilter(store.getState().workspace.name, saved),
    seenPaths: (zone) => panes.flatMap((pane) => pane.seenPaths?.(zone) ?? []),
    loadedZones: () => panes.flatMap((pane) => pane.loadedZones?.() ?? []),
  };
  const panes = openPanes(context);
  // Tracked from the start, so that its dwell time is known.
  const cursor = followCursor({ store, slices, panes, elapsed: clock.elapsed });
  const workspace = openWorkspaceCommands({
    ...{ store, slices, panes, say, open, close },
    file: options.workspaceFile,
    track: activity.track,
  });
  const unchangeable = () => whyUnchangeable(options);
  const isChangePending = () => mutations.changes.pending().length > 0;
  const globalContext: GlobalContext = {
    ...terminal,
    ...ways,
    ...{ store, panes, moment, say, show, open, close, workspace, watches, replay },
    ...{ ask: context.ask, copy: options.copy, past: calls.history },
    table: () => table(),
    recording: {
      start: (path) => calls.recording.start(fromHome(path)),
      stop: () => calls.recording.stop(),
    },
    go: (place) =>
      ways.go(place.kind === 'recording' ? { ...place, name: fromHome(place.name) } : place),
    deleteApp: (id) => unchangeable() ?? opened.deleteApp(id),
    history: openLineHistory({
      files: machine.files,
      path: machine.stateDirectory === null ? null : join(machine.stateDirectory, 'history'),
      track: activity.track,
    }),
    isSecret: options.isSecret,
    quit: () => (isChangePending() ? open('leaving') : ways.leave()),
  };

  const rebinding = createRebinding(options.keys);
  const layers: CommandLayers = {
    panes,
    get overlays() {
      return opened.overlays;
    },
    prompt: promptCommands(store, () => copyFirst(globalContext)),
    global: globalCommands(globalContext),
    replay: replayCommands(globalContext),
    rebind: rebinding.layer,
  };
  const table = () => tableFor(store.getState(), layers);
  const dispatching: DispatchContext = {
    table,
    say: (text) => say(text, 'warn'),
    unchangeable,
    failed: options.failed,
    track: activity.track,
  };
  const keyProblems = () => rebinding.problems(layers);
  const opened = openOverlays({
    ...context,
    ...{ panes, cursor, terminal, watches, open, close },
    table: () => tableFor({ ...store.getState(), prompt: null, overlays: [] }, layers),
    ...whatIsUnder(store, overlays, layers),
    commandsElsewhere: () => commandsElsewhere(store.getState(), layers),
    cancelPrompt: () => cancelPrompt(store),
    run: (command) => runCommand(dispatching, command),
    words: () => lineWords(globalContext),
    chosenKeys: { problems: keyProblems, commands: () => rebinding.commands(layers) },
    removal: workspace.question,
    surroundings: options.surroundings,
    machine: options.machine,
    leave: ways.leave,
  });
  store.setState({ keyNames: rebinding.names(layers, store.getState().size) });

  const openForm = () => formOnScreen(store.getState(), named);

  return {
    ...{ panes, overlays, say, show, table, isChangePending, keyProblems },
    unwritten: context.unwritten,
    /** Key handling, without typed text. */
    keyboard: {
      ...dispatching,
      store,
      isBarred: (key: string) => isBarred(store.getState(), layers, key),
      panesWith: (key: string) => panesWith(store.getState(), layers, key),
      inputHandler: () => (overlays.top() ?? openForm())?.handleInput,
    },
    field: () => promptField(store) ?? (overlays.top() ?? openForm())?.field?.(),
    keySections: () => keySectionsOf(layers, store.getState()),
    lineWords: () => lineWords(globalContext),
  };
}

export type Composition = ReturnType<typeof composeConsole>;

const showing =
  ({
    store,
    clock,
    named,
    close,
    say,
  }: Pick<PaneContext, 'store' | 'clock' | 'say'> &
    Pick<OverlayStack, 'close'> & { named(id: string): Pane | undefined }): PaneContext['show'] =>
  (id, subject) => {
    const next = named(id);
    if (!next) return say(words`No pane shows that. Ctrl-P lists everything.`, 'warn');
    // Overlays would hide the new pane.
    while (store.getState().overlays.length > 0) close();
    const before = store.getState().pane;
    if (before !== id) {
      named(before)?.hidden();
      store.setState({
        pane: id,
        ...(before !== '' && { lastPane: before, shownAt: clock.elapsed() }),
      });
    }
    next.shown(subject);
  };

function openCalls(options: CompositionOptions, say: PaneContext['say']) {
  const { store, slices, clock, machineClock, feeds, call, activity } = options;
  const replay = options.replay?.player;
  const { history, run: keep } = options.replay
    ? options.replay.history(slices)
    : keepHistory({
        ...{ store, slices, clock, machineClock, directory: options.historyDirectory, say },
        ...{ inThread: options.fileThreads, lost: options.lost },
      });
  const recording = new ConsoleRecording({
    ...{ store, clock, feeds, say, version: options.version, track: activity.track },
  });
  // Replayed answers are not recorded again.
  const recorded = replay ? call : history.recording(recording.recording(call), clock.now);
  feeds.run('history', 'all', keep);
  const given = replay && ((answer: unknown) => replay.given(answer));
  const requests = createRequestScheduler({ store, call: recorded, clock, given });
  return { call: recorded, history, recording, requests };
}

function openWatches(
  { store, slices, clock, feeds, random, activity, terminal, replay, onWatch }: CompositionOptions,
  { call, history, requests }: Pick<PaneContext, 'call' | 'history' | 'requests'>,
  say: PaneContext['say'],
): Watches {
  const alarm = openAlarms({ clock, ring: terminal.ring, notify: terminal.notify });
  return new Watches({
    ...{ store, slice: slices.create(NO_WATCHES), history, clock, requests, feeds, random, say },
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

function openMutations(options: CompositionOptions, say: PaneContext['say']): MutationTools {
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
