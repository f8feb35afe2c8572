import { ApiError } from '../../contract/api-error.ts';
import { appOverview } from '../../contract/operations/app-overview.ts';
import { SLOW_RECHECK } from '../../feeds/backoff.ts';
import { poll } from '../../feeds/poll.ts';
import type { Wake } from '../../feeds/scheduling.ts';
import { aboutTheLink } from '../../state/connection.ts';
import { failed, type Loadable } from '../../state/loadable.ts';
import type { Slice } from '../../state/slice.ts';
import { noteRefusal } from '../freshness.ts';
import type { PaneContext } from '../pane.ts';
import { type AppsState, changedRow, isDeleted, refreshed } from './state.ts';

/** How many overviews are asked for at once. */
const AT_ONCE = 6;

/** What the feed of the pane needs beside the console. */
interface AppsFeed {
  readonly context: Pick<PaneContext, 'store' | 'call' | 'clock' | 'random' | 'moment'>;
  readonly slice: Slice<AppsState>;
  readonly wake: Wake;
  /** Milliseconds between rounds: longer while the pane is not on screen. */
  interval(): number;
  held(): boolean;
  /** When the operator last asked for everything, monotonic milliseconds. */
  refreshedAt(): number;
}

/** Polls the overview of every watched application, round after round, until the signal aborts. */
export function pollApps(feed: AppsFeed, signal: AbortSignal): Promise<void> {
  const { context, slice, wake } = feed;
  const { clock } = context;

  /** Asks for one; the link's own troubles are thrown, the application's stay in its row. */
  const askFor = async (id: string): Promise<void> => {
    const began = clock.elapsed();
    try {
      const value = await context.call(appOverview, { appId: id }, signal);
      const at = context.moment();
      slice.setState(({ rows }) => ({
        rows: changedRow(rows, id, (row) =>
          refreshed(row, { kind: 'loaded', value, at, took: at.elapsed - began }),
        ),
      }));
    } catch (error) {
      if (!(error instanceof ApiError) || signal.aborted) throw error;
      slice.setState(({ rows }) => ({
        rows: changedRow(rows, id, (row) =>
          refreshed(row, failed(row.overview, error, context.moment())),
        ),
      }));
      if (aboutTheLink(error)) throw error;
    }
  };

  /** Whether to ask again: what the service refuses of one application is looked at rarely, or when woken. */
  const isDue = (overview: Loadable<unknown>): boolean =>
    overview.kind !== 'failed' ||
    aboutTheLink(overview.error) ||
    overview.at.elapsed < feed.refreshedAt() ||
    clock.elapsed() - overview.at.elapsed >= SLOW_RECHECK;

  let trouble = false;
  const round = async () => {
    const ids = slice
      .getState()
      .rows.filter((row) => !isDeleted(row) && isDue(row.overview))
      .map(({ id }) => id);
    // After a failure one question goes ahead on behalf of all: a service that is away is not stormed.
    const groups = trouble ? [ids.slice(0, 1), ...chunks(ids.slice(1))] : chunks(ids);
    trouble = true;
    for (const group of groups) {
      const outcomes = await Promise.allSettled(group.map(askFor));
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    }
    trouble = false;
    return 'again' as const;
  };

  return poll({
    clock,
    signal,
    wake,
    interval: feed.interval,
    paused: feed.held,
    random: context.random,
    ask: round,
    refused: (_error, _attempts, wait) => noteRefusal(context, wait),
  });
}

function chunks(ids: readonly string[]): string[][] {
  const groups: string[][] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) groups.push(ids.slice(at, at + AT_ONCE));
  return groups;
}
