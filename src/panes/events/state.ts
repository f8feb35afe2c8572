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
import { type Printable, printable } from '../../text/printable.ts';
import { type UtcDay, usDay } from '../../text/time.ts';

/** Where the entries on screen come from. */
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
  /** Shield zone ids. */
  readonly zones: readonly string[];
}

/** The same for equal subjects; null when there is nothing to list. */
export const listingKey = ({ source, zones }: Listing): string | null =>
  zones.length === 0
    ? null
    : JSON.stringify([source.kind === 'archive' ? source.path : null, ...[...zones].sort()]);

/** Which entry a mark is on: the same for marks that follow each other. */
export const markKey = ({ zone, logId }: Pick<TeamMark, 'zone' | 'logId'>): string =>
  JSON.stringify([zone, logId]);

export const markKeyOf = (store: EventStore, id: EntryId): string =>
  markKey({ zone: store.zoneOf(id), logId: store.logIdOf(id) ?? '' });

/** The last part of a path: its directories are long, and known to whoever typed them. */
export const fileName = (path: string): Printable => printable(path.split('/').at(-1) || path);

/** Whether what is followed is kept in an archive. */
export type ArchiveState =
  | { readonly kind: 'off' }
  /** `late`: entries that wait, because another program holds the file, or the server takes nothing. */
  | { readonly kind: 'on'; readonly path: string; readonly late: number }
  /** It was to be kept, and is not. `reason`: a sentence, hostile text. */
  | {
      readonly kind: 'failed';
      readonly path: string;
      readonly reason: string;
      /** Since when nothing is kept, milliseconds since the epoch. */
      readonly since: number;
      /** Whether it is tried again: it may pass by itself. */
      readonly isTriedAgain: boolean;
    };

/** Whether entries that do not match are left out, or shown dimmed. */
export type Unmatched = 'hide' | 'dim';

/** The facets panel: columns, the open ones with their most frequent values. */
export interface FacetsState {
  readonly list: ListState;
  readonly open: ReadonlySet<ColumnName>;
  /** The one whose values are all listed; null while each shows its first. */
  readonly whole: ColumnName | null;
  /** What its values must contain, in whatever case. */
  readonly find: string;
}

/** What attackers are told apart by is open from the start. */
export const INITIAL_FACETS: FacetsState = {
  list: { ...EMPTY_LIST, sort: { column: 'count', descending: true } },
  open: new Set(FIRST_FACETS),
  whole: null,
  find: '',
};

/** The message patterns, while they have the keys. */
interface PatternsState {
  readonly list: ListState;
}

export const INITIAL_PATTERNS: PatternsState = {
  list: { ...EMPTY_LIST, sort: { column: 'count', descending: true } },
};

/** The zones to choose from, while they have the keys; those marked are to be listed. */
export interface ZonePicker {
  readonly list: ListState;
}

/** What a view of the analysis is about. */
export type AnalysisSubject =
  | { readonly kind: 'actors' }
  | {
      readonly kind: 'trial';
      /** A filter beside those of the list, as it is typed; empty for none. */
      readonly terms: string;
      readonly limit: RateLimit | null;
    }
  | { readonly kind: 'comparison'; readonly against: Against }
  /** `moment`: in the cell under the cursor, milliseconds; null until there is an answer, for the newest. */
  | { readonly kind: 'heat-map'; readonly column: ColumnName; readonly moment: number | null }
  | { readonly kind: 'zones' }
  | { readonly kind: 'matches' };

/** What the time range is compared with: as much time before it, a day before, from the first mark to the last, all else. */
export type Against = 'before' | 'day' | 'marks' | 'rest';

/** A view of the analysis, while it has the keys. */
export type AnalysisState = AnalysisSubject & {
  readonly list: ListState;
  /** The page of the details that were asked for; null while none were. */
  readonly page: number | null;
};

export type AnalysisKind = AnalysisState['kind'];

/** A trial of a rule with these terms beside the filters of the list. */
export const trialOf = (terms: string): Pick<EventsState, 'analysis'> => ({
  analysis: { kind: 'trial', terms, limit: null, list: EMPTY_LIST, page: null },
});

/** How each day of each zone is being followed, by zone id. */
export type FollowedDays = ReadonlyMap<string, ReadonlyMap<UtcDay, DayProgress>>;

/** How the times of entries are shown. */
export type TimeColumn = 'time' | 'elapsed' | 'none';

/** The pane's state; the entries themselves are in the zone's store. */
export interface EventsState {
  readonly source: Source;
  /** The zones on screen, by id; none while none is watched. */
  readonly zones: readonly string[];
  readonly archiving: ArchiveState;
  /**
   * An archive that is being opened, and how much of a file was looked through, in percent, null before that is known;
   * null while none is.
   */
  readonly opening: { readonly path: string; readonly percent: number | null } | null;
  /** Changes whenever there is something new to draw. */
  readonly version: number;
  /** Whether the cursor stays on the newest entry. */
  readonly following: boolean;
  readonly list: ListState;
  /** How the latest look at the newest end of each zone went, by zone id; of an archive, how it was read. */
  readonly looks: ReadonlyMap<string, Loadable<null>>;
  readonly days: FollowedDays;
  /** How the days before are being completed in the archive; they are not on screen. */
  readonly completing: FollowedDays;
  /** Outermost first: an entry has to pass all that are on. */
  readonly filters: readonly StackedFilter[];
  /** The place of the filter that keys act on; null for the last. */
  readonly chosen: number | null;
  /** The filter being typed, in force while nothing is wrong with it; null while none is. */
  readonly typing: string | null;
  /** The place of the filter it is typed over; null for a new one. */
  readonly editing: number | null;
  /** What is wrong with it; null when nothing is. */
  readonly typingProblem: Printable | null;
  readonly unmatched: Unmatched;
  /** What is searched for: marked where it is found, nothing is hidden. */
  readonly search: string;
  /** The time that the histogram spans; null for all that is loaded of the day. */
  readonly zoom: TimeRange | null;
  /** Whether each row of bars is scaled by its own largest, instead of all by one. */
  readonly ownScales: boolean;
  /** The time that list and facets are held to; null for all. */
  readonly timeRange: TimeRange | null;
  readonly facets: FacetsState | null;
  /** The message patterns, while they have the keys. */
  readonly patterns: PatternsState | null;
  /** A question about all entries, in place of the list. */
  readonly analysis: AnalysisState | null;
  /** The zones to choose from, while they have the keys. */
  readonly zonePicker: ZonePicker | null;
  readonly timeColumn: TimeColumn;
  /** Whether equal values share a colour. */
  readonly coloured: boolean;
  /** Columns of the terminal that the list is scrolled sideways by; null while it is drawn as it fits. */
  readonly scrolled: number | null;
  /** Whether the whole log line is shown under the entry that the cursor is on. */
  readonly wrap: boolean;
  /** Entries shown on either side of those that match, where the others are hidden. */
  readonly context: number;
  /** Notes on entries, by id; shown while the entry is marked. */
  readonly notes: ReadonlyMap<string, string>;
  /** What others of the team did last to entries, by {@link markKey}; what was done here and is not written yet is left out. */
  readonly team: ReadonlyMap<string, TeamMark>;
  /** Whether the inspector has the keys; on narrow screens it is only then to be seen. */
  readonly inspecting: boolean;
  /** Where the inspector's cursor is, among the fields of the entry. */
  readonly fields: ListState;
  /**
   * Columns of the terminal that its values are scrolled sideways by, each on one line; null while they are
   * wrapped.
   */
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
 * Whether a page leads to the newest end of a zone's log: newest first the first one alone does. What is asked of the day
 * before, once the next one was answered, does not.
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

/** The state after a look at the newest end of a zone's log. */
export const looked =
  (zone: string, after: (before: Loadable<null>) => Loadable<null>) =>
  ({ looks }: EventsState): Pick<EventsState, 'looks'> => ({
    looks: new Map(looks).set(zone, after(looks.get(zone) ?? WAITING)),
  });

/** What is known of the newest end of a zone's log. */
interface NewestEnd {
  /** Undefined where none is listed. */
  readonly zone: string | undefined;
  readonly loadable: Loadable<null>;
}

/** How fresh the end of the list is: as the zone whose newest end was seen longest ago. */
export function newestEnd({ zones, looks }: EventsState): NewestEnd {
  const seenAt = ({ loadable }: NewestEnd) =>
    lastLoaded(loadable)?.at.elapsed ?? Number.NEGATIVE_INFINITY;
  const [first = { zone: undefined, loadable: WAITING }, ...others] = zones.map(
    (zone): NewestEnd => ({ zone, loadable: looks.get(zone) ?? WAITING }),
  );
  return others.reduce((oldest, each) => (seenAt(each) < seenAt(oldest) ? each : oldest), first);
}

/** Nothing is beside, under or in place of the list: what is opened next is seen, and has the keys. */
export const NOTHING_OPEN = {
  facets: null,
  patterns: null,
  analysis: null,
  zonePicker: null,
  inspecting: false,
} satisfies Partial<EventsState>;

/** What is to be seen beside or under the list. */
export const belowOf = ({
  facets,
  patterns,
  zonePicker,
  inspecting,
}: EventsState): 'nothing' | 'inspector' | 'panel' =>
  facets || patterns || zonePicker ? 'panel' : inspecting ? 'inspector' : 'nothing';

/** The state when other zones, or those of another source, are listed. */
export function relisted(
  before: EventsState,
  source: Source,
  zones: readonly string[],
): EventsState {
  const { filters, unmatched, search, archiving, opening, timeColumn, coloured, wrap, context } =
    before;
  return {
    ...EMPTY_EVENTS,
    source,
    zones,
    // The filters stay: the same question is often asked of the next zone.
    filters,
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
