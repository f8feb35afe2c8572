import { ApiError } from '../../contract/api-error.ts';
import { rateLimitMetrics } from '../../contract/operations/rate-limit-metrics.ts';
import { poll } from '../../feeds/poll.ts';
import type { Wake } from '../../feeds/scheduling.ts';
import { aboutTheLink } from '../../state/connection.ts';
import { answered, failed, heldBack } from '../../state/loadable.ts';
import type { Slice } from '../../state/slice.ts';
import type { PaneContext } from '../pane.ts';
import { type LimitRow, type LimitsState, sampled } from './state.ts';

interface LimitsFeed {
  readonly context: PaneContext;
  readonly slice: Slice<LimitsState>;
  readonly wake: Wake;
  isOnScreen(): boolean;
  /** Told how long a round took in which the service answered all the time, milliseconds. */
  took(ms: number): void;
}

/** Polls the counters of every rate limit of the workspace, one after the other, until the signal aborts. */
export function pollLimits(
  { context, slice, wake, isOnScreen, took }: LimitsFeed,
  signal: AbortSignal,
): Promise<void> {
  const { store, clock, requests } = context;
  const change = (id: string, to: (row: LimitRow) => LimitRow) =>
    slice.setState(({ rows }) => ({ rows: rows.map((row) => (row.id === id ? to(row) : row)) }));

  /** Asks for one, and tells whether the service answered. */
  const askFor = async (id: string): Promise<boolean> => {
    try {
      const answer = await requests.load(rateLimitMetrics, { id }, signal, (error) =>
        change(id, (row) => ({ ...row, metrics: heldBack(row.metrics, error, context.moment()) })),
      );
      change(id, (row) => {
        const metrics = answered(row.metrics, answer);
        return metrics === answer ? sampled(row, answer) : row;
      });
      return true;
    } catch (error) {
      if (!(error instanceof ApiError) || signal.aborted) throw error;
      change(id, (row) => ({ ...row, metrics: failed(row.metrics, error, context.moment()) }));
      return !aboutTheLink(error);
    }
  };

  return poll({
    clock,
    signal,
    wake,
    interval: () => store.getState().interval,
    // Counters are only worth their calls while somebody looks; the differences bridge the gap.
    paused: () =>
      store.getState().pausedAt !== null || !isOnScreen() || slice.getState().rows.length === 0,
    random: context.random,
    async ask() {
      const began = clock.elapsed();
      const isDelayed = requests.isHeld();
      let isAnswered = true;
      for (const { id } of slice.getState().rows) if (!(await askFor(id))) isAnswered = false;
      // What failed is asked for again when the service is tried next, not only with the next round.
      const error = isAnswered ? null : requests.outage();
      if (error) throw error;
      if (isAnswered && !isDelayed) took(clock.elapsed() - began);
      return 'again';
    },
    isHeld: requests.isHeld,
  });
}
