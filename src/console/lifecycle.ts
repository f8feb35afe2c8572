import type { Clock } from '../edges/clock.ts';
import type { Terminal } from '../edges/terminal.ts';
import type { Supervisor } from '../feeds/supervisor.ts';
import type { Painter } from '../painter/painter.ts';
import type { Pane } from '../panes/pane.ts';
import type { ConsoleStore } from '../state/console-state.ts';
import { secondOf } from '../state/loadable.ts';
import type { Destination } from '../state/workspace.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import type { Composition } from './composition.ts';
import type { Drawing } from './drawing.ts';
import type { Input } from './input.ts';

export type Ending =
  | { readonly kind: 'quit' }
  /** The operator goes to the place that was prepared last, from this pane; the terminal is still taken. */
  | { readonly kind: 'moved'; readonly pane: string }
  /** The same console is to begin anew, on this pane; the terminal is still taken. */
  | { readonly kind: 'again'; readonly pane: string }
  | { readonly kind: 'gone' }
  /** A bug of ours. */
  | { readonly kind: 'crash'; readonly error: unknown };

/** From taking the terminal to leaving it. */
export interface Lifecycle extends Pick<TerminalSession, 'suspend' | 'continued' | 'lend'> {
  readonly ended: Promise<Ending>;
  /** Ends it; the terminal is as it was when this returns. */
  stop(ending?: Ending): void;
}

interface LifecycleOptions {
  readonly store: ConsoleStore;
  readonly clock: Clock;
  readonly terminal: Terminal;
  readonly painter: Painter;
  readonly feeds: Supervisor;
  readonly panes: readonly Pane[];
  readonly input: Input;
  readonly drawing: Drawing;
}

/** Takes the terminal, and keeps size, time and data true until the console ends. */
export function startLifecycle(options: LifecycleOptions): Lifecycle {
  const { store, clock, terminal, painter, feeds, panes, input, drawing } = options;
  const { promise: ended, resolve: end } = Promise.withResolvers<Ending>();
  let isStopped = false;

  const tick = () =>
    store.setState({ now: secondOf({ wall: clock.now(), elapsed: clock.elapsed() }) });
  const refresh = () => {
    for (const pane of panes) pane.refresh();
  };
  const resized = () => {
    painter.resize(terminal.size());
    const size = painter.room(terminal.size());
    const { size: before } = store.getState();
    if (size.columns === before.columns && size.rows === before.rows) return;
    store.setState({ size });
    drawing.flush();
    drawing.resize(size);
  };

  const stop = (ending: Ending = { kind: 'quit' }) => {
    if (isStopped) return;
    isStopped = true;
    feeds.stopAll();
    session.stop();
    input.close();
    drawing.end();
    if (ending.kind !== 'moved' && ending.kind !== 'again') session.leave();
    end(ending);
  };

  const session = takeTerminal({
    ...{ terminal, painter },
    onInput: input.push,
    onResize: resized,
    onGone: () => stop({ kind: 'gone' }),
    onResume() {
      resized();
      tick();
      refresh();
    },
  });

  feeds.run('ticker', 'seconds', async (signal) => {
    while (!signal.aborted) {
      await clock.sleep(1000 - (clock.now() % 1000), signal);
      if (!signal.aborted) tick();
    }
  });

  const { suspend, continued, lend } = session;
  return { ended, stop, suspend, continued, lend };
}

interface TerminalSessionOptions {
  readonly terminal: Terminal;
  readonly painter: Painter;
  onInput(chunk: Uint8Array): void;
  onResize(): void;
  onGone(): void;
  /** It is back from whoever had it. */
  onResume(): void;
}

/** Takes the terminal, and puts the painter on it. */
function takeTerminal(options: TerminalSessionOptions) {
  const { terminal, painter } = options;
  let isLent = false;
  let isStopped = false;

  const give = () => {
    painter.suspend();
    terminal.setRaw(false);
  };
  const resume = () => {
    // After a stop nobody announced (SIGSTOP) it still counts as raw, and the shell has made it otherwise.
    terminal.setRaw(false);
    terminal.setRaw(true);
    painter.resume();
    options.onResume();
  };

  terminal.setRaw(true);
  painter.enter();
  let stopInput = terminal.onInput(options.onInput);
  const stopResize = terminal.onResize(options.onResize);
  const stopGone = terminal.onGone(options.onGone);

  return {
    /** Gives the terminal back and stops the process, until the shell continues it. */
    suspend(stopProcess: () => void) {
      if (!isLent) give();
      stopProcess();
    },
    /** The process runs again after having been stopped. */
    continued() {
      // What the terminal is lent to was stopped with us, and draws for itself.
      if (!isStopped && !isLent) resume();
    },
    /** Lets `work` have the terminal: keys are its, and nothing is drawn meanwhile. */
    async lend<T>(work: () => Promise<T>) {
      isLent = true;
      give();
      stopInput();
      try {
        return await work();
      } finally {
        isLent = false;
        if (!isStopped) {
          stopInput = terminal.onInput(options.onInput);
          resume();
        }
      }
    },
    /** Hears nothing of the terminal any more; it stays as it is. */
    stop() {
      isStopped = true;
      stopInput();
      stopResize();
      stopGone();
    },
    /** Leaves it as it was found. */
    leave() {
      painter.leave();
      terminal.setRaw(false);
    },
  };
}

type TerminalSession = ReturnType<typeof takeTerminal>;

/** The other places there are. */
export interface Destinations {
  readonly profiles: readonly string[];
  readonly workspaces: readonly string[];
  /** Gets a place ready to be gone to; a returned sentence says why it cannot be. */
  prepare(place: Destination): Promise<Printable | undefined>;
}

/**
 * Goes to another place once that is ready; what is on the screen stays until then.
 *
 * @param moved ends the console for the place that is ready
 */
export function createMove(
  elsewhere: Destinations,
  { say, isChangePending }: Pick<Composition, 'say' | 'isChangePending'>,
  moved: () => void,
): (place: Destination) => Promise<void> {
  let isPreparing = false;
  const isHeld = () => {
    if (!isChangePending()) return false;
    say(words`A change is under way; its outcome would stay unknown. :changes shows it.`, 'warn');
    return true;
  };
  return async (place) => {
    if (isPreparing || isHeld()) return;
    isPreparing = true;
    say(words`Opening the ${printable(place.kind)} ${printable(place.name)}`);
    const reason = await elsewhere.prepare(place).finally(() => {
      isPreparing = false;
    });
    if (reason !== undefined) say(reason, 'bad');
    else if (!isHeld()) moved();
  };
}
