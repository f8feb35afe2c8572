import type { ArchiveCoverage, TeamMark } from '../../archive/archive.ts';
import type { RequestParts } from '../../contract/operation.ts';
import type { StackedFilter } from '../../events/filter/filter.ts';
import type { RateLimit } from '../../events/questions/trial.ts';
import { type ColumnName, FIRST_FACETS } from '../../events/storage/columns.ts';
import type { EntryId, EventStore } from '../../events/store.ts';
import type { TimeRange } from '../../events/time-range.ts';
import type { DayProgress } from '../../feeds/pages-feed.ts';
import { EMPTY_LIST, type ListState } from '../../state/list.ts';
import { type Loadable, lastLoaded, WAITING } from '../../state/loadable.ts';
import type { WorkspaceItem } from '../../state/workspace.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { type UtcDay, usDay } from '../../text/time.ts';

/** Where the listed entries come from. */
export type Source =
  | { readonly kind: 'service' }
  | {
      readonly kind: 'archive';
      readonly path: string;
      readonly zones: readonly WorkspaceItem[];
      readonly coverage: ArchiveCoverage;
    };

export const SERVICE: Source = { kind: 'service' };

export interface Listing {
  readonly source: Source;
  readonly zones: readonly string[];
}

/** Equal for equal listings; null if there is nothing to list. */
export const listingKey = ({ source, zones }: Listing): string | null =>
  zones.length === 0 ? null : JSON.stringify([pathOf(source), ...[...zones].sort()]);

const pathOf = (source: Source): string | null => (source.kind === 'archive' ? source.path : null);

/** Identifies the entry that a mark is on. */
export const markKey = ({ zone, logId }: Pick<TeamMark, 'zone' | 'logId'>): string =>
  JSON.stringify([zone, logId]);

export const markKeyOf = (store: EventStore, id: EntryId): string =>
  markKey({ zone: store.zoneOf(id), logId: store.logIdOf(id) ?? '' });

/** The file name without its directories, which the operator knows. */
export const fileName = (path: string): Printable => printable(path.split('/').at(-1) || path);

/** Whether the followed log is being archived. */
export type ArchiveState =
  | { readonly kind: 'off' }
  /** `late`: entries waiting because another program holds the file or the server does not accept them. */
  | { readonly kind: 'on'; readonly path: string; readonly late: number }
  /** Archiving failed. `reason`: a sentence, hostile text. */
  | {
      readonly kind: 'failed';
      readonly path: string;
      readonly reason: string;
      /** Time of failure, milliseconds since the epoch. */
      readonly since: number;
      /** Whether it is retried automatically. */
      readonly isTriedAgain: boolean;
    };

/** Whether entries that do not match are hidden or dimmed. */
export type Unmatched = 'hide' | 'dim';

/** The facets panel: all columns, and the most frequent values of the open ones. */
export interface FacetsState {
  readonly list: ListState;
  readonly open: ReadonlySet<ColumnName>;
  /** The facet whose values are all listed; null while each facet shows only its top values. */
  readonly whole: ColumnName | null;
  /** Text that its values must contain, ignoring case. */
  readonly find: string;
}

/** The columns used first in a triage are open from the start. */
export const INITIAL_FACETS: FacetsState = {
  list: { ...EMPTY_LIST, sort: { column: 'count', descending: true } },
  open: new Set(FIRST_FACETS),
  whole: null,
  find: '',
};

interface PatternsState {
  readonly list: ListState;
}

export const INITIAL_PATTERNS: PatternsState = {
  list: { ...EMPTY_LIST, sort: { column: 'count', descending: true } },
};

/** The open zone picker. Marked zones will be listed. */
export interface ZonePicker {
  readonly list: ListState;
}

/** What an analysis view is about. */
export type AnalysisSubject =
  | { readonly kind: 'actors' }
  | {
      readonly kind: 'trial';
      /** A filter in addition to the list's filters, as typed; empty for none. */
      readonly terms: string;
      readonly limit: RateLimit | null;
    }
  | { readonly kind: 'comparison'; readonly against: Against }
  /** `moment`: a time in the cell under the cursor, milliseconds; null for the newest cell until there is an answer. */
  | { readonly kind: 'heat-map'; readonly column: ColumnName; readonly moment: number | null }
  | { readonly kind: 'zones' }
  | { readonly kind: 'matches' };

/**
 * What the time range is compared with: the preceding period, an hour or a day before, from first to last mark, or
 * everything else.
 */
export type Against = 'before' | 'hour' | 'day' | 'marks' | 'rest';

/** An open analysis view. */
export type AnalysisState = AnalysisSubject & {
  readonly list: ListState;
  /** The open page of details; null if details were not asked for. */
  readonly page: number | null;
};

export type AnalysisKind = AnalysisState['kind'];

/** Opens a rule trial with these terms in addition to the list's filters. */
export const trialOf = (terms: string): Pick<EventsState, 'analysis'> => ({
  analysis: { kind: 'trial', terms, limit: null, list: EMPTY_LIST, page: null },
});

/** Progress of each followed day, by zone id. */
export type FollowedDays = ReadonlyMap<string, ReadonlyMap<UtcDay, DayProgress>>;

/** How the time column shows times. */
export type TimeColumn = 'time' | 'elapsed' | 'none';

/** The pane's state. The entries themselves are in the store. */
export interface EventsState {
  readonly source: Source;
  /** Ids of the listed zones; empty if no zone is watched. */
  readonly zones: readonly string[];
  readonly archiving: ArchiveState;
  /** The archive that is being opened; null if none. `percent`: how much of the file was checked, null if unknown. */
  readonly opening: { readonly path: string; readonly percent: number | null } | null;
  /** Changes whenever there is something new to draw. */
  readonly version: number;
  /** Whether the cursor follows the newest entry. */
  readonly following: boolean;
  readonly list: ListState;
  /** Result of the latest look at the newest end, by zone id; for an archive, the result of reading it. */
  readonly looks: ReadonlyMap<string, Loadable<null>>;
  readonly days: FollowedDays;
  /** Progress of completing earlier days in the archive. These days are not on screen. */
  readonly completing: FollowedDays;
  /** Outermost first. An entry must pass all filters that are on. */
  readonly filters: readonly StackedFilter[];
  /** Index of the filter that keys act on; null for the last. */
  readonly chosen: number | null;
  /** The filter being typed; null if none. It is in force while it is valid. */
  readonly typing: string | null;
  /** Index of the filter being edited; null for a new one. */
  readonly editing: number | null;
  /** What is wrong with the typed filter; null if nothing. */
  readonly typingProblem: Printable | null;
  readonly unmatched: Unmatched;
  /** The search text. Matches are highlighted, nothing is hidden. */
  readonly search: string;
  /** The time range of the histogram; null for everything that is loaded. */
  readonly zoom: TimeRange | null;
  /** Whether each row of bars has its own scale instead of a common one. */
  readonly ownScales: boolean;
  /** The time range of list and facets; null for all. */
  readonly timeRange: TimeRange | null;
  readonly facets: FacetsState | null;
  /** The open message patterns. */
  readonly patterns: PatternsState | null;
  /** The open analysis view, in place of the list. */
  readonly analysis: AnalysisState | null;
  /** The open zone picker. */
  readonly zonePicker: ZonePicker | null;
  readonly timeColumn: TimeColumn;
  /** Whether equal values share a colour. */
  readonly coloured: boolean;
  /** Columns that the list is scrolled right by; null if it is not scrolled. */
  readonly scrolled: number | null;
  /** Whether the whole log line is shown under the selected entry. */
  readonly wrap: boolean;
  /** Entries of context shown on either side of a match while others are hidden. */
  readonly context: number;
  /** Notes by entry id, shown while the entry is marked. */
  readonly notes: ReadonlyMap<string, string>;
  /** The team's latest marks, by {@link markKey}, without entries whose own changes are not written yet. */
  readonly team: ReadonlyMap<string, TeamMark>;
  /** Whether the inspector has the keys. On narrow screens it is only shown then. */
  readonly inspecting: boolean;
  /** The inspector's cursor, among the fields of the entry. */
  readonly fields: ListState;
  /** Columns that its values are scrolled right by, each on one line; null while they are wrapped. */
  readonly fieldsScrolled: number | null;
}

export const EMPTY_EVENTS: EventsState = {
  source: SERVICE,
  zones: [],
  archiving: { kind: 'off' },
  opening: null,
  version: 0,
  following: true,
  list: EMPTY_LIST,
  looks: new Map(),
  days: new Map(),
  completing: new Map(),
  filters: [],
  chosen: null,
  typing: null,
  editing: null,
  typingProblem: null,
  unmatched: 'hide',
  search: '',
  zoom: null,
  ownScales: false,
  timeRange: null,
  facets: null,
  patterns: null,
  analysis: null,
  zonePicker: null,
  timeColumn: 'time',
  coloured: false,
  scrolled: null,
  wrap: false,
  context: 0,
  notes: new Map(),
  team: new Map(),
  inspecting: false,
  fields: EMPTY_LIST,
  fieldsScrolled: null,
};

/**
 * Whether a page request leads to the newest end of a zone's log. In newest-first order only the first page does. Pages
 * of the previous day do not, once the next day was answered.
 */
export function leadsToNewestEnd(
  followed: ReadonlyMap<UtcDay, DayProgress> = new Map(),
  page: RequestParts['path'],
): boolean {
  const days = [...followed.values()];
  const own = days.find(({ day }) => usDay(day) === page['date']);
  if (own && days.some(({ day, pages }) => day > own.day && pages > 0)) return false;
  return page['continuationToken'] === undefined || own?.order !== 'newest-first';
}

/** Updates the state after a look at the newest end of a zone's log. */
export const looked =
  (zone: string, after: (before: Loadable<null>) => Loadable<null>) =>
  ({ looks }: EventsState): Pick<EventsState, 'looks'> => ({
    looks: new Map(looks).set(zone, after(looks.get(zone) ?? WAITING)),
  });

interface NewestEnd {
  /** Undefined if no zone is listed. */
  readonly zone: string | undefined;
  readonly loadable: Loadable<null>;
}

/** Freshness of the list: that of the zone whose newest end was seen longest ago. */
export function newestEnd({ zones, looks }: EventsState): NewestEnd {
  const seenAt = ({ loadable }: NewestEnd) =>
    lastLoaded(loadable)?.at.elapsed ?? Number.NEGATIVE_INFINITY;
  const [first = { zone: undefined, loadable: WAITING }, ...others] = zones.map(
    (zone): NewestEnd => ({ zone, loadable: looks.get(zone) ?? WAITING }),
  );
  return others.reduce((oldest, each) => (seenAt(each) < seenAt(oldest) ? each : oldest), first);
}

/** Closes everything beside, below or in place of the list, so that what is opened next is visible and has the keys. */
export const NOTHING_OPEN = {
  facets: null,
  patterns: null,
  analysis: null,
  zonePicker: null,
  inspecting: false,
} satisfies Partial<EventsState>;

/** What is shown beside or below the list. */
export const belowOf = ({
  facets,
  patterns,
  zonePicker,
  inspecting,
}: EventsState): 'nothing' | 'inspector' | 'panel' =>
  facets || patterns || zonePicker ? 'panel' : inspecting ? 'inspector' : 'nothing';

/** The state after listing other zones or another source. */
export function relisted(
  before: EventsState,
  source: Source,
  zones: readonly string[],
): EventsState {
  const { filters, unmatched, search, archiving, opening, timeColumn, coloured, wrap, context } =
    before;
  // An archive is of other days.
  const timeRange = pathOf(source) === pathOf(before.source) ? before.timeRange : null;
  return {
    ...EMPTY_EVENTS,
    source,
    zones,
    // Filters and time range are kept: the same question is often asked of the next zone.
    filters,
    timeRange,
    unmatched,
    search,
    archiving,
    opening,
    timeColumn,
    coloured,
    wrap,
    context,
    version: before.version + 1,
  };
}

/** Said where something reaches back beyond today. */
export const DAYS_BEFORE = words`Days before are not loaded here: warren events reads them.`;
