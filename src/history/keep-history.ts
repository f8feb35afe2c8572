import type { Clock } from '../edges/clock.ts';
import { createWake } from '../feeds/scheduling.ts';
import type { ConsoleStore } from '../state/console-state.ts';
import type { Slices } from '../state/slice.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import { consoleFacts } from './console-facts.ts';
import { History } from './history.ts';
import { HistoryKeeper, RETRY_INTERVAL_MS } from './history-keeper.ts';
import { NO_HISTORY } from './history-state.ts';
import { inMemory, openHistoryFile } from './read-history.ts';
import { historyThread, ThreadKeeper } from './thread-keeper.ts';

interface KeepingOptions {
  readonly store: ConsoleStore;
  readonly slices: Slices;
  readonly clock: Clock;
  /** The machine's clock without the service's correction. */
  readonly machineClock: Clock;
  /** Directory of the file; null keeps facts for this run only. */
  readonly directory: string | null;
  /** Writes the file in a separate thread, so that no key waits for a disk. */
  readonly inThread?: boolean | undefined;
  /** Called once if nothing can be kept, and if the thread has ended. */
  say?(text: Printable, tone: 'warn'): void;
  /** Called at the end if the last changes could not be kept. */
  readonly lost?: ((text: Printable) => void) | undefined;
}

/** Delay before the file is opened, in milliseconds: the first answers are drawn first. */
const OPEN_DELAY_MS = 500;
/** Changes within this time are written together, in milliseconds. */
const WRITE_DELAY_MS = 500;
/** Longest interval between reads of other consoles' facts, in milliseconds. */
const MAX_READ_INTERVAL_MS = 60_000;

/** The history that a console keeps while it runs. */
export function keepHistory(options: KeepingOptions) {
  const { store, slices, clock, machineClock, directory, inThread, say, lost } = options;
  const wake = createWake();
  const service = originOf(store.getState().profile.baseUrl);
  const keeperHere = () =>
    new HistoryKeeper({
      open: () =>
        directory === null ? inMemory(service) : openHistoryFile(directory, service, 'write'),
      openInMemory: () => inMemory(service),
      isKept: directory !== null,
      machine: machineClock,
    });
  const thread =
    directory !== null && inThread ? new ThreadKeeper(historyThread(directory, service)) : null;
  const history = new History({
    slice: slices.create(NO_HISTORY),
    keeper: thread ?? keeperHere(),
    wake: wake.now,
  });
  /** Why the thread has ended; null while it runs, and once this thread has taken over. */
  let ended: Error | null = null;
  void thread?.ended.then((reason) => {
    ended = reason;
    wake.now();
  });
  const takeOver = async ({ message }: Error) => {
    ended = null;
    say?.(
      words`Marks, notes and history are kept without a thread, and keys may lag: ${printable(message)}`,
      'warn',
    );
    await history.continueWith(keeperHere(), clock.now());
  };
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
    async run(signal: AbortSignal): Promise<void> {
      const wait = () => {
        const isFailed = history.slice.getState().keeping.kind === 'failed';
        const time = isFailed ? RETRY_INTERVAL_MS : MAX_READ_INTERVAL_MS;
        return wake.during((woken) => clock.sleep(time, woken), signal);
      };
      await clock.sleep(OPEN_DELAY_MS, signal);
      if (signal.aborted) return;
      const close = () => {
        if (history.close(clock.now())) return;
        lost?.(
          words`The last marks, notes and changes were not kept: history.db could not be written.`,
        );
      };
      // Synchronously: the process may end before any promise runs.
      signal.addEventListener('abort', close, { once: true });
      await history.open(clock.now()).catch((error: unknown) => {
        // It is in `ended` as well.
        if (!thread) throw error;
      });
      while (!signal.aborted) {
        if (ended) await takeOver(ended);
        await wait();
        await clock.sleep(WRITE_DELAY_MS, signal);
        if (signal.aborted) return;
        history.keep(clock.now());
        await history.reopen(clock.now());
      }
    },
  };
}

/** The origin identifies a history or recording: ids mean nothing at another service. */
export function originOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).origin : baseUrl;
}
