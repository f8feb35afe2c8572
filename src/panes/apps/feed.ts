import { type Command, command, onRow } from '../../commands/command.ts';
import { isSameFailure } from '../../contract/api-error.ts';
import { type AppOverview, appOverview } from '../../contract/operations/app-overview.ts';
import { SLOW_RETRY_MS } from '../../feeds/backoff.ts';
import type { Wake } from '../../feeds/scheduling.ts';
import { acceptedDeletions, changesOrNone, unresolvedDeletion } from '../../mutations/audit.ts';
import { issuesOf } from '../../state/app-issues.ts';
import { deletionOf } from '../../state/change.ts';
import { aboutTheLink, blockedBy, isDown } from '../../state/connection.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import { type Loadable, lastLoaded } from '../../state/loadable.ts';
import type { Slice } from '../../state/slice.ts';
import { printable, words } from '../../text/printable.ts';
import { timeNear } from '../../text/time.ts';
import { nothingWatched } from '../nothing-watched.ts';
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

const MAX_CONCURRENT = 6;

interface AppsFeed {
  readonly context: Pick<PaneContext, 'requests' | 'clock' | 'random' | 'moment'>;
  readonly slice: Slice<AppsState>;
  readonly wake: Wake;
  /** Milliseconds between rounds; longer in the background. */
  interval(): number;
  paused(): boolean;
  /** Called with the duration of each fully answered round, in milliseconds. */
  took(ms: number): void;
  /** Last refresh by the operator, monotonic milliseconds. */
  refreshedAt(): number;
}

export function pollApps(
  { context, slice, refreshedAt, ...poll }: AppsFeed,
  signal: AbortSignal,
): Promise<void> {
  /** A refused application is rechecked rarely, or after a refresh. */
  const isDue = (overview: Loadable<unknown>): boolean =>
    overview.kind !== 'failed' ||
    aboutTheLink(overview.error) ||
    overview.at.elapsed < refreshedAt() ||
    context.clock.elapsed() - overview.at.elapsed >= SLOW_RETRY_MS;
  return pollRows(context, {
    ...poll,
    signal,
    atOnce: MAX_CONCURRENT,
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
 * Updates rows with the workspace, with changes of this run, and with the history. `wake`: called when the watched
 * applications change.
 */
export function followConsole(
  slice: Slice<AppsState>,
  { store, history, mutations, say }: Pick<PaneContext, 'store' | 'history' | 'mutations' | 'say'>,
  wake: () => void,
): void {
  /** Matches the rows to the workspace and keeps the data of those that stay. */
  const follow = ({ workspace, replay }: ConsoleState) => {
    slice.setState((apps) => {
      const { inside } = apps;
      const known = new Map(liveRows(apps).map((row) => [row.id, row]));
      // In a recording nothing is asked: what it has not shown yet is of the past.
      const unseen = replay ? { isPast: true as const } : {};
      const watched = () =>
        workspace.apps.map(({ id, name }) => known.get(id) ?? { ...appRow(id, name), ...unseen });
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
          if (isDeleted(row)) return row;
          const deletion = deletionOf(changes, row.id);
          const asked = deletion?.begun ?? null;
          const seen = deletion?.watch?.sightings.at(-1);
          const known = asked === row.deletionAsked ? row : { ...row, deletionAsked: asked };
          return seen?.kind === 'gone' ? deletedRow(known, seen.at) : known;
        }),
      ),
    );
  });

  // Rows that are not requested meanwhile would keep the cause of an earlier outage.
  store.subscribe(({ connection }, before) => {
    if (connection === before.connection || !isDown(connection)) return;
    if (isDown(before.connection) && isSameFailure(before.connection.error, connection.error))
      return;
    const { error, since } = connection;
    slice.setState((apps) =>
      withLive(apps, (rows) =>
        rows.map((row) =>
          row.overview.kind === 'failed'
            ? { ...row, overview: blockedBy(row.overview, error, since) }
            : row,
        ),
      ),
    );
  });

  followEarlierDeletions(slice, { store, mutations, say });

  const { slice: past } = history;
  past.subscribe((state, before) => {
    if (state.health === before.health && state.watched === before.watched) return;
    slice.setState((apps) => withLive(apps, (rows) => withKnown(rows, state)));
  });

  // A node that disappears while the cursor is on it stays readable.
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

/**
 * Looks up in the audit file whether an earlier run deleted an application that the service does not find, or tried to
 * and did not learn the outcome.
 */
function followEarlierDeletions(
  slice: Slice<AppsState>,
  { store, mutations, say }: Pick<PaneContext, 'store' | 'mutations' | 'say'>,
): void {
  const { profile } = store.getState();
  // Every demo is a new world.
  if (profile.demo) return;
  const looked = new Set<string>();
  slice.subscribe((apps, before) => {
    const rows = liveRows(apps);
    if (rows === liveRows(before)) return;
    const missing = rows.filter((row) => isMissing(row) && !looked.has(row.id));
    if (missing.length === 0) return;
    for (const { id } of missing) looked.add(id);
    void changesOrNone(mutations.audited()).then((changes) => {
      const deletions = acceptedDeletions(changes, profile.host);
      slice.setState((now) =>
        withLive(now, (current) =>
          current.map((row) => {
            const time = deletions.get(row.id);
            if (time === undefined || !isMissing(row)) return row;
            const deletionAsked = { wall: Date.parse(time), elapsed: Number.NEGATIVE_INFINITY };
            return deletedRow({ ...row, deletionAsked }, row.overview.at);
          }),
        ),
      );
      const { now, timeZone } = store.getState();
      for (const { id, name } of missing) {
        const unresolved = unresolvedDeletion(changes, profile.host, id);
        if (!unresolved) continue;
        const time = timeNear(now.wall, Date.parse(unresolved.time), timeZone);
        say(
          words`${printable(name)}: not found after a deletion of unknown outcome (${time}): :audit`,
          'warn',
        );
      }
    });
  });
}

type Missing = AppRow & {
  readonly overview: Extract<AppRow['overview'], { readonly kind: 'failed' }>;
};

const isMissing = (row: AppRow): row is Missing =>
  row.overview.kind === 'failed' && row.overview.error.kind === 'not-found';

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

/** A row as of a wall-clock time; waiting if nothing was kept by then. */
async function rowAt(row: AppRow, history: PaneContext['history'], time: number): Promise<AppRow> {
  const blank = blankOf(row);
  // To the end of the displayed second, because a round of polls takes part of it.
  const until = Math.floor(time / 1000) * 1000 + 999;
  const overview = await answerAt<AppOverview>({ history }, { kind: 'apps', id: row.id }, until);
  return overview
    ? { ...blank, overview, issues: issuesOf(overview.value, overview.at.wall) }
    : blank;
}

/** Views the time at which the cursor's row got its state, or of its last heartbeat. */
export const viewSince = (
  { store }: Pick<PaneContext, 'store'>,
  time: () => number | undefined,
): Command => {
  const none = words`Its state began before anybody looked.`;
  const view = onRow(time, none, (viewing) => store.setState({ viewing }));
  return command('apps.view-since', 'x', words`View the minute in which this began`, {
    ...view,
    unavailable: () =>
      store.getState().workspace.apps.length === 0
        ? nothingWatched(store.getState(), 'apps')
        : view.unavailable?.(),
  });
};
