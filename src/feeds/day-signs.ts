import type { PageOrder } from '../events/coverage.ts';
import type { UtcDay } from '../text/moments.ts';
import type { LaterDays } from './day-over.ts';

/** What the days of one zone, each followed by itself, learn from each other. */
export interface DaySigns {
  /** The service has answered for a day, whose pages are as far as is known in this order. */
  answered(day: UtcDay, order: PageOrder): void;
  /** The order the pages of some day were found to be in: a trait of the service. */
  readonly order: PageOrder;
  /** The service has refused a day as outside its window, at a monotonic time. */
  refused(day: UtcDay, elapsed: number): void;
  laterThan(day: UtcDay): LaterDays;
  /** Grows whenever the machine slept or did not run: requests from before are let go of. */
  readonly jumps: number;
  /** A signal that aborts with `signal`, or at the next jump, and how to be rid of it. */
  linked(signal: AbortSignal): { readonly signal: AbortSignal; release(): void };
  jumped(): void;
}

export function createDaySigns(): DaySigns {
  const inFlight = new Set<AbortController>();
  let newest = Number.NEGATIVE_INFINITY;
  let refusal: { readonly day: UtcDay; readonly elapsed: number } | null = null;
  let order: PageOrder = 'unknown';
  let jumps = 0;
  return {
    answered(day, found) {
      newest = Math.max(newest, day);
      if (found !== 'unknown') order = found;
    },
    get order() {
      return order;
    },
    refused(day, elapsed) {
      if (!refusal || day >= refusal.day) refusal = { day, elapsed };
    },
    laterThan: (day) => ({
      answered: newest > day,
      refusedAt: refusal && refusal.day > day ? refusal.elapsed : null,
    }),
    get jumps() {
      return jumps;
    },
    linked(signal) {
      const own = new AbortController();
      const end = () => own.abort();
      // By hand rather than AbortSignal.any: `signal` outlives thousands of requests.
      signal.addEventListener('abort', end, { once: true });
      if (signal.aborted) end();
      inFlight.add(own);
      return {
        signal: own.signal,
        release() {
          inFlight.delete(own);
          signal.removeEventListener('abort', end);
        },
      };
    },
    jumped() {
      jumps += 1;
      for (const request of inFlight) request.abort();
    },
  };
}
