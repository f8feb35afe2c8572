import type { Clock } from '../edges/clock.ts';
import { createWake } from '../feeds/scheduling.ts';
import type { ConsoleStore } from '../state/console-state.ts';
import type { Slices } from '../state/slice.ts';
import { type Printable, words } from '../text/printable.ts';
import { consoleFacts } from './console-facts.ts';
import { History } from './history.ts';
import { HistoryKeeper, TRIED_EVERY } from './history-keeper.ts';
import { NO_HISTORY } from './history-state.ts';
import { inMemory, openHistoryFile } from './read-history.ts';
import { historyThread, ThreadKeeper } from './thread-keeper.ts';

interface KeepingOptions {
  readonly store: ConsoleStore;
  readonly slices: Slices;
  readonly clock: Clock;
  /** The same before the service puts it right. */
  readonly machineClock: Clock;
  /** Where the file lies; null when facts are known for this run only. */
  readonly directory: string | null;
  /** Whether the file is written in a thread of its own, so that no key waits for a disk. */
  readonly inThread?: boolean | undefined;
  /** Hears once why what is seen cannot be kept; nobody does when not said. */
  say?(text: Printable, tone: 'warn'): void;
  /** Hears in the end that the last of it could not be kept. */
  readonly lost?: ((text: Printable) => void) | undefined;
}

/** The first answers are on the screen before the file is opened, milliseconds after the start. */
const OPENED_AFTER = 500;
/** What changes at once is kept at once, milliseconds. */
const GATHERED = 500;
/** How often facts of other consoles are read, at the latest, milliseconds. */
const OTHERS = 60_000;

/** A history that a console keeps while it runs. */
export function keepHistory(options: KeepingOptions) {
  const { store, slices, clock, machineClock, directory, inThread, say, lost } = options;
  const wake = createWake();
  const service = originOf(store.getState().profile.baseUrl);
  const history = new History({
    slice: slices.create(NO_HISTORY),
    keeper:
      directory !== null && inThread
        ? new ThreadKeeper(historyThread(directory, service))
        : new HistoryKeeper({
            open: () =>
              directory === null ? inMemory(service) : openHistoryFile(directory, service, 'write'),
            openInMemory: () => inMemory(service),
            isKept: directory !== null,
            machine: machineClock,
          }),
    wake: wake.now,
  });
  store.subscribe((state, before) => {
    for (const fact of consoleFacts(before, state, clock.now())) history.note(fact);
  });
  const stop = history.slice.subscribe(({ keeping }) => {
    if (keeping.kind !== 'failed') return;
    stop();
    say?.(words`Marks, notes and history are kept for this run only: ${keeping.why}`, 'warn');
  });
  return {
    history,
    /** Keeps what is seen, until the signal aborts. */
    async run(signal: AbortSignal): Promise<void> {
      const wait = () => {
        const isFailed = history.slice.getState().keeping.kind === 'failed';
        const time = isFailed ? TRIED_EVERY : OTHERS;
        return wake.during((woken) => clock.sleep(time, woken), signal);
      };
      await clock.sleep(OPENED_AFTER, signal);
      if (signal.aborted) return;
      const close = () => {
        if (history.close(clock.now())) return;
        lost?.(
          words`The last marks, notes and changes were not kept: history.db could not be written.`,
        );
      };
      // At once: the process may end before anything that waits has its turn.
      signal.addEventListener('abort', close, { once: true });
      await history.open(clock.now());
      while (!signal.aborted) {
        await wait();
        await clock.sleep(GATHERED, signal);
        if (signal.aborted) return;
        history.keep(clock.now());
        await history.reopen(clock.now());
      }
    },
  };
}

/** What a history or a recording is of: identifiers mean nothing at another service. */
export function originOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).origin : baseUrl;
}
