import type { ListState } from '../../state/list.ts';
import { moved } from '../../state/list.ts';
import type { Slice } from '../../state/slice.ts';
import { cursorPlace, type IdList } from '../../text/cursor.ts';
import { startOfDay, utcDay } from '../../text/moments.ts';
import { layoutOf, sideBySide } from '../../ui/layout.ts';
import type { PaneContext } from '../pane.ts';
import { type EventsEngine, type Shown, shownList } from './engine.ts';
import { eventsLayout } from './layout.ts';
import { listFilter, searchFilter } from './looking.ts';
import { belowOf, type EventsState } from './state.ts';

/** The pane's state and its engine, kept in step. */
export interface EventsModel {
  readonly slice: Slice<EventsState>;
  shown(): Shown | null;
  /** The entries on screen, oldest first. */
  entries(): IdList;
  /** Rows of the list on screen. */
  height(): number;
  /** Looks at the zone anew: it, the filters or the search have changed. */
  look(): void;
  /** There may be something new to draw. */
  redraw(): void;
  /** The cursor was moved by hand. */
  moveTo(list: ListState): void;
  follow(following: boolean): void;
  showZone(zone: string | null): void;
}

const NO_ENTRIES: IdList = { length: 0, at: () => undefined, indexOf: () => -1 };

export function eventsModel(
  context: PaneContext,
  slice: Slice<EventsState>,
  engine: EventsEngine,
  showZone: (zone: string | null) => void,
): EventsModel {
  const entries = (): IdList => {
    const shown = engine.shown();
    return shown ? shownList(shown, slice.get().unmatched) : NO_ENTRIES;
  };

  const height = () => {
    const { size, fullPane, preview } = context.store.getState();
    const layout = layoutOf(size, fullPane);
    if (layout.kind === 'emergency') return 1;
    const beside = sideBySide(layout.columns, preview) !== null;
    return eventsLayout(layout.body, beside, belowOf(slice.get())).list - 1;
  };

  /** The list as it should stand now: on the newest entry while following, else where it is by time. */
  const settled = (list: ListState): ListState => {
    const shown = engine.shown();
    const listed = entries();
    if (slice.get().following || list.cursor === null) {
      return moved(list, listed, { to: 'last' }, height());
    }
    const place = cursorPlace(list, listed);
    if (place.kind === 'on') return { ...list, at: place.index };
    // A filter hides it: moving goes on from where it would stand.
    const entry = Number(list.cursor);
    return shown?.store.has(entry) ? { ...list, at: shown.view.rankOf(entry) } : list;
  };

  const redraw = () =>
    slice.set((state) => ({ version: state.version + 1, list: settled(state.list) }));

  return {
    slice,
    shown: engine.shown,
    entries,
    height,
    redraw,
    showZone,
    look() {
      const state = slice.get();
      const now = context.clock.now();
      const offsetMinutes =
        context.store.getState().zone === 'utc' ? 0 : -new Date(now).getTimezoneOffset();
      engine.look(state.zone, {
        filter: listFilter(state),
        search: searchFilter(state),
        moment: { now, day: startOfDay(utcDay(now)), offsetMinutes },
      });
      redraw();
    },
    moveTo(list) {
      const listed = entries();
      const place = cursorPlace(list, listed);
      slice.set({
        list,
        // Moving away from the end lets go of it; coming back to it does not take it up again by itself.
        following:
          slice.get().following && place.kind === 'on' && place.index === listed.length - 1,
      });
    },
    follow(following) {
      slice.set({ following });
      slice.set(({ list }) => ({ list: settled(list) }));
    },
  };
}
