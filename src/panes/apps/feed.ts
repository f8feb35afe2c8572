import { ApiError } from '../../contract/api-error.ts';
import { appOverview } from '../../contract/operations/app-overview.ts';
import { SLOW_RECHECK } from '../../feeds/backoff.ts';
import { poll } from '../../feeds/poll.ts';
import type { Wake } from '../../feeds/scheduling.ts';
import { aboutTheLink } from '../../state/connection.ts';
import { answered, failed, heldBack, type Loadable } from '../../state/loadable.ts';
import type { Slice } from '../../state/slice.ts';
import type { PaneContext } from '../pane.ts';
import {
  type AppRow,
  type AppsState,
  changedRow,
  isDeleted,
  liveRows,
  refreshed,
  withLive,
} from './state.ts';

/** How many overviews are asked for at once. */
const AT_ONCE = 6;

interface AppsFeed {
  readonly context: Pick<PaneContext, 'requests' | 'clock' | 'random' | 'moment'>;
  readonly slice: Slice<AppsState>;
  readonly wake: Wake;
  /** Milliseconds between rounds: longer while the pane is not on screen. */
  interval(): number;
  held(): boolean;
  /** Told how long a round took in which the service answered all the time, milliseconds. */
  took(ms: number): void;
  /** When the operator last asked for everything, monotonic milliseconds. */
  refreshedAt(): number;
}

/** Polls the overview of every watched application, round after round, until the signal aborts. */
export function pollApps(feed: AppsFeed, signal: AbortSignal): Promise<void> {
  const { context, slice, wake } = feed;
  const { clock, requests } = context;

  /** Asks for one, and tells whether the service answered; what it fails with stays in its row. */
  const askFor = async (id: string): Promise<boolean> => {
    const change = (next: (row: AppRow) => AppRow['overview']) =>
      slice.setState((apps) =>
        withLive(apps, (rows) => changedRow(rows, id, (row) => refreshed(row, next(row)))),
      );
    try {
      const answer = await requests.load(appOverview, { appId: id }, signal, (error) =>
        change(({ overview }) => heldBack(overview, error, context.moment())),
      );
      change(({ overview }) => answered(overview, answer));
      return true;
    } catch (error) {
      if (!(error instanceof ApiError) || signal.aborted) throw error;
      change(({ overview }) => failed(overview, error, context.moment()));
      return !aboutTheLink(error);
    }
  };

  /** Whether to ask again: what the service refuses of one application is looked at rarely, or when woken. */
  const isDue = (overview: Loadable<unknown>): boolean =>
    overview.kind !== 'failed' ||
    aboutTheLink(overview.error) ||
    overview.at.elapsed < feed.refreshedAt() ||
    clock.elapsed() - overview.at.elapsed >= SLOW_RECHECK;

  const round = async () => {
    const ids = liveRows(slice.getState())
      .filter((row) => !isDeleted(row) && isDue(row.overview))
      .map(({ id }) => id);
    const began = clock.elapsed();
    const isDelayed = requests.isHeld();
    let isAnswered = true;
    for (const group of chunks(ids)) {
      const outcomes = await Promise.allSettled(group.map(askFor));
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') throw outcome.reason;
        if (!outcome.value) isAnswered = false;
      }
    }
    // What failed is asked for again when the service is tried next, not only with the next round.
    const error = isAnswered ? null : requests.outage();
    if (error) throw error;
    if (isAnswered && !isDelayed) feed.took(clock.elapsed() - began);
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
    isHeld: requests.isHeld,
  });
}

function chunks(ids: readonly string[]): string[][] {
  const groups: string[][] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) groups.push(ids.slice(at, at + AT_ONCE));
  return groups;
}
