import { ApiError } from '../contract/api-error.ts';
import type { Clock } from '../edges/clock.ts';
import { nextWait, type Wait } from './backoff.ts';
import type { Wake } from './scheduling.ts';

/** What a poll is made of. */
export interface Poll {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly wake: Wake;
  /** Milliseconds between the end of a good answer and the next question; read before each wait. */
  interval(): number;
  /** Whether to ask at all just now; a pause holds the poll until `wake`. */
  paused(): boolean;
  /** Asks once. Resolving with `'done'` ends the poll; rejecting with an ApiError slows it down. */
  ask(signal: AbortSignal): Promise<'again' | 'done'>;
  /** A question failed: how often in a row, and when the next one is due. */
  refused(error: ApiError, attempts: number, wait: Wait): void;
  random(): number;
}

/**
 * Asks, waits, asks again, until the signal aborts or `ask` is done. It cannot overlap itself, slows
 * down while the service refuses, and never gives up. Errors that are not the service's are rethrown.
 */
export async function poll(parts: Poll): Promise<void> {
  const { clock, signal, wake } = parts;
  let attempts = 0;
  while (!signal.aborted) {
    let wait: Wait = { kind: 'never' };
    if (!parts.paused()) {
      try {
        if ((await parts.ask(signal)) === 'done') return;
        attempts = 0;
        wait = nextWait({ interval: parts.interval(), attempts, random: parts.random() });
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        attempts += 1;
        wait = nextWait({
          interval: parts.interval(),
          attempts,
          kind: error.kind,
          retryAfter: error.retryAfterMs,
          random: parts.random(),
        });
        parts.refused(error, attempts, wait);
      }
    }
    const ms = wait.kind === 'after' ? wait.ms : NEVER;
    await wake.during((ended) => clock.sleep(ms, ended), signal);
  }
}

/** The longest wait a timer can hold (about 25 days). */
const NEVER = 2 ** 31 - 1;
