import type { AppOverview } from '../../contract/operations/app-overview.ts';
import { type HistoryState, type KnownSince, sinceOf } from '../../history/history-state.ts';
import { type Issue, issuesOf } from '../../state/app-issues.ts';
import { aboutTheLink } from '../../state/connection.ts';
import { EMPTY_LIST, type ListState } from '../../state/list.ts';
import { type Loadable, lastLoaded, type Moment } from '../../state/loadable.ts';

interface LatencySample {
  /** Monotonic milliseconds. */
  readonly at: number;
  /** Unit not stated; NaN where the answer had none. */
  readonly value: number;
}

/** When something was first seen, as far as this run knows. */
interface Since {
  readonly at: Moment;
  /** It was so when this run first looked, or looked again: it may be so for longer. */
  readonly orBefore: boolean;
}

export type Severity = Issue['severity'] | 'fine';

export interface AppRow {
  readonly id: string;
  /** As the workspace names it. Hostile text. */
  readonly name: string;
  readonly overview: Loadable<AppOverview>;
  /** The overview before the last: what the changes are marked against. */
  readonly before: AppOverview | null;
  /** Current latency of the last polls, oldest first. */
  readonly latencies: readonly LatencySample[];
  /** What is wrong with it by the last answer, the worst first. */
  readonly issues: readonly Issue[];
  /** How many answers in a row had an issue that may be over with the next. */
  readonly passing: number;
  /** Since when its worst issue is as bad as it is; null while it was never loaded. */
  readonly since: Since | null;
  /** The same as far as earlier runs and other consoles know; null where they know nothing. */
  readonly known: (KnownSince & { readonly severity: Severity }) | null;
  /** It is of the past: nothing more will come. */
  readonly isPast?: true;
  /** When this run asked for its deletion; null while it did not. Our own note, not the service's. */
  readonly deletionAsked: Moment | null;
  /** When the service first answered 404 after that; null while it has not. Nothing is asked of it from then on. */
  readonly deleted: Moment | null;
}

export interface AppsState {
  /** Those on screen: as they are now, or as they were at the minute that is viewed. */
  readonly rows: readonly AppRow[];
  /** As they are now, while a minute of the past is viewed. */
  readonly live: readonly AppRow[] | null;
  readonly list: ListState;
  readonly onlyProblems: boolean;
  /** The application drilled into, or null on the list. */
  readonly inside: string | null;
  readonly tree: ListState;
  /** Branches of the tree that were opened or closed by hand: id → open. */
  readonly branches: ReadonlyMap<string, boolean>;
  /** The page of the details of the tree's row, from 0; null while they are closed. */
  readonly detail: number | null;
  /** What the tree's cursor was on when it went away, and when that was seen: it stays readable until left. */
  readonly lost: LostNode | null;
}

/** A row of the tree that is not there any more. */
interface LostNode {
  readonly id: string;
  /** The last answer that had it. */
  readonly overview: AppOverview;
  /** When that answer came. */
  readonly at: Moment;
}

export const EMPTY_APPS: AppsState = {
  rows: [],
  live: null,
  list: EMPTY_LIST,
  onlyProblems: false,
  inside: null,
  tree: EMPTY_LIST,
  branches: new Map(),
  detail: null,
  lost: null,
};

/** How many polls of latency a row remembers. */
const REMEMBERED = 60;

/** What is known by answers, before there is one. */
const UNANSWERED = {
  overview: { kind: 'waiting' },
  before: null,
  latencies: [],
  issues: [],
  passing: 0,
  since: null,
} as const satisfies Partial<AppRow>;

export const appRow = (id: string, name: string): AppRow => ({
  ...{ id, name, ...UNANSWERED },
  known: null,
  deletionAsked: null,
  deleted: null,
});

/** Whether the service knows it no more after this run asked for its deletion: it stays so. */
export const isDeleted = ({ deleted }: Pick<AppRow, 'deleted'>): boolean => deleted !== null;

/** Whether the service says of the application itself that it is not to be had, whatever was known of it. */
export const isRefused = (overview: AppRow['overview']): boolean =>
  overview.kind === 'failed' && !aboutTheLink(overview.error);

/** The row of an application that was deleted. What was known of it is true of nothing any more. */
export const deletedRow = (row: AppRow, at: Moment): AppRow => ({
  ...row,
  deleted: at,
  ...UNANSWERED,
});

/** So many answers in a row make an issue that comes and goes one that stays. */
const LASTING = 3;

/** What is wrong with it for longer than a moment: what a list counts, orders by and shows. */
export const lastingIssues = ({
  issues,
  passing,
}: Pick<AppRow, 'issues' | 'passing'>): readonly Issue[] =>
  passing >= LASTING ? issues : issues.filter(({ isPassing }) => !isPassing);

/** How bad it is by the last answer, whatever became of the latest attempt. */
export const severityOf = ({ issues, passing }: Pick<AppRow, 'issues' | 'passing'>): Severity =>
  (passing >= LASTING ? issues[0] : issues.find(({ isPassing }) => !isPassing))?.severity ?? 'fine';

/** The row after its overview was asked for again; that of a deleted application whatever comes. */
export function refreshed(row: AppRow, overview: Loadable<AppOverview>): AppRow {
  if (isDeleted(row)) return row;
  if (overview.kind === 'failed' && overview.error.kind === 'not-found' && row.deletionAsked) {
    return deletedRow(row, overview.at);
  }
  if (overview.kind !== 'loaded') return { ...row, overview };
  const { value, at } = overview;
  // A recording gives the same answer until there is another one.
  if (lastLoaded(row.overview)?.value === value) return { ...row, overview };
  const issues = issuesOf(value, at.wall);
  const passing = issues.some(({ isPassing }) => isPassing) ? row.passing + 1 : 0;
  const isSame = row.since !== null && severityOf({ issues, passing }) === severityOf(row);
  return {
    ...row,
    overview,
    before: lastLoaded(row.overview)?.value ?? null,
    latencies: [
      ...row.latencies,
      { at: at.elapsed, value: value.currentLatency?.indicator ?? Number.NaN },
    ].slice(-REMEMBERED),
    issues,
    passing,
    since: isSame ? row.since : { at, orBefore: row.overview.kind !== 'loaded' },
  };
}

export const withKnown = (rows: readonly AppRow[], history: HistoryState): readonly AppRow[] =>
  rows.map((row) => {
    const severity = severityOf(row);
    const level = severity === 'fine' ? 'good' : severity;
    const since = sinceOf(history, { kind: 'apps', id: row.id }, level);
    return { ...row, known: since ? { ...since, severity } : null };
  });

/** Since when a row is as bad as it is, by this run and those before it; null where that is not known. */
export function sinceOfRow(row: AppRow): KnownSince | null {
  const { since, known } = row;
  // Of what earlier runs saw nothing is known to be so still.
  if (!lastLoaded(row.overview) && !isRefused(row.overview)) return null;
  if (known?.severity === severityOf(row) && (!since || known.at <= since.at.wall)) return known;
  return since && { at: since.at.wall, how: since.orBefore ? 'before' : 'exactly' };
}

/** The last overview that was answered. */
export const overviewOf = ({ overview }: AppRow): AppOverview | undefined =>
  lastLoaded(overview)?.value;

/** The rows as they are now, whatever minute is viewed. */
export const liveRows = ({ rows, live }: Pick<AppsState, 'rows' | 'live'>): readonly AppRow[] =>
  live ?? rows;

export const withLive = (
  { rows, live }: Pick<AppsState, 'rows' | 'live'>,
  change: (rows: readonly AppRow[]) => readonly AppRow[],
): Partial<AppsState> => (live ? { live: change(live) } : { rows: change(rows) });

export const changedRow = (
  rows: readonly AppRow[],
  id: string,
  change: (row: AppRow) => AppRow,
): readonly AppRow[] => rows.map((row) => (row.id === id ? change(row) : row));

export const insideRow = (state: AppsState): AppRow | undefined =>
  state.rows.find(({ id }) => id === state.inside);
