import type { Command } from '../commands/command.ts';
import { runCommand } from '../commands/dispatch.ts';
import type { KeyBinding } from '../commands/key-binding.ts';
import type { DriftLog } from '../contract/drift.ts';
import type { Exchange } from '../contract/exchange.ts';
import type { Call } from '../contract/operation.ts';
import type { DoctorFacts } from '../doctor/terminal-checks.ts';
import { type Clock, WOKEN } from '../edges/clock.ts';
import type { Edited } from '../edges/editor.ts';
import { writeNewFile } from '../edges/files.ts';
import type { Machine } from '../edges/machine.ts';
import type { Terminal } from '../edges/terminal.ts';
import { createFrameScheduler, yieldToEventLoop } from '../feeds/scheduling.ts';
import { createSupervisor } from '../feeds/supervisor.ts';
import { createKeyReader } from '../input/key-reader.ts';
import { createRedactor } from '../mutations/redaction.ts';
import { createFrameStream } from '../painter/frame-stream.ts';
import { createPainter, type Painter } from '../painter/painter.ts';
import { PANES } from '../panes/index.ts';
import type { PaneContext } from '../panes/pane.ts';
import { paneOpenedLater } from '../panes/pane-opened-later.ts';
import type { Ink } from '../shell/frame/app.tsx';
import { startInk } from '../shell/frame/app.tsx';
import { pictureOf } from '../shell/frame/frame.ts';
import { type KeySection, keySectionsOf, tableFor } from '../shell/keys/command-layers.ts';
import type { LineWord } from '../shell/keys/command-line.ts';
import { lineWords } from '../shell/keys/command-line.ts';
import { globalCommands } from '../shell/keys/global-commands.ts';
import type { GlobalContext } from '../shell/keys/global-context.ts';
import { createFieldInput, handleInput } from '../shell/keys/keyboard.ts';
import { openPrompt, promptCommands, typed } from '../shell/keys/prompts.ts';
import { createRebinding } from '../shell/keys/rebinding.ts';
import { openWatching } from '../shell/keys/workspace-commands.ts';
import type { Overlay } from '../shell/overlay.ts';
import { openActingOverlays } from '../shell/overlays/acting-overlays.tsx';
import { openCopyMenu } from '../shell/overlays/copy-menu.tsx';
import { openDoctor } from '../shell/overlays/doctor.tsx';
import { openHelp } from '../shell/overlays/help.tsx';
import { openKeyList } from '../shell/overlays/key-list.tsx';
import { openLedger } from '../shell/overlays/ledger.tsx';
import { openPalette } from '../shell/overlays/palette.tsx';
import { openRemoval } from '../shell/overlays/removal.tsx';
import { followSubject } from '../shell/steady-subject.ts';
import { createActivity } from '../state/activity.ts';
import {
  type ConsoleState,
  createConsoleStore,
  type Notice,
  type Profile,
} from '../state/console-state.ts';
import { noted, recorded } from '../state/ledger.ts';
import { createSlices } from '../state/slice.ts';
import type { Place, Workspace, WorkspaceFile } from '../state/workspace.ts';
import { count } from '../text/figures.ts';
import { lazy } from '../text/lazy.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import type { Changes } from '../ui/use-selected.ts';
import { consoleActing } from './console-acting.ts';
import { themeByBackground } from './theme-by-background.ts';
import { trackedCall } from './tracked-call.ts';

/** What a console is made of. */
export interface ConsoleOptions {
  readonly terminal: Terminal;
  readonly clock: Clock;
  /** The clock that frames are timed by; `clock` unless that one stands still. */
  readonly frameClock?: Clock;
  /** What is around the terminal: files, the editor, who sits there. */
  readonly machine: Machine;
  /** Opens the way to the service; every exchange over it is reported for the ledger. */
  connect(report: (exchange: Exchange) => void): Call;
  /** What the decoders took note of; nothing when not said. */
  readonly drift?: Pick<DriftLog, 'entries'> | undefined;
  /** What the doctor looks at. */
  readonly surroundings: DoctorFacts;
  readonly profile: Profile;
  readonly workspace: Workspace;
  /** Where the workspace is kept beyond the run. */
  readonly workspaceFile: WorkspaceFile;
  /** Milliseconds between polls. */
  readonly interval: number;
  /** Keys that the operator wants otherwise. */
  readonly keys?: readonly KeyBinding[] | undefined;
  /** The pane to begin with, by id or digit; the first unless told. */
  readonly pane?: string | undefined;
  /** An archive of events to look at instead of a service, by its path. */
  readonly archive?: string | undefined;
  /** False leaves colours out (NO_COLOR). */
  readonly colour: boolean;
  /** Uniform in [0, 1): the jitter of waits. */
  random?(): number;
  /** The edge that exports go over; the machine's files unless told. */
  writeNewFile?(path: string, lines: Iterable<string>): Promise<number>;
  /** The way to other profiles and workspaces; absent where there is none. */
  readonly elsewhere?: Elsewhere | undefined;
  /** Stops the process until the shell continues it; absent where there is no job control. */
  stopProcess?(): void;
  /** Whether the terminal's background chooses the theme, if it tells. */
  readonly asksBackground?: boolean;
  /** A painter that has entered the terminal already, with a first frame on it. */
  readonly painter?: Painter;
}

/** The other places there are. */
export interface Elsewhere {
  readonly profiles: readonly string[];
  readonly workspaces: readonly string[];
  /** Gets a place ready to be gone to; a returned sentence says why it cannot be. */
  prepare(place: Place): Promise<Printable | undefined>;
}

/** How a run ended. */
export type Ending =
  | { readonly kind: 'quit' }
  /** The operator goes to the place that was prepared last, from this pane; the terminal is still taken. */
  | { readonly kind: 'moved'; readonly pane: string }
  /** The terminal is gone. */
  | { readonly kind: 'gone' }
  /** A bug of ours. */
  | { readonly kind: 'crash'; readonly error: unknown };

/** A console that runs. */
export interface RunningConsole {
  readonly ended: Promise<Ending>;
  /** Ends it; the terminal is as it was when this returns. */
  stop(ending?: Ending): void;
  /** Gives the terminal back and stops the process, until the shell continues it. */
  suspend(): void;
  /** Lets `work` have the terminal: keys are its, and nothing is drawn meanwhile. */
  lend<T>(work: () => Promise<T>): Promise<T>;
  /** The process runs again after having been stopped. */
  continued(): void;
  /** Resolves when no call is in flight, nothing is held back and the newest frame is on the terminal. */
  settled(): Promise<void>;
  /** Everything the screen is drawn from. Nothing in it is secret. */
  state(): ConsoleState;
  /** The commands in force now. */
  table(): readonly Command[];
  /** Every command there is, by where it is in force, and every word for `:`. For the README. */
  keySections(): readonly KeySection[];
  lineWords(): readonly LineWord[];
}

/** So long after a key the cursor is taken to rest, milliseconds. */
const REST = 120;

/** So many times a second what the service sends is drawn at the most; what keys change is drawn at once. */
const DATA_FRAMES = 20;
/** So long the first picture may wait for the first answers, milliseconds: until then the skeleton stands. */
const FIRST_PICTURE = 150;

/** Puts the console together and starts it. */
export function startConsole(options: ConsoleOptions): RunningConsole {
  const { terminal, clock } = options;
  const frameSize = () => options.painter?.frameSize(terminal.size()) ?? terminal.size();
  const moment = () => ({ wall: clock.now(), elapsed: clock.elapsed() });
  const store = createConsoleStore({
    profile: options.profile,
    workspace: options.workspace,
    size: frameSize(),
    now: moment(),
    interval: options.interval,
  });
  // An answer changes the state several times, and a round of polls brings dozens: they are drawn once, when
  // the last answer is there or a frame's time has passed.
  const views = new Set<() => void>();
  const drawing = createFrameScheduler(
    options.frameClock ?? clock,
    { longest: 1000 / DATA_FRAMES, first: FIRST_PICTURE },
    () => {
      if (stopped) return;
      try {
        if (!drawnAsPicture()) drawn();
        for (const look of views) look();
      } catch (error) {
        crash(error);
      }
    },
  );
  store.subscribe(drawing.schedule);
  const slices = createSlices();
  slices.subscribe(drawing.schedule);
  const drawnChanges: Changes = (look) => {
    views.add(look);
    return () => views.delete(look);
  };
  const activity = createActivity(drawing.settle);
  const { promise: ended, resolve: end } = Promise.withResolvers<Ending>();

  const painter =
    options.painter ??
    createPainter({
      ...terminal.size(),
      output: terminal,
      clock: options.frameClock ?? clock,
      colour: options.colour,
    });
  const frames = createFrameStream(frameSize(), painter.paint);
  const field = createFieldInput();

  const crash = (error: unknown) => stop({ kind: 'crash', error });
  const feeds = createSupervisor(crash);
  const secrets = createRedactor();
  const call = trackedCall(
    options.connect((exchange) =>
      store.setState(({ exchanges, drift }) => ({
        exchanges: recorded(exchanges, secrets.redactExchange(exchange)),
        drift: noted(drift, options.drift?.entries() ?? [], secrets.redactDrift),
      })),
    ),
    { store, activity, moment },
  );

  const say = (text: Printable, tone: Notice['tone'] = 'info') =>
    store.setState({ notice: { text, tone } });
  const closePrompt = () => store.setState({ prompt: null });

  const context: PaneContext = {
    store,
    slices,
    call,
    clock,
    feeds,
    mutations: consoleActing({
      store,
      call,
      clock,
      secrets,
      activity,
      machine: options.machine,
      edit,
    }),
    archive: options.archive,
    random: options.random ?? Math.random,
    moment,
    say,
    ask: (prompt) => openPrompt(store, prompt),
    closePrompt,
    show,
    copy,
    seenPaths: (zone) => panes.flatMap((pane) => pane.seenPaths?.(zone) ?? []),
    writeNewFile: options.writeNewFile ?? writeNewFile,
  };
  const panes = PANES.map((entry) => paneOpenedLater(entry, context));
  // From the start: what was under the cursor since then was not put there just now.
  const steady = followSubject({ store, slices, panes, elapsed: () => moment().elapsed });
  const first = panes.find(({ id, digit }) => id === options.pane || digit === options.pane);

  function show(id: string, subject?: { readonly id: string; readonly name: string }): void {
    const next = panes.find((pane) => pane.id === id);
    if (!next) {
      say(words`There is no pane for that yet.`, 'warn');
      return;
    }
    // Whoever hears that it is shown asks it at once.
    next.open();
    // What lies over a pane would hide that another one was shown.
    while (store.getState().overlays.length > 0) close();
    const before = store.getState().pane;
    if (before !== id) {
      panes.find((pane) => pane.id === before)?.hidden();
      store.setState({ pane: id, lastPane: before === '' ? null : before });
    }
    next.shown(subject);
  }

  function copy(text: string): void {
    if (painter.kind === 'plain')
      say(words`This terminal has no clipboard. What would be copied: ${printable(text)}`);
    else if (painter.copy(text))
      say(words`Copied ${count(text.length)} characters, by way of the terminal.`);
    else say(words`That is too large for the clipboard of a terminal.`, 'warn');
  }

  const open = (id: string) => {
    const { overlays: lying } = store.getState();
    if (lying.includes(id)) return;
    const overlay = over().overlays.find((each) => each.id === id);
    store.setState({ overlays: [...lying, id] });
    overlay?.opened();
  };
  const close = () => {
    const closed = top();
    store.setState(({ overlays }) => ({ overlays: overlays.slice(0, -1) }));
    closed?.closed();
  };

  const watching = openWatching({
    store,
    slices,
    panes,
    file: options.workspaceFile,
    say,
    open,
    close,
    track: activity.track,
  });
  const background = themeByBackground(painter);
  const globalContext: GlobalContext = {
    store,
    panes,
    moment,
    say,
    ask: context.ask,
    show,
    open,
    close,
    copy,
    redraw: painter.invalidate,
    setTheme: background.setTheme,
    suspend,
    deleteApp: (id) => over().deleteApp(id),
    places: (kind) => options.elsewhere?.[kind === 'profile' ? 'profiles' : 'workspaces'] ?? [],
    go: (place) => void activity.track(go(place)).catch(crash),
    watching,
    quit() {
      if (context.mutations.changes.pending().length > 0) open('leaving');
      else stop();
    },
  };
  const global = globalCommands(globalContext);
  const prompt = promptCommands(store);
  const rebinding = createRebinding(options.keys ?? []);
  const layers = () => ({
    panes,
    get overlays() {
      return over().overlays;
    },
    prompt,
    global,
    rebind: rebinding.layer,
  });
  const table = () => tableFor(store.getState(), layers());
  /** The commands that are in force under the overlay on top. */
  const tableUnder = () => tableFor({ ...store.getState(), prompt: null, overlays: [] }, layers());

  const dispatching = {
    table,
    say: (text: Printable) => say(text, 'warn'),
    failed: crash,
    track: activity.track,
  };
  const run = (command: Command) => runCommand(dispatching, command);
  /** What lies over panes, and the ways to it. The first picture has nothing of it; Ink's first frame may. */
  const over = lazy(() => {
    const acting = openActingOverlays({
      ...context,
      steady,
      stateDirectory: options.machine.stateDirectory,
      table: tableUnder,
      run,
      open,
      close,
      leave: () => stop(),
    });
    const overlays: readonly Overlay[] = [
      openHelp({
        store,
        slices,
        table: tableUnder,
        words: () => lineWords(globalContext),
        say,
        run,
        close,
        ask: context.ask,
        closePrompt,
      }),
      openPalette({ ...context, panes, table: tableUnder, run, close }),
      openLedger(context),
      openDoctor({
        ...context,
        surroundings: options.surroundings,
        terminal: { queryFeatures: painter.queryFeatures, onInput: terminal.onInput },
      }),
      openKeyList({
        store,
        slices,
        problems: () => rebinding.problems(layers()),
        commands: () => rebinding.commands(layers()),
      }),
      openCopyMenu(context, () => panes.find(({ id }) => id === store.getState().pane), close),
      openRemoval(watching.removal),
      ...acting.overlays,
    ];
    return { overlays, deleteApp: acting.deleteApp };
  });
  /** What lies on top of everything, if anything does. */
  const top = (): Overlay | undefined => {
    const id = store.getState().overlays.at(-1);
    return id === undefined ? undefined : over().overlays.find((each) => each.id === id);
  };

  const parts = { store, panes, overlay: top, table };

  let isFirst = true;
  /** The first picture is drawn without Ink where it can be, and Ink is made behind it: the data is there sooner. */
  function drawnAsPicture(): boolean {
    if (!isFirst || ink || painter.kind !== 'screen') return false;
    isFirst = false;
    const picture = pictureOf(parts);
    if (picture === undefined) return false;
    painter.paint(picture);
    // Input that waits goes first.
    const behind = yieldToEventLoop().then(() => {
      if (!stopped) drawn();
    });
    activity.track(behind).catch(crash);
    return true;
  }

  let ink: Ink | undefined;
  /** What draws, from the first time on that it has to. */
  function drawn(): Ink {
    if (ink) return ink;
    // What the first picture did without, before it is asked for.
    for (const pane of panes) pane.open();
    over();
    ink = startInk(
      { ...parts, typed: (value) => typed(store, value) },
      {
        changes: drawnChanges,
        stdout: frames.stdout,
        stdin: field.stream,
        isReadAloud: painter.kind !== 'screen',
        failed: crash,
      },
    );
    return ink;
  }

  const rest = () => {
    if (store.getState().moving) store.setState({ moving: false });
  };
  let resting: AbortController | undefined;
  /** A key was pressed: what need not follow at once waits until none was for a while. */
  const moved = () => {
    if (!store.getState().moving) store.setState({ moving: true });
    resting?.abort(WOKEN);
    const own = new AbortController();
    resting = own;
    void clock.sleep(REST, own.signal).then(() => {
      if (!own.signal.aborted) rest();
    });
  };

  const keyboard = {
    ...dispatching,
    store,
    taker() {
      const state = store.getState();
      const overlay = top();
      if (overlay) return overlay.take;
      const form = panes.find(({ id }) => id === state.pane)?.form;
      return form?.isOpen(state) ? form.take : undefined;
    },
    feed(raw: string) {
      // A field that the key before has opened is not there yet: its first letter would go nowhere.
      drawn().flush();
      field.feed(raw);
      // Draws what was typed before the next key is looked at: the field keeps its cursor in React.
      drawn().flush();
    },
  };
  const reader = createKeyReader(options.frameClock ?? clock, (event) => {
    try {
      painter.keyPressed();
      moved();
      handleInput(keyboard, event);
      drawing.flush();
    } catch (error) {
      crash(error);
    }
  });

  const resized = () => {
    painter.resize(terminal.size());
    const size = frameSize();
    const { size: before } = store.getState();
    if (size.columns === before.columns && size.rows === before.rows) return;
    store.setState({ size });
    drawing.flush();
    frames.resize(size);
  };

  function suspend(): void {
    if (lent) {
      options.stopProcess?.();
      return;
    }
    if (!options.stopProcess) {
      say(words`There is no shell to go back to here.`, 'warn');
      return;
    }
    painter.suspend();
    terminal.setRaw(false);
    options.stopProcess();
  }

  store.subscribe(({ connection }, before) => {
    // Waits grow while the service is away; once it is back nobody should sit one out.
    if (connection.kind !== 'up' || before.connection.kind !== 'down') return;
    for (const pane of panes) pane.refresh();
  });

  let lent = false;
  async function lend<T>(work: () => Promise<T>): Promise<T> {
    lent = true;
    painter.suspend();
    terminal.setRaw(false);
    stopInput();
    try {
      return await work();
    } finally {
      lent = false;
      if (!stopped) {
        stopInput = terminal.onInput(reader.push);
        resume();
      }
    }
  }

  async function edit(text: string): Promise<Edited> {
    const { editor } = options.machine;
    if (!editor) return { kind: 'not saved', reason: 'There is no place for the editor’s file.' };
    return lend(() => editor(text));
  }

  let preparing = false;
  /** Goes to another place once that is ready; what is on the screen stays until then. */
  async function go(place: Place): Promise<void> {
    if (!options.elsewhere || preparing) return;
    const name = printable(place.name);
    if (isChangePending()) return;
    preparing = true;
    say(words`Opening the ${printable(place.kind)} ${name}…`);
    const reason = await options.elsewhere.prepare(place).finally(() => {
      preparing = false;
    });
    if (stopped) return;
    if (reason !== undefined) say(reason, 'bad');
    else if (!isChangePending()) stop({ kind: 'moved', pane: store.getState().pane });
  }
  function isChangePending(): boolean {
    if (context.mutations.changes.pending().length === 0) return false;
    say(
      words`A change is under way, and its outcome would not be learned. :changes shows it.`,
      'warn',
    );
    return true;
  }

  function resume(): void {
    terminal.setRaw(true);
    painter.resume();
    resized();
    store.setState({ now: moment() });
    for (const pane of panes) pane.refresh();
  }

  const endings: (() => void)[] = [];
  let stopped = false;
  function stop(ending: Ending = { kind: 'quit' }): void {
    if (stopped) return;
    stopped = true;
    feeds.stopAll();
    for (const undo of endings) undo();
    reader.close();
    ink?.end();
    if (ending.kind !== 'moved') {
      painter.leave();
      terminal.setRaw(false);
    }
    end(ending);
  }

  terminal.setRaw(true);
  painter.enter();
  let stopInput = terminal.onInput(reader.push);
  if (options.asksBackground) background.ask(reader);
  endings.push(
    () => stopInput(),
    () => resting?.abort(WOKEN),
    terminal.onResize(resized),
    terminal.onGone(() => stop({ kind: 'gone' })),
  );

  store.setState({ keyNames: rebinding.names(layers()) });
  show((first ?? panes[0])?.id ?? '');
  const wrong = rebinding.problems(layers()).length;
  if (wrong > 0) {
    say(words`The configuration’s keys: problems ${count(wrong)}. :keys says which.`, 'warn');
  }

  feeds.run('ticker', 'seconds', async (signal) => {
    while (!signal.aborted) {
      await clock.sleep(1000, signal);
      if (!signal.aborted) store.setState({ now: moment() });
    }
  });

  return {
    ended,
    stop,
    suspend,
    lend,
    continued() {
      // What has the terminal was stopped with us, and draws for itself.
      if (!stopped && !lent) resume();
    },
    async settled() {
      await activity.settled();
      rest();
      drawing.flush();
      painter.flush();
    },
    state: store.getState,
    table,
    keySections() {
      // Opening them writes into the state.
      over();
      return keySectionsOf(layers(), store.getState());
    },
    lineWords: () => lineWords(globalContext),
  };
}
