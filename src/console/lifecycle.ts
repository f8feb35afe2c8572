import type { Clock } from '../edges/clock.ts';
import type { Terminal } from '../edges/terminal.ts';
import type { Supervisor } from '../feeds/supervisor.ts';
import type { Painter } from '../painter/painter.ts';
import type { Pane } from '../panes/pane.ts';
import type { ConsoleStore } from '../state/console-state.ts';
import { momentOf, secondOf } from '../state/loadable.ts';
import type { Destination } from '../state/workspace.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import type { Composition } from './composition.ts';
import type { Drawing } from './drawing.ts';
import type { Input } from './input.ts';

export type Ending =
  | { readonly kind: 'quit' }
  /** The operator switches to the prepared place, from this pane; the terminal stays taken. */
  | { readonly kind: 'moved'; readonly pane: string }
  /** The console restarts on this pane; the terminal stays taken. */
  | { readonly kind: 'again'; readonly pane: string }
  | { readonly kind: 'gone' }
  | { readonly kind: 'crash'; readonly error: unknown };

export interface Lifecycle extends Pick<TerminalSession, 'suspend' | 'continued' | 'lend'> {
  readonly ended: Promise<Ending>;
  /** Ends the console and restores the terminal synchronously. */
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

export function startLifecycle(options: LifecycleOptions): Lifecycle {
  const { store, clock, terminal, painter, feeds, panes, input, drawing } = options;
  const { promise: ended, resolve: end } = Promise.withResolvers<Ending>();
  let isStopped = false;

  const tick = () => store.setState({ now: secondOf(momentOf(clock)) });
  const refresh = () => {
    for (const pane of panes) pane.refresh();
  };
  /** Draws for the current size; returns whether it is another one. */
  const resized = (): boolean => {
    painter.resize(terminal.size());
    const size = painter.room(terminal.size());
    const { size: before } = store.getState();
    if (size.columns === before.columns && size.rows === before.rows) return false;
    store.setState({ size });
    drawing.flush();
    drawing.resize(size);
    return true;
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
    terminal,
    painter,
    onInput: input.push,
    onResize() {
      // A terminal that was smaller for a moment has dropped a part of the screen.
      if (!resized() && painter.kind === 'screen') painter.invalidate();
    },
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
  onResume(): void;
}

/** Takes the terminal for the painter. */
function takeTerminal(options: TerminalSessionOptions) {
  const { terminal, painter } = options;
  let isLent = false;
  let isStopped = false;

  const give = () => {
    painter.suspend();
    terminal.setRaw(false);
  };
  const resume = () => {
    // After SIGSTOP the mode is still recorded as raw, although the shell has changed it.
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
    suspend(stopProcess: () => void) {
      if (!isLent) give();
      stopProcess();
    },
    continued() {
      // While lent, the other program redraws itself.
      if (!isStopped && !isLent) resume();
    },
    /** Lends the terminal to `work`: no input and no drawing meanwhile. */
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
    stop() {
      isStopped = true;
      stopInput();
      stopResize();
      stopGone();
    },
    leave() {
      painter.leave();
      terminal.setRaw(false);
    },
  };
}

type TerminalSession = ReturnType<typeof takeTerminal>;

export interface Destinations {
  readonly profiles: readonly string[];
  readonly workspaces: readonly string[];
  /** Prepares a place; returns why it cannot. */
  prepare(place: Destination): Promise<Printable | undefined>;
}

/**
 * Switches to another place once it is ready; the screen stays until then. `moved`: ends the console for the prepared
 * place.
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
