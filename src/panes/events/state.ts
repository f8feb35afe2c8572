import type { StackedFilter } from '../../events/filter-stack.ts';
import type { TimeRange } from '../../events/time-range.ts';
import type { DayProgress } from '../../feeds/pages.ts';
import { EMPTY_LIST, type ListState } from '../../state/list.ts';
import { type Loadable, WAITING } from '../../state/loadable.ts';
import type { UtcDay } from '../../text/moments.ts';
import type { BoardState } from './board.ts';
import type { Unmatched } from './engine.ts';
import type { Keeping } from './keeper.ts';
import type { PatternsState } from './patterns.ts';
import { SERVICE, type Source } from './source.ts';

/** The zones to choose from, while they have the keys; those marked are to be listed. */
export interface ZoneChoice {
  readonly list: ListState;
}

/** How each day of each zone is being followed, by zone id. */
export type FollowedDays = ReadonlyMap<string, ReadonlyMap<UtcDay, DayProgress>>;

/** How the times of entries are shown. */
export type Stamps = 'time' | 'elapsed' | 'none';

/** The pane's state; the entries themselves are in the zone's store. */
export interface EventsState {
  /** Where the entries come from. */
  readonly source: Source;
  /** The zones on screen, by id; none while none is watched. */
  readonly zones: readonly string[];
  readonly keeping: Keeping;
  /** Changes whenever there is something new to draw. */
  readonly version: number;
  /** Whether the cursor stays on the newest entry. */
  readonly following: boolean;
  readonly list: ListState;
  /** The latest page asked for: how fresh the end of the list is. */
  readonly page: Loadable<null>;
  /** How each day of each zone is being followed. */
  readonly days: FollowedDays;
  /** How the days before are being completed in the archive; they are not on screen. */
  readonly completing: FollowedDays;
  /** Outermost first: an entry has to pass all that are on. */
  readonly filters: readonly StackedFilter[];
  /** The filter being typed, in force as far as it can be read; null while none is. */
  readonly typing: string | null;
  readonly unmatched: Unmatched;
  /** What is searched for: marked where it is found, nothing is hidden. */
  readonly search: string;
  /** The time that the strip spans; null for all that is loaded of the day. */
  readonly zoom: TimeRange | null;
  /** The time that list and facets are held to; null for all. */
  readonly brush: TimeRange | null;
  /** The facet board, while it has the keys. */
  readonly board: BoardState | null;
  /** The message patterns, while they have the keys. */
  readonly patterns: PatternsState | null;
  /** The zones to choose from, while they have the keys. */
  readonly choosing: ZoneChoice | null;
  readonly stamps: Stamps;
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
  keeping: { kind: 'off' },
  version: 0,
  following: true,
  list: EMPTY_LIST,
  page: WAITING,
  days: new Map(),
  completing: new Map(),
  filters: [],
  typing: null,
  unmatched: 'hide',
  search: '',
  zoom: null,
  brush: null,
  board: null,
  patterns: null,
  choosing: null,
  stamps: 'time',
  coloured: false,
  scrolled: null,
  wrap: false,
  context: 0,
  notes: new Map(),
  inspecting: false,
  fields: EMPTY_LIST,
  fieldsScrolled: null,
};

/** What is to be seen beside or under the list. */
export const belowOf = ({
  board,
  patterns,
  choosing,
  inspecting,
}: EventsState): 'nothing' | 'inspector' | 'board' =>
  board || patterns || choosing ? 'board' : inspecting ? 'inspector' : 'nothing';
