import type { DayProgress } from '../../feeds/pages.ts';
import { EMPTY_LIST, type ListState } from '../../state/list.ts';
import { type Loadable, WAITING } from '../../state/loadable.ts';
import type { UtcDay } from '../../text/moments.ts';

/** The pane's state; the entries themselves are in the zone's store. */
export interface EventsState {
  /** The zone on screen; null while none is watched. */
  readonly zone: string | null;
  /** Changes whenever there is something new to draw. */
  readonly version: number;
  /** Whether the cursor stays on the newest entry. */
  readonly following: boolean;
  readonly list: ListState;
  /** The latest page asked for: how fresh the end of the list is. */
  readonly page: Loadable<null>;
  /** How each day of the zone is being followed. */
  readonly days: ReadonlyMap<UtcDay, DayProgress>;
  /** Whether the entry under the cursor is shown in full, where it is not beside the list anyway. */
  readonly inspecting: boolean;
  /** First line of the inspector. */
  readonly inspectorTop: number;
}

export const EMPTY_EVENTS: EventsState = {
  zone: null,
  version: 0,
  following: true,
  list: EMPTY_LIST,
  page: WAITING,
  days: new Map(),
  inspecting: false,
  inspectorTop: 0,
};
