import { appOverview } from '../../contract/operations/app-overview.ts';
import { SLOW_RECHECK } from '../../feeds/backoff.ts';
import type { Wake } from '../../feeds/scheduling.ts';
import { aboutTheLink } from '../../state/connection.ts';
import type { Loadable } from '../../state/loadable.ts';
import type { Slice } from '../../state/slice.ts';
import type { PaneContext } from '../pane.ts';
import { loadInto, pollRows } from '../polling.ts';
import { type AppsState, changedRow, isDeleted, liveRows, refreshed, withLive } from './state.ts';

/** How many overviews are asked for at once. */
const AT_ONCE = 6;

interface AppsFeed {
  readonly context: Pick<PaneContext, 'requests' | 'clock' | 'random' | 'moment'>;
  readonly slice: Slice<AppsState>;
  readonly wake: Wake;
  /** Milliseconds between rounds: longer while the pane is not on screen. */
  interval(): number;
  paused(): boolean;
  /** Told how long a round took in which the service answered all the time, milliseconds. */
  took(ms: number): void;
  /** When the operator last asked for everything, monotonic milliseconds. */
  refreshedAt(): number;
}

/** Polls the overview of every watched application, round after round, until the signal aborts. */
export function pollApps(
  { context, slice, refreshedAt, ...poll }: AppsFeed,
  signal: AbortSignal,
): Promise<void> {
  /** Whether to ask again: what the service refuses of one application is looked at rarely, or when woken. */
  const isDue = (overview: Loadable<unknown>): boolean =>
    overview.kind !== 'failed' ||
    aboutTheLink(overview.error) ||
    overview.at.elapsed < refreshedAt() ||
    context.clock.elapsed() - overview.at.elapsed >= SLOW_RECHECK;
  return pollRows(context, {
    ...poll,
    signal,
    atOnce: AT_ONCE,
    ids: () =>
      liveRows(slice.getState())
        .filter((row) => !isDeleted(row) && isDue(row.overview))
        .map(({ id }) => id),
    ask: (id) =>
      loadInto(context, [appOverview, { appId: id }], signal, (next) =>
        slice.setState((apps) =>
          withLive(apps, (rows) =>
            changedRow(rows, id, (row) => refreshed(row, next(row.overview))),
          ),
        ),
      ),
  });
}
