import type { AppOverview } from '../../contract/operations/app-overview.ts';
import { EMPTY_LIST, type ListState } from '../../state/list.ts';
import { type Loadable, lastLoaded, type Moment } from '../../state/loadable.ts';

/** One watched application. */
export interface AppRow {
  readonly id: string;
  /** As the workspace names it. Hostile text. */
  readonly name: string;
  readonly overview: Loadable<AppOverview>;
  /** The overview before the last: what the changes are marked against. */
  readonly before: AppOverview | null;
  /** Current latency of the last polls, oldest first; unit not stated. */
  readonly latencies: readonly number[];
  /** When this run asked for its deletion; null while it did not. Our own note, not the service's. */
  readonly deletionAsked: Moment | null;
}

/** The pane's state. */
export interface AppsState {
  readonly rows: readonly AppRow[];
  readonly list: ListState;
  readonly onlyProblems: boolean;
  /** The application drilled into, or null on the list. */
  readonly inside: string | null;
  readonly tree: ListState;
  /** Branches of the tree that were opened or closed by hand: id → open. */
  readonly branches: ReadonlyMap<string, boolean>;
  /** The page of the details of the tree's row, from 0; null while they are closed. */
  readonly detail: number | null;
}

export const EMPTY_APPS: AppsState = {
  rows: [],
  list: EMPTY_LIST,
  onlyProblems: false,
  inside: null,
  tree: EMPTY_LIST,
  branches: new Map(),
  detail: null,
};

/** How many polls of latency a row remembers. */
const REMEMBERED = 60;

export const appRow = (id: string, name: string): AppRow => ({
  id,
  name,
  overview: { kind: 'waiting' },
  before: null,
  latencies: [],
  deletionAsked: null,
});

/** Whether the service knows it no more after this run asked for its deletion. */
export const isGone = ({ deletionAsked, overview }: AppRow): boolean =>
  deletionAsked !== null && overview.kind === 'failed' && overview.error.kind === 'not-found';

/** The row after its overview was asked for again. */
export function refreshed(row: AppRow, overview: Loadable<AppOverview>): AppRow {
  if (overview.kind !== 'loaded') return { ...row, overview };
  const latency = overview.value.currentLatency?.indicator;
  return {
    ...row,
    overview,
    before: lastLoaded(row.overview)?.value ?? null,
    latencies: [...row.latencies, latency ?? Number.NaN].slice(-REMEMBERED),
  };
}

/** The rows with `change` made to the one with `id`. */
export const changedRow = (
  rows: readonly AppRow[],
  id: string,
  change: (row: AppRow) => AppRow,
): readonly AppRow[] => rows.map((row) => (row.id === id ? change(row) : row));

/** The row that was drilled into. */
export const insideRow = (state: AppsState): AppRow | undefined =>
  state.rows.find(({ id }) => id === state.inside);
