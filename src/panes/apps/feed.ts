import { type Command, command, onRow } from '../../commands/command.ts';
import { type AppOverview, appOverview } from '../../contract/operations/app-overview.ts';
import { SLOW_RETRY_MS } from '../../feeds/backoff.ts';
import type { Wake } from '../../feeds/scheduling.ts';
import { issuesOf } from '../../state/app-issues.ts';
import { deletionOf } from '../../state/change.ts';
import { aboutTheLink } from '../../state/connection.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import { type Loadable, lastLoaded } from '../../state/loadable.ts';
import type { Slice } from '../../state/slice.ts';
import { words } from '../../text/printable.ts';
import type { PaneContext } from '../pane.ts';
import { answerAt, loadInto, pollRows } from '../polling.ts';
import { visibleNodes } from './filters.ts';
import {
  type AppRow,
  type AppsState,
  appRow,
  changedRow,
  deletedRow,
  insideRow,
  isDeleted,
  liveRows,
  refreshed,
  withKnown,
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
    context.clock.elapsed() - overview.at.elapsed >= SLOW_RETRY_MS;
  return pollRows(context, {
    ...poll,
    signal,
    atOnce: AT_ONCE,
    ahead() {
      const { inside, list } = slice.getState();
      const lookedAt = inside ?? list.cursor;
      const row = liveRows(slice.getState()).find(({ id }) => id === lookedAt);
      if (!row || isDeleted(row) || !isDue(row.overview)) return [];
      const askedAt = row.overview.kind === 'waiting' ? null : row.overview.at.elapsed;
      const isOld =
        askedAt === null ||
        askedAt < refreshedAt() ||
        context.clock.elapsed() - askedAt >= poll.interval();
      return isOld ? [row.id] : [];
    },
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

/**
 * Keeps rows true to the workspace, to what was asked of them, and to what earlier runs know.
 *
 * @param wake called when other applications are watched than before
 */
export function followConsole(
  slice: Slice<AppsState>,
  { store, history }: Pick<PaneContext, 'store' | 'history'>,
  wake: () => void,
): void {
  /** Rows follow the workspace; what is known of those that stay is kept. */
  const follow = ({ workspace }: ConsoleState) => {
    slice.setState((apps) => {
      const { inside } = apps;
      const known = new Map(liveRows(apps).map((row) => [row.id, row]));
      const watched = () => workspace.apps.map(({ id, name }) => known.get(id) ?? appRow(id, name));
      return {
        ...withLive(apps, watched),
        inside: workspace.apps.some(({ id }) => id === inside) ? inside : null,
      };
    });
  };
  follow(store.getState());
  store.subscribe((state, before) => {
    if (state.workspace.apps !== before.workspace.apps) {
      follow(state);
      wake();
    }
  });

  store.subscribe(({ changes }, before) => {
    if (changes === before.changes) return;
    slice.setState((apps) =>
      withLive(apps, (rows) =>
        rows.map((row) => {
          const deletion = deletionOf(changes, row.id);
          const asked = deletion?.begun ?? null;
          const seen = deletion?.watch?.sightings.at(-1);
          const known = asked === row.deletionAsked ? row : { ...row, deletionAsked: asked };
          return seen?.kind === 'gone' && !isDeleted(row) ? deletedRow(known, seen.at) : known;
        }),
      ),
    );
  });

  const { slice: past } = history;
  past.subscribe((state, before) => {
    if (state.health === before.health && state.watched === before.watched) return;
    slice.setState((apps) => withLive(apps, (rows) => withKnown(rows, state)));
  });

  // What is read in the tree stays readable when an answer comes without it.
  slice.subscribe((state, before) => {
    const { cursor } = state.tree;
    if (state.rows === before.rows || state.inside !== before.inside || cursor === null) return;
    const row = insideRow(before);
    const last = row && lastLoaded(row.overview);
    const has = (apps: AppsState) => visibleNodes(apps).some(({ id }) => id === cursor);
    if (last && has(before) && !has(state)) {
      slice.setState({ lost: { id: cursor, overview: last.value, at: last.at } });
    }
  });
}

/** Shows the applications as they were answered at the minute that is viewed, while one is. */
export function followViewing(
  slice: Slice<AppsState>,
  { store, history }: Pick<PaneContext, 'store' | 'history'>,
): void {
  store.subscribe(({ viewing }, before) => {
    if (viewing === before.viewing) return;
    const { rows, live } = slice.getState();
    const current = live ?? rows;
    if (viewing === null) return slice.setState({ rows: current, live: null });
    slice.setState({ rows: current.map(blankOf), live: current });
    void Promise.all(current.map((row) => rowAt(row, history, viewing))).then((seen) => {
      const isShown = store.getState().viewing === viewing && slice.getState().live === current;
      if (isShown) slice.setState({ rows: seen });
    });
  });
}

const blankOf = ({ id, name }: AppRow): AppRow => ({ ...appRow(id, name), isPast: true });

/** A row as it was answered at or before a time, wall clock; waiting where nothing was kept by then. */
async function rowAt(row: AppRow, history: PaneContext['history'], time: number): Promise<AppRow> {
  const blank = blankOf(row);
  // The second that is shown to be viewed, whole: a round of polls takes some of it.
  const until = Math.floor(time / 1000) * 1000 + 999;
  const overview = await answerAt<AppOverview>({ history }, { kind: 'apps', id: row.id }, until);
  return overview
    ? { ...blank, overview, issues: issuesOf(overview.value, overview.at.wall) }
    : blank;
}

/** Goes to the time that the row under the cursor tells of: since when it is as it is, or its last heartbeat. */
export const viewSince = (
  { store }: Pick<PaneContext, 'store'>,
  time: () => number | undefined,
): Command =>
  command('apps.view-since', 'x', words`View the minute in which this began`, {
    ...onRow(time, words`Its state began before anybody looked.`, (viewing) =>
      store.setState({ viewing }),
    ),
  });
