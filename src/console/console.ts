import { operations } from '../contract/operations/index.ts';
import { type Clock, correctedClock } from '../edges/clock.ts';
import { writeNewFile } from '../edges/files.ts';
import type { Terminal } from '../edges/terminal.ts';
import { createSupervisor } from '../feeds/supervisor.ts';
import type { Painter } from '../painter/painter.ts';
import type { NotificationWay } from '../painter/sequences.ts';
import type { Pane, PaneContext, Place } from '../panes/pane.ts';
import type { Playing } from '../recording/player.ts';
import type { Replay } from '../recording/replay.ts';
import { windowTitle } from '../shell/frame/header.ts';
import { createActivity } from '../state/activity.ts';
import { askedAgain } from '../state/connection.ts';
import {
  type Beginning,
  type ConsoleState,
  type ConsoleStore,
  createConsoleStore,
  type Notice,
  rememberNotices,
} from '../state/console-state.ts';
import { ITEM_KINDS } from '../state/item-kinds.ts';
import { momentOf, secondOf } from '../state/loadable.ts';
import { createSlices } from '../state/slice.ts';
import { keyFor } from '../text/key-names.ts';
import { count } from '../text/numbers.ts';
import { type Printable, words } from '../text/printable.ts';
import { watchProblem } from '../watches/expression.ts';
import { type Composition, composeConsole } from './composition.ts';
import type { GivenOptions } from './composition-options.ts';
import { openDrawing, themeByBackground } from './drawing.ts';
import { openInput } from './input.ts';
import { createMove, type Destinations, type Lifecycle, startLifecycle } from './lifecycle.ts';
import { openPreferences, type Preferences } from './preferences.ts';
import { copyBy, terminalTools } from './terminal-tools.ts';

export interface ConsoleOptions extends GivenOptions, Omit<Beginning, 'size' | 'now'> {
  readonly terminal: Terminal;
  readonly clock: Clock;
  /** Clock for frames; `clock` by default. A replay's clock may stand still. */
  readonly frameClock?: Clock;
  /** The first pane, by id or digit. */
  readonly pane?: string | undefined;
  readonly place?: Place | undefined;
  /** Other profiles and workspaces, if any. */
  readonly elsewhere?: Destinations | undefined;
  /** Suspends the process; the terminal is restored meanwhile. */
  stopProcess(): void;
  readonly asksBackground?: boolean;
  /** Whether the terminal can set and restore its title. */
  readonly takesTitle?: boolean;
  /** How the terminal shows notifications; absent or null if it cannot. */
  readonly notifies?: NotificationWay | null | undefined;
  /** Whether to show the tour, if no run did before. */
  readonly tour?: boolean;
  /** Already on the terminal with a first frame. */
  readonly painter: Painter;
}

/** Delay in milliseconds; by then a near service's first data is on screen. */
const PREFERENCES_DELAY_MS = 300;

export function startConsole(options: ConsoleOptions) {
  const { terminal, painter, frameClock = options.clock, machine, elsewhere } = options;
  const clock = correctedClock(options.clock);
  const size = painter.room(terminal.size());
  const store = openStore(options, size, clock);
  const slices = createSlices();
  const activity = createActivity(() => drawing.settle());
  const failed = (error: unknown) => lifecycle.stop({ kind: 'crash', error });
  const feeds = createSupervisor(failed);
  const drawing = openDrawing({
    store,
    slices,
    painter,
    activity,
    failed,
    clock: frameClock,
    app: () => ({ store, panes, table: keys.table, overlay: composition.overlays.top }),
  });
  const theme = themeByBackground(painter, store);
  const preferences = openPreferences({
    painter,
    files: machine.files,
    stateDirectory: machine.stateDirectory,
    takesTitle: options.takesTitle ?? false,
    notifies: options.notifies ?? null,
    track: activity.track,
    say: (text) => say(text, 'warn'),
    isTime: () => frameClock.sleep(PREFERENCES_DELAY_MS),
  });

  const composition = composeConsole({
    ...options,
    store,
    slices,
    clock,
    feeds,
    activity,
    failed,
    machineClock: options.clock,
    writeNewFile,
    copy: (text, what) => copyBy({ painter, env: options.surroundings.env, say }, text, what),
    terminal: terminalTools({
      terminal,
      painter,
      preferences,
      editor: machine.editor,
      setTheme: theme.setTheme,
      suspend: () => suspend(),
      lend: (work) => lifecycle.lend(work),
    }),
    ways: {
      places: (kind) => elsewhere?.[kind === 'profile' ? 'profiles' : 'workspaces'] ?? [],
      go: (place) => move && void activity.track(move(place)).catch(failed),
      leave: () => lifecycle.stop(),
    },
  });
  const { panes, say, keys } = composition;
  const endAs = (kind: 'again' | 'moved') => () =>
    lifecycle.stop({ kind, pane: store.getState().pane });
  const { replay } = options;
  if (replay) play(replay, { store, feeds, clock }, panes, endAs('again'));
  if (replay?.isAnonymous) say(words`Names, addresses and texts are replaced in this bundle.`);
  const move = elsewhere && createMove(elsewhere, composition, endAs('moved'));
  const input = openInput({
    clock,
    frameClock,
    keyboard: keys.keyboard,
    painter,
    drawing,
    panes,
    usesMouse: preferences.usesMouse,
  });
  const lifecycle: Lifecycle = startLifecycle({
    store,
    clock,
    terminal,
    painter,
    feeds,
    panes,
    input,
    drawing,
  });
  const suspend = () => {
    composition.overlays.top()?.suspended?.();
    lifecycle.suspend(options.stopProcess);
  };
  if (options.asksBackground) theme.ask(input);
  if (options.tour && painter.kind === 'screen') {
    feeds.run('tour', 'newcomer', (signal) => giveTour({ store, clock, preferences }, signal));
  }
  store.subscribe((state, { now }) => {
    if (state.now !== now) preferences.entitle(windowTitle(state, panes));
  });

  showFirst(options, composition);
  sayProblems(options, composition);

  return {
    ...lifecycle,
    suspend,
    /** The process goes on: no shell could have continued it. */
    notSuspended() {
      lifecycle.continued();
      say(words`There is no shell to suspend to. :q quits.`, 'warn');
    },
    /** Resolves when no call is in flight and the newest frame is on the terminal. */
    async settled() {
      await activity.settled();
      input.rest();
      drawing.flush();
      painter.flush();
    },
    state: store.getState,
    table: keys.table,
    /** All commands, and all typed ones, of which the help topic is written. */
    layers: keys.layers,
    typedCommands: keys.typedCommands,
    unwritten: composition.unwritten,
  };
}

export type RunningConsole = ReturnType<typeof startConsole>;

/** Reports problems of the configuration: a mistyped watch would never fire. */
function sayProblems(
  { workspace: { watches = [] } }: Pick<ConsoleOptions, 'workspace'>,
  { keys, say }: Pick<Composition, 'keys' | 'say'>,
): void {
  const unread = watches.filter(({ expression }) => watchProblem(expression) !== undefined);
  const [lost, wrong] = [unread.length, keys.problems().length];
  if (lost === 0 && wrong === 0) return;
  const text =
    lost === 0
      ? words`The configuration’s keys have problems: ${count(wrong)}. :keys lists them.`
      : wrong === 0
        ? words`Watches that cannot be read: ${count(lost)}. :watches lists them.`
        : words`Watches that cannot be read: ${count(lost)} (:watches). Keys that have problems: ${count(wrong)} (:keys).`;
  say(text, 'warn');
}

function showFirst(
  { pane, place, workspace }: ConsoleOptions,
  { panes, show }: Pick<Composition, 'panes' | 'show'>,
): void {
  const first = panes.find(({ id, digit }) => id === pane || digit === pane);
  const begun = first ?? panes[0];
  const { shown: wanted = [], where, at } = place ?? {};
  const subject = wanted.find(({ kind }) => ITEM_KINDS[kind].pane === begun?.id);
  const known = subject && workspace[subject.kind].find(({ id }) => id === subject.id);
  show(begun?.id ?? '', subject && (known ?? { id: subject.id, name: subject.id }));
  if (where !== undefined || typeof at === 'number') {
    begun?.place?.go({ ...(where !== undefined && { where }), ...(at !== undefined && { at }) });
  }
}

function openStore(
  { profile, workspace, interval, replay }: ConsoleOptions,
  size: Beginning['size'],
  clock: Clock,
): ConsoleStore {
  const store = createConsoleStore({
    profile,
    workspace,
    interval,
    size,
    now: secondOf(momentOf(clock)),
  });
  rememberNotices(store, clock.now);
  // Panes that open must know whether anything is asked.
  if (replay) showPlaying(store, replay, replay.player.state.getState());
  return store;
}

const showPlaying = (
  store: ConsoleStore,
  { noun, isAnonymous }: Replay,
  { isPlaying, speed }: Playing,
): void => store.setState({ replay: { isPlaying, speed, noun, isAnonymous } });

/** Plays a recording: panes refresh when their answers change. */
function play(
  replay: Replay,
  { store, feeds, clock }: Pick<PaneContext, 'store' | 'feeds' | 'clock'>,
  panes: readonly Pane[],
  again: () => void,
): void {
  const { player } = replay;
  player.attach({
    again,
    passed(answered) {
      const now = secondOf(momentOf(clock));
      // Ends waits for an outage that has passed.
      store.setState(({ connection }) => ({
        now,
        connection: askedAgain(connection, now.elapsed),
      }));
      const kinds = [...answered].flatMap((operation) => operations[operation].subject ?? []);
      const changed = new Set<string>(kinds.map((kind) => ITEM_KINDS[kind].pane));
      for (const pane of panes) if (changed.has(pane.id)) pane.refresh();
    },
  });
  feeds.run('replay', 'player', async (signal) => {
    const end = player.state.subscribe((playing) => showPlaying(store, replay, playing));
    await player.run(signal);
    end();
  });
}

/** Duration of each sentence in milliseconds: 20 seconds for all four. */
const SENTENCE_MS = 5000;

/** Each fits into 60 columns with the default keys. */
const sentences = ({ keyNames }: ConsoleState): readonly Printable[] => {
  const key = (command: string, usual: Printable) => keyFor(keyNames, command, usual);
  return [
    words`Worst first. ${key('apps.enter', words`Enter`)} opens it, ${key('back', words`Esc`)} goes back.`,
    words`${key('show.events', words`2`)} shows the log: ${key('events.filter', words`&`)} filters it, ${key('events.facets', words`a`)} counts who asks.`,
    words`${key('palette', words`Ctrl-P`)} finds anything, ${key('command', words`:`)} runs commands, ${key('help', words`?`)} helps.`,
    words`All of it is invented. warren init sets up yours.`,
  ];
};

interface TourParts {
  readonly store: ConsoleStore;
  readonly clock: Clock;
  readonly preferences: Pick<Preferences, 'beginTour'>;
}

/** The tour in the notice line. A key or any other notice ends it. */
async function giveTour(
  { store, clock, preferences }: TourParts,
  signal: AbortSignal,
): Promise<void> {
  if (!(await preferences.beginTour())) return;
  let shown: Notice | null = null;
  const all = sentences(store.getState());
  for (const [at, sentence] of all.entries()) {
    if (signal.aborted || store.getState().notice !== shown) return;
    shown = { text: words`Tour ${at + 1}/${all.length}: ${sentence}`, tone: 'info' };
    store.setState({ notice: shown });
    await clock.sleep(SENTENCE_MS, signal);
  }
  if (store.getState().notice === shown) store.setState({ notice: null });
}
