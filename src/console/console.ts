import type { DriftLog } from '../contract/drift.ts';
import type { Call, Exchange } from '../contract/operation.ts';
import { operations } from '../contract/operations/index.ts';
import { clipboardDoubt, type DoctorFacts } from '../doctor/terminal-checks.ts';
import { type Clock, type CorrectedClock, correctedClock } from '../edges/clock.ts';
import { writeNewFile } from '../edges/files.ts';
import type { Machine } from '../edges/machine.ts';
import { hasFewCharacters, type Terminal } from '../edges/terminal.ts';
import { createSupervisor } from '../feeds/supervisor.ts';
import { trackedCall } from '../feeds/tracked-call.ts';
import { createRedactor, type Redactor } from '../mutations/redaction.ts';
import type { Painter } from '../painter/painter.ts';
import { MAX_COPIED, type NotificationWay } from '../painter/sequences.ts';
import type { Pane, PaneContext, Place } from '../panes/pane.ts';
import type { Player, Playing } from '../recording/player.ts';
import { windowTitle } from '../shell/frame/header.ts';
import { createActivity } from '../state/activity.ts';
import { askedAgain } from '../state/connection.ts';
import {
  type Beginning,
  type ConsoleState,
  type ConsoleStore,
  createConsoleStore,
  type Notice,
  noted,
  recorded,
  rememberNotices,
} from '../state/console-state.ts';
import { ITEM_KINDS } from '../state/item-kinds.ts';
import { secondOf } from '../state/loadable.ts';
import { createSlices } from '../state/slice.ts';
import { keyFor } from '../text/key-names.ts';
import { bytes, count } from '../text/numbers.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import { duration } from '../text/time.ts';
import { watchProblem } from '../watches/expression.ts';
import { type Composition, type CompositionOptions, composeConsole } from './composition.ts';
import { openDrawing, themeByBackground } from './drawing.ts';
import { openInput } from './input.ts';
import { createMove, type Destinations, type Lifecycle, startLifecycle } from './lifecycle.ts';
import { openPreferences } from './preferences.ts';

export interface ConsoleOptions
  extends Omit<
      CompositionOptions,
      | 'store'
      | 'slices'
      | 'call'
      | 'feeds'
      | 'activity'
      | 'redactor'
      | 'machineClock'
      | 'terminal'
      | 'ways'
      | 'writeNewFile'
      | 'copy'
      | 'failed'
    >,
    Omit<Beginning, 'size' | 'now'> {
  readonly terminal: Terminal;
  /** The clock that frames are timed by; `clock` unless that one stands still. */
  readonly frameClock?: Clock;
  /** What is around the terminal: files, the editor, who sits there. */
  readonly machine: Machine;
  /** Opens the way to the service; every exchange over it is reported for the ledger. */
  connect(
    report: (exchange: Exchange) => void,
    noticed: (text: Printable, isNew: boolean) => void,
  ): Call;
  /** What the decoders took note of; nothing when not said. */
  readonly drift?: Pick<DriftLog, 'entries'> | undefined;
  /** The pane to begin with, by id or digit; the first unless told. */
  readonly pane?: string | undefined;
  /** What of that pane to show. */
  readonly place?: Place | undefined;
  /** The way to other profiles and workspaces; absent where there is none. */
  readonly elsewhere?: Destinations | undefined;
  /** Stops the process until the shell continues it; absent where there is no job control. */
  stopProcess?(): void;
  /** Whether the terminal's background chooses the theme, if it tells. */
  readonly asksBackground?: boolean;
  /** Whether the terminal is known to take a title, and to give back the one it had. */
  readonly takesTitle?: boolean;
  /** How the terminal is known to take notifications for the desktop; null, or not said, for not at all. */
  readonly notifies?: NotificationWay | null | undefined;
  /** Whether a newcomer is shown around, where nobody was before. */
  readonly tour?: boolean;
  /** It has entered the terminal already, with a first frame on it. */
  readonly painter: Painter;
}

/** Milliseconds from the start: the first data of a near service is on the screen by then. */
const PREFERENCES_AFTER = 300;

export function startConsole(options: ConsoleOptions) {
  const {
    terminal,
    painter,
    frameClock = options.clock,
    machine,
    elsewhere,
    stopProcess,
  } = options;
  const clock = correctedClock(options.clock);
  const moment = () => ({ wall: clock.now(), elapsed: clock.elapsed() });
  const { profile, workspace, interval, random } = options;
  const size = painter.room(terminal.size());
  const store = createConsoleStore({ profile, workspace, interval, size, now: secondOf(moment()) });
  rememberNotices(store, clock.now);
  const slices = createSlices();
  const activity = createActivity(() => drawing.settle());
  const failed = (error: unknown) => lifecycle.stop({ kind: 'crash', error });
  const feeds = createSupervisor(failed);
  const drawing = openDrawing({
    ...{ store, slices, painter, activity, failed },
    clock: frameClock,
    app: () => ({ store, panes, table, overlay: composition.overlays.top }),
  });
  const redactor = createRedactor();
  const noticed = (text: Printable, isNew: boolean) => say(text, isNew ? 'info' : 'warn');
  const report = ledger(options, { store, clock, redactor });
  const call = trackedCall(options.connect(report, noticed), {
    ...{ store, activity, moment, random },
  });
  const theme = themeByBackground(painter, store);
  const preferences = openPreferences({
    ...{ painter, files: machine.files, stateDirectory: machine.stateDirectory },
    ...{ takesTitle: options.takesTitle ?? false, notifies: options.notifies ?? null },
    track: activity.track,
    say: (text) => say(text, 'warn'),
    isTime: () => frameClock.sleep(PREFERENCES_AFTER),
  });

  const composition = composeConsole({
    ...options,
    ...{ store, slices, call, clock, feeds, activity, redactor, machine, failed },
    machineClock: options.clock,
    writeNewFile,
    copy: (text, what) => copyBy({ painter, env: options.surroundings.env, say }, text, what),
    terminal: {
      queryFeatures: painter.queryFeatures,
      onInput: terminal.onInput,
      redraw: painter.invalidate,
      setTheme: theme.setTheme,
      choose: preferences.choose,
      ring: preferences.ring,
      notify: preferences.notify,
      suspend: () => suspend(),
      async edit(text) {
        const { editor } = machine;
        if (editor) return lifecycle.lend(() => editor(text));
        return { kind: 'not saved', reason: 'There is no directory for the editor’s file.' };
      },
    },
    ways: {
      places: (kind) => elsewhere?.[kind === 'profile' ? 'profiles' : 'workspaces'] ?? [],
      go: (place) => move && void activity.track(move(place)).catch(failed),
      leave: () => lifecycle.stop(),
    },
  });
  const { panes, table, say, keyboard } = composition;
  if (options.replay)
    play(options.replay.player, { store, feeds, moment }, panes, () =>
      lifecycle.stop({ kind: 'again', pane: store.getState().pane }),
    );
  const move =
    elsewhere &&
    createMove(elsewhere, composition, () =>
      lifecycle.stop({ kind: 'moved', pane: store.getState().pane }),
    );
  const input = openInput({
    ...{ clock, frameClock, keyboard, painter, drawing, panes },
    usesMouse: preferences.usesMouse,
  });
  const lifecycle: Lifecycle = startLifecycle({
    ...{ store, clock, terminal, painter, feeds, panes, input, drawing },
  });
  const suspend = () => {
    if (!stopProcess) {
      say(words`There is no shell to suspend to. :q quits.`, 'warn');
      return;
    }
    composition.overlays.top()?.suspended?.();
    lifecycle.suspend(stopProcess);
  };
  if (options.asksBackground) theme.ask(input);
  if (options.tour && painter.kind === 'screen') {
    feeds.run('tour', 'newcomer', async (signal) => {
      if (await preferences.beginTour()) await giveTour(store, clock, signal);
    });
  }
  store.subscribe((state, { now }) => {
    if (state.now !== now) preferences.entitle(windowTitle(state, panes));
  });

  showFirst(options, composition);
  sayProblems(options, composition);

  return {
    ...lifecycle,
    /** Gives the terminal back and stops the process, until the shell continues it. */
    suspend,
    /** Resolves when no call is in flight, nothing is held back and the newest frame is on the terminal. */
    async settled() {
      await activity.settled();
      input.rest();
      drawing.flush();
      painter.flush();
    },
    /** Everything the screen is drawn from. Nothing in it is secret. */
    state: store.getState,
    table,
    /** Every command there is, by where it is in force, and every word for `:`. For the help topic. */
    keySections: composition.keySections,
    unwritten: composition.unwritten,
    lineWords: composition.lineWords,
  };
}

export type RunningConsole = ReturnType<typeof startConsole>;

/** Tells what of the configuration cannot be had: a watch that is mistyped would never fire. */
function sayProblems(
  { workspace: { watches = [] } }: Pick<ConsoleOptions, 'workspace'>,
  { keyProblems, say }: Pick<Composition, 'keyProblems' | 'say'>,
): void {
  const unread = watches.filter(({ expression }) => watchProblem(expression) !== undefined);
  const [lost, wrong] = [unread.length, keyProblems().length];
  if (lost === 0 && wrong === 0) return;
  const told =
    lost === 0
      ? words`The configuration’s keys have problems: ${count(wrong)}. :keys lists them.`
      : wrong === 0
        ? words`Watches that cannot be read: ${count(lost)}. :watches lists them.`
        : words`Watches that cannot be read: ${count(lost)} (:watches). Keys that have problems: ${count(wrong)} (:keys).`;
  say(told, 'warn');
}

/** Shows the pane that is asked for, on what is asked for, or the first. */
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

/** Shows what a recording plays: panes ask again when there are other answers. */
function play(
  player: Player,
  { store, feeds, moment }: Pick<PaneContext, 'store' | 'feeds' | 'moment'>,
  panes: readonly Pane[],
  again: () => void,
): void {
  const show = ({ isPlaying, speed }: Playing) => store.setState({ replay: { isPlaying, speed } });
  show(player.state.getState());
  player.attach({
    again,
    passed(answered) {
      const now = secondOf(moment());
      // Nobody waits for the end of an outage that is over.
      store.setState(({ connection }) => ({
        now,
        connection: askedAgain(connection, now.elapsed),
      }));
      const kinds = [...answered].flatMap((operation) => operations[operation].subject ?? []);
      const told = new Set<string>(kinds.map((kind) => ITEM_KINDS[kind].pane));
      for (const pane of panes) if (told.has(pane.id)) pane.refresh();
    },
  });
  feeds.run('replay', 'player', async (signal) => {
    const end = player.state.subscribe(show);
    await player.run(signal);
    end();
  });
}

/** Notes every exchange, and how its answer differs from the contract. */
const ledger =
  ({ drift: log }: Pick<ConsoleOptions, 'drift'>, { store, clock, redactor }: LedgerParts) =>
  (exchange: Exchange): void => {
    const { at, outcome } = exchange;
    const skew = outcome.kind === 'answered' ? outcome.skewMs : null;
    if (skew !== null && clock.learn(skew)) tellSkew(store, clock);
    const shown = redactor.redactExchange({ ...exchange, at: at + clock.correction() });
    store.setState(({ exchanges, drift }) => ({
      exchanges: recorded(exchanges, shown),
      drift: noted(drift, log?.entries() ?? [], redactor.redactDrift),
    }));
  };

interface LedgerParts {
  readonly store: ConsoleStore;
  readonly clock: CorrectedClock;
  readonly redactor: Redactor;
}

/** Says once that the clocks differ, or that they do no longer; a badge stays. */
function tellSkew(store: ConsoleStore, clock: CorrectedClock): void {
  const skew = clock.correction();
  const text =
    skew === 0
      ? words`Clock agrees with the service's again.`
      : words`Clock differs from the service's by ${duration(Math.abs(skew))}. Times shown are the service's.`;
  const now = { wall: clock.now(), elapsed: clock.elapsed() };
  store.setState({ skew, now, notice: { text, tone: skew === 0 ? 'info' : 'warn' } });
}

/**
 * Hands text to the clipboard of the terminal, or says why it does not. What is pasted must not act: a line feed
 * in a value of the service would run a command, and nobody sees what is invisible.
 */
function copyBy(
  { painter, env, say }: Pick<PaneContext, 'say'> & Pick<DoctorFacts, 'env'> & { painter: Painter },
  copied: string | readonly string[],
  what = words`text`,
): void {
  const lines = typeof copied === 'string' ? [copied] : copied;
  const notCopied = (length: number) =>
    say(
      words`Not copied: ${what} is ${bytes(length)}, more than terminals take. Copy a part of it.`,
      'warn',
    );
  const isShown = painter.kind === 'plain' || hasFewCharacters(env);
  // Making it printable takes as long as it is large: nobody waits for what is not sent.
  const length = lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, -1);
  if (!isShown && length > MAX_COPIED) {
    notCopied(length);
    return;
  }
  const text = lines.map(printable).join('\n') as Printable;
  const escaped =
    text === lines.join('\n') ? words`` : words`, invisible characters written as <U+…>`;
  const size = bytes(Buffer.byteLength(text));
  const doubt = clipboardDoubt(env);
  if (isShown) say(words`This terminal has no clipboard. What would be copied: ${printable(text)}`);
  else if (painter.copy(text))
    say(
      words`Sent ${what}, ${size}, to the clipboard (OSC 52)${escaped}${doubt === undefined ? words`` : words`; ${doubt}`}.`,
    );
  else notCopied(Buffer.byteLength(text));
}

/** How long each of its sentences stands, milliseconds: the four together take 20 seconds. */
const EACH = 5000;

/** Each fits 60 columns with the usual keys. */
const sentences = ({ keyNames }: ConsoleState): readonly Printable[] => {
  const key = (command: string, usual: Printable) => keyFor(keyNames, command, usual);
  return [
    words`Worst first. ${key('apps.enter', words`Enter`)} opens it, ${key('back', words`Esc`)} goes back.`,
    words`${key('show.events', words`2`)} shows the log: ${key('events.filter', words`&`)} filters it, ${key('events.facets', words`a`)} counts who asks.`,
    words`${key('palette', words`Ctrl-P`)} finds anything, ${key('command', words`:`)} runs commands, ${key('help', words`?`)} helps.`,
    words`All of it is invented. warren init sets up yours.`,
  ];
};

/**
 * Shows a newcomer around in the notice line, until a key is pressed or something else is announced there: that is
 * never replaced.
 */
async function giveTour(store: ConsoleStore, clock: Clock, signal: AbortSignal): Promise<void> {
  let shown: Notice | null = null;
  const all = sentences(store.getState());
  for (const [at, sentence] of all.entries()) {
    if (signal.aborted || store.getState().notice !== shown) return;
    shown = { text: words`Tour ${at + 1}/${all.length}: ${sentence}`, tone: 'info' };
    store.setState({ notice: shown });
    await clock.sleep(EACH, signal);
  }
  if (store.getState().notice === shown) store.setState({ notice: null });
}
