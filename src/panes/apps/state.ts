import type { AppOverview } from '../../contract/operations/app-overview.ts';
import { UNWATCHED } from '../../history/fact.ts';
import {
  type HistoryState,
  isSameStart,
  issuesSinceOf,
  type KnownSince,
  sinceOf,
} from '../../history/history-state.ts';
import { type Issue, issuesOf } from '../../state/app-issues.ts';
import { aboutTheLink } from '../../state/connection.ts';
import { EMPTY_LIST, type ListState } from '../../state/list.ts';
import { type Loadable, lastLoaded, type Moment } from '../../state/loadable.ts';

interface LatencySample {
  /** Monotonic milliseconds. */
  readonly at: number;
  /** Unit not stated; NaN if the answer has none. */
  readonly value: number;
}

interface Since {
  readonly at: Moment;
  /** It may have started earlier: it was so when this run first looked, or looked again. */
  readonly orBefore: boolean;
}

/** Worst first. */
export const SEVERITIES = ['bad', 'warn', 'fine'] as const;
export type Severity = (typeof SEVERITIES)[number];

export interface AppRow {
  readonly id: string;
  /** Name in the workspace. Hostile text. */
  readonly name: string;
  readonly overview: Loadable<AppOverview>;
  /** The previous overview, for marking changes. */
  readonly before: AppOverview | null;
  /** Latencies of the last polls, oldest first. */
  readonly latencies: readonly LatencySample[];
  readonly issues: readonly Issue[];
  /** Number of consecutive answers with an intermittent issue. */
  readonly passing: number;
  /** Start of these answers; null without them. */
  readonly passingSince: Since | null;
  /** Start of its current severity; null before the first answer. */
  readonly since: Since | null;
  /** Start of its issues of any severity; null without issues. */
  readonly issuesSince: Since | null;
  /** The same two from earlier runs and other consoles; null if unknown. */
  readonly known: (KnownSince & { readonly severity: Severity }) | null;
  readonly knownIssues: KnownSince | null;
  /** A row of the past or of a recording: without an answer it was not seen by then. */
  readonly isPast?: true;
  /** When its deletion was requested in this run, or in an earlier one that the audit file has; null if it was not. */
  readonly deletionAsked: Moment | null;
  /** When the service first answered 404 after that; null until then. Polling stops then. */
  readonly deleted: Moment | null;
}

export interface AppsState {
  readonly rows: readonly AppRow[];
  /** Rows of the present while the past is viewed. */
  readonly live: readonly AppRow[] | null;
  readonly list: ListState;
  readonly onlyProblems: boolean;
  readonly inside: string | null;
  readonly tree: ListState;
  /** Branches opened or closed by the operator: id → open. */
  readonly branches: ReadonlyMap<string, boolean>;
  /** Page of the details, from 0; null while they are closed. */
  readonly detail: number | null;
  /** The node that disappeared under the tree's cursor. It stays readable until the cursor moves. */
  readonly lost: LostNode | null;
}

interface LostNode {
  readonly id: string;
  readonly overview: AppOverview;
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

/** Number of latency samples kept per row. */
const MAX_SAMPLES = 60;

const UNANSWERED = {
  overview: { kind: 'waiting' },
  before: null,
  latencies: [],
  issues: [],
  passing: 0,
  passingSince: null,
  since: null,
  issuesSince: null,
} as const satisfies Partial<AppRow>;

export const appRow = (id: string, name: string): AppRow => ({
  id,
  name,
  ...UNANSWERED,
  known: null,
  knownIssues: null,
  deletionAsked: null,
  deleted: null,
});

/** Whether the service answered 404 after its deletion was requested from here. Permanent. */
export const isDeleted = ({ deleted }: Pick<AppRow, 'deleted'>): boolean => deleted !== null;

/** Whether the service refused this application, rather than the connection failing. */
export const isRefused = (overview: AppRow['overview']): boolean =>
  overview.kind === 'failed' && !aboutTheLink(overview.error);

export const deletedRow = (row: AppRow, at: Moment): AppRow => ({
  ...row,
  deleted: at,
  ...UNANSWERED,
});

/** An intermittent issue counts as lasting after this many consecutive answers. */
const LASTING_ANSWERS = 3;

/** Issues that are not intermittent: lists count, order by and show these. */
export const lastingIssues = ({
  issues,
  passing,
}: Pick<AppRow, 'issues' | 'passing'>): readonly Issue[] =>
  passing >= LASTING_ANSWERS ? issues : issues.filter(({ isPassing }) => !isPassing);

/** Severity of the last answer, whatever happened to later requests. */
export const severityOf = ({ issues, passing }: Pick<AppRow, 'issues' | 'passing'>): Severity =>
  (passing >= LASTING_ANSWERS ? issues[0] : issues.find(({ isPassing }) => !isPassing))?.severity ??
  'fine';

/** The row with a new overview; a deleted row stays as it is. */
export function refreshed(row: AppRow, overview: Loadable<AppOverview>): AppRow {
  if (isDeleted(row)) return row;
  if (overview.kind === 'failed' && overview.error.kind === 'not-found' && row.deletionAsked) {
    return deletedRow(row, overview.at);
  }
  // Nothing was asked: a recording has not shown it yet.
  if (overview.kind === 'failed' && overview.error.kind === 'not-recorded' && !overview.last) {
    return { ...row, ...UNANSWERED };
  }
  if (overview.kind !== 'loaded') return { ...row, overview };
  const { value, at } = overview;
  // A recording repeats an answer until the next one.
  if (lastLoaded(row.overview)?.value === value) return { ...row, overview };
  const issues = issuesOf(value, at.wall);
  const here: Since = { at, orBefore: row.overview.kind !== 'loaded' };
  const passing = issues.some(({ isPassing }) => isPassing) ? row.passing + 1 : 0;
  const passingSince = passing === 0 ? null : (row.passingSince ?? here);
  const severity = severityOf({ issues, passing });
  const isSame = row.since !== null && severity === severityOf(row);
  const lasting = severity === 'warn' ? lastingFrom(row, passing, passingSince) : null;
  const since = isSame ? row.since : (lasting ?? here);
  return {
    ...row,
    overview,
    before: lastLoaded(row.overview)?.value ?? null,
    latencies: [
      ...row.latencies,
      { at: at.elapsed, value: value.currentLatency?.indicator ?? Number.NaN },
    ].slice(-MAX_SAMPLES),
    issues,
    passing,
    passingSince,
    since,
    issuesSince: severity === 'fine' ? null : (row.issuesSince ?? since),
  };
}

/**
 * Start of warnings that are due to intermittent issues, once these count as lasting: their first answer, or the end of
 * earlier errors or warnings if that is later.
 */
function lastingFrom(row: AppRow, passing: number, passingSince: Since | null): Since | null {
  if (passing < LASTING_ANSWERS || severityOf(row) !== 'fine') return null;
  if (row.since === null || passingSince === null) return passingSince;
  return row.since.at.elapsed > passingSince.at.elapsed ? row.since : passingSince;
}

/** A row that learns nothing stays the same object: what is computed of it is kept. */
export const withKnown = (rows: readonly AppRow[], history: HistoryState): readonly AppRow[] =>
  rows.map((row) => {
    const severity = severityOf(row);
    const level = severity === 'fine' ? 'good' : severity;
    const until = lastLoaded(row.overview)?.at.wall;
    const subject = { kind: 'apps', id: row.id } as const;
    const since = sinceOf(history, subject, level, until);
    const known = since ? { ...since, severity } : null;
    const knownIssues = issuesSinceOf(history, subject, until) ?? null;
    const isSame =
      isSameStart(known, row.known) &&
      known?.severity === row.known?.severity &&
      isSameStart(knownIssues, row.knownIssues);
    return isSame ? row : { ...row, known, knownIssues };
  });

/** Start of a row's current severity, from this and earlier runs, or of its refusal; null if unknown. */
export function sinceOfRow(row: AppRow): KnownSince | null {
  const { overview } = row;
  if (overview.kind === 'failed' && isRefused(overview)) return refusedSince(overview);
  return hasStarts(row)
    ? earlier(row.known?.severity === severityOf(row) ? row.known : null, row.since)
    : null;
}

/** The figures of a refused row are from before. */
function refusedSince({
  since,
  last,
}: Extract<AppRow['overview'], { kind: 'failed' }>): KnownSince {
  const isSeen = last !== null && since.elapsed - last.at.elapsed <= UNWATCHED;
  return { at: since.wall, how: isSeen ? 'exactly' : 'before', hasGaps: false };
}

/** Start of a row's issues, if it is not the start of their current severity. */
export function issuesSinceOfRow(row: AppRow): KnownSince | null {
  if (!hasStarts(row) || severityOf(row) === 'fine') return null;
  const start = earlier(row.knownIssues, row.issuesSince);
  return isSameStart(start, sinceOfRow(row)) ? null : start;
}

/** Without an answer in this run, what earlier runs saw may be outdated. */
const hasStarts = ({ overview }: AppRow): boolean =>
  lastLoaded(overview) !== null || isRefused(overview);

/** What earlier runs know, unless this run knows an earlier start. */
function earlier(known: KnownSince | null, own: Since | null): KnownSince | null {
  if (known && (!own || known.at <= own.at.wall)) return known;
  return (
    own && {
      at: own.at.wall,
      how: own.orBefore ? 'before' : 'exactly',
      hasGaps: false,
    }
  );
}

export const overviewOf = ({ overview }: AppRow): AppOverview | undefined =>
  lastLoaded(overview)?.value;

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
