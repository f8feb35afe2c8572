import { ApiError } from '../contract/api-error.ts';
import { type Clock, LONGEST_WAIT } from '../edges/clock.ts';
import { restOf, type Wait, waitAfterFailure } from './backoff.ts';
import { createWake, type Wake } from './scheduling.ts';

export interface Poll {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly wake?: Wake;
  /** Milliseconds between requests; read before each wait. */
  interval(): number;
  /** Whether to pause until `wake`. Default: never. */
  paused?(): boolean;
  /** Sends one request. `'done'` ends the poll; an ApiError slows it down. */
  ask(signal: AbortSignal): Promise<'again' | 'done'>;
  /** Whether `ask` itself waits until the service may be tried again. Default: never. */
  isHeld?(): boolean;
  /** Called after a failure. */
  refused?(error: ApiError, attempts: number, wait: Wait): void;
  random(): number;
}

/**
 * Polls until the signal aborts or `ask` is done. Requests do not overlap; it slows down on refusals and never gives
 * up. Errors other than the service's are rethrown.
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
