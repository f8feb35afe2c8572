import { ApiError } from '../contract/api-error.ts';
import { type Clock, LONGEST_WAIT } from '../edges/clock.ts';
import { restOf, type Wait, waitAfterFailure } from './backoff.ts';
import { createWake, type Wake } from './scheduling.ts';

/** What a poll is made of. */
export interface Poll {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly wake?: Wake;
  /** Milliseconds from one question to the next; read before each wait. */
  interval(): number;
  /** Whether to ask at all just now; a pause holds the poll until `wake`. None when not said. */
  paused?(): boolean;
  /** Asks once. Resolving with `'done'` ends the poll; rejecting with an ApiError slows it down. */
  ask(signal: AbortSignal): Promise<'again' | 'done'>;
  /** Whether `ask` waits by itself until the service is to be tried again; never when not said. */
  isHeld?(): boolean;
  /** A question failed: how often in a row, and when the next one is due. */
  refused?(error: ApiError, attempts: number, wait: Wait): void;
  random(): number;
}

/**
 * Asks, waits, asks again, until the signal aborts or `ask` is done. It cannot overlap itself, slows
 * down while the service refuses, and never gives up. Errors that are not the service's are rethrown.
 */
export async function poll(parts: Poll): Promise<void> {
  const { clock, signal, wake = createWake() } = parts;
  let attempts = 0;
  while (!signal.aborted) {
    let wait: Wait = { kind: 'never' };
    const began = clock.elapsed();
    if (!parts.paused?.()) {
      try {
        if ((await parts.ask(signal)) === 'done') return;
        attempts = 0;
        wait = { kind: 'after', ms: restOf(parts.interval(), clock.elapsed() - began) };
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        attempts += 1;
        const facts = { error, attempts, interval: parts.interval(), random: parts.random() };
        wait = waitAfterFailure({ ...facts, held: parts.isHeld?.() ?? false });
        parts.refused?.(error, attempts, wait);
      }
    }
    const ms = wait.kind === 'after' ? wait.ms : LONGEST_WAIT;
    await wake.during((ended) => clock.sleep(ms, ended), signal);
  }
}
