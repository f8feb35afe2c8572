import { ApiError } from '../../contract/api-error.ts';
import { rateLimitMetrics } from '../../contract/operations/rate-limit-metrics.ts';
import { poll } from '../../feeds/poll.ts';
import type { Wake } from '../../feeds/scheduling.ts';
import { aboutTheLink } from '../../state/connection.ts';
import { failed } from '../../state/loadable.ts';
import type { Slice } from '../../state/slice.ts';
import { noteRefusal } from '../freshness.ts';
import type { PaneContext } from '../pane.ts';
import { type LimitRow, type LimitsState, sampled } from './state.ts';

/** What the feed of the pane needs beside the console. */
interface LimitsFeed {
  readonly context: PaneContext;
  readonly slice: Slice<LimitsState>;
  readonly wake: Wake;
  isOnScreen(): boolean;
}

/** Polls the counters of every rate limit of the workspace, one after the other, until the signal aborts. */
export function pollLimits(
  { context, slice, wake, isOnScreen }: LimitsFeed,
  signal: AbortSignal,
): Promise<void> {
  const { store, clock } = context;
  const change = (id: string, to: (row: LimitRow) => LimitRow) =>
    slice.setState(({ rows }) => ({ rows: rows.map((row) => (row.id === id ? to(row) : row)) }));

  const askFor = async (id: string) => {
    const began = clock.elapsed();
    try {
      const value = await context.call(rateLimitMetrics, { id }, signal);
      const at = context.moment();
      change(id, (row) => sampled(row, { kind: 'loaded', value, at, took: at.elapsed - began }));
    } catch (error) {
      if (!(error instanceof ApiError) || signal.aborted) throw error;
      change(id, (row) => ({ ...row, metrics: failed(row.metrics, error, context.moment()) }));
      if (aboutTheLink(error)) throw error;
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
      for (const { id } of slice.getState().rows) await askFor(id);
      return 'again';
    },
    refused: (_error, _attempts, wait) => noteRefusal(context, wait),
  });
}
