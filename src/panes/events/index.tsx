import type { Command } from '../../commands/command.ts';
import { listCommands } from '../../commands/list-commands.ts';
import { tabCommands } from '../../commands/tab-commands.ts';
import { ApiError } from '../../contract/api-error.ts';
import type { Call } from '../../contract/operation.ts';
import { EventStore } from '../../events/store.ts';
import { createBatch } from '../../feeds/batch.ts';
import { followZone } from '../../feeds/follow-zone.ts';
import { createWake } from '../../feeds/wake.ts';
import { type ListState, moved } from '../../state/list.ts';
import { failed } from '../../state/loadable.ts';
import { openSlice } from '../../state/slice.ts';
import { withThing } from '../../state/workspace.ts';
import { cursorPlace, type IdList } from '../../text/cursor.ts';
import { count } from '../../text/figures.ts';
import { utcDay } from '../../text/moments.ts';
import { printable, words } from '../../text/printable.ts';
import { layoutOf, sideBySide } from '../../ui/layout.ts';
import { span } from '../../ui/line.ts';
import { freshness } from '../freshness.ts';
import type { Pane, PaneContext } from '../pane.ts';
import { entryList } from './entry-list.ts';
import { EMPTY_EVENTS } from './state.ts';
import { EventsView, HEAD, inspectorHeight } from './view.tsx';

/** While entries pour in the screen is told this often, milliseconds. */
const TELL = 100;
/** The longest wait between two looks at the live end, milliseconds. */
const LOOK = 2000;

const NO_ENTRIES: IdList = { length: 0, at: () => undefined, indexOf: () => -1 };

/** Events: a zone's day, followed page by page (operation 8). */
export function openEvents(context: PaneContext): Pane {
  const { store, clock } = context;
  const slice = openSlice(store, 'events', EMPTY_EVENTS);
  const stores = new Map<string, EventStore>();
  const wake = createWake();

  const eventStore = (): EventStore | null => {
    const { zone } = slice.get();
    return zone === null ? null : (stores.get(zone) ?? null);
  };
  const entries = (): IdList => {
    const held = eventStore();
    return held ? entryList(held) : NO_ENTRIES;
  };
  const bodyHeight = () => {
    const { size, fullPane, preview } = store.getState();
    const layout = layoutOf(size, fullPane);
    if (layout.kind === 'emergency') return 1;
    const below =
      slice.get().inspecting && !sideBySide(layout.columns, preview)
        ? inspectorHeight(layout.body)
        : 0;
    return layout.body - HEAD - 1 - below;
  };

  /** The list as it should stand now: on the newest entry while following. */
  const settledList = (list: ListState): ListState =>
    slice.get().following ? moved(list, entries(), { to: 'last' }, bodyHeight()) : list;
  const redraw = () =>
    slice.set((state) => ({ version: state.version + 1, list: settledList(state.list) }));
  const batch = createBatch(clock, TELL, redraw);

  /** `call`, noting how fresh the end of the log is. */
  const watchedCall: Call = async (operation, input, signal) => {
    const began = clock.elapsed();
    try {
      const answer = await context.call(operation, input, signal);
      const at = context.moment();
      slice.set({ page: { kind: 'loaded', value: null, at, took: at.elapsed - began } });
      return answer;
    } catch (error) {
      if (error instanceof ApiError && !signal?.aborted) {
        slice.set(({ page }) => ({ page: failed(page, error, context.moment()) }));
      }
      throw error;
    }
  };

  const start = (zone: string | null) =>
    context.feeds.run('events', zone, (signal) => {
      const id = zone ?? '';
      const held = stores.get(id) ?? new EventStore();
      stores.set(id, held);
      return followZone({
        call: watchedCall,
        clock,
        signal,
        wake,
        store: held,
        zone: id,
        from: utcDay(clock.now()),
        interval: () => Math.min(LOOK, store.getState().interval),
        held: () => store.getState().pausedAt !== null,
        random: context.random,
        grown: batch.sign,
        progress(progress) {
          slice.set(({ days }) => ({ days: new Map(days).set(progress.day, progress) }));
          const wait = progress.trouble?.wait;
          if (wait) {
            store.setState({
              nextAttemptAt: wait.kind === 'after' ? clock.elapsed() + wait.ms : null,
            });
          }
        },
      });
    });

  const zones = () => store.getState().workspace.shieldZones;
  const showZone = (zone: string | null) => {
    if (zone !== slice.get().zone) {
      slice.set({ ...EMPTY_EVENTS, zone, version: slice.get().version + 1 });
    }
    return start(zone);
  };

  const list = {
    get: () => slice.get().list,
    set(next: ListState) {
      const shown = entries();
      const place = cursorPlace(next, shown);
      slice.set({
        list: next,
        inspectorTop: 0,
        // Moving away from the end lets go of it; coming back to it does not take it up again by itself.
        following: slice.get().following && place.kind === 'on' && place.index === shown.length - 1,
      });
    },
    ids: entries,
    height: bodyHeight,
    sortable: () => [],
    marks: true,
  };

  const group = 'Events' as const;
  const commands: readonly Command[] = [
    {
      id: 'events.inspect',
      keys: ['enter', 'd'],
      label: words`Show the entry in full`,
      footer: words`inspect`,
      group,
      unavailable: () => (entries().length === 0 ? words`No entry is loaded yet.` : undefined),
      run: () => slice.set(({ inspecting }) => ({ inspecting: !inspecting, inspectorTop: 0 })),
    },
    {
      id: 'events.follow',
      keys: ['F'],
      label: words`Follow the newest entry, or stay`,
      footer: words`follow`,
      group,
      run: () => {
        slice.set(({ following }) => ({ following: !following }));
        slice.set(({ list: before }) => ({ list: settledList(before) }));
      },
    },
    {
      id: 'events.last',
      keys: ['G', 'end'],
      label: words`Go to the newest entry and follow it`,
      group,
      run: () => {
        slice.set({ following: true });
        slice.set(({ list: before }) => ({ list: settledList(before), inspectorTop: 0 }));
      },
    },
    {
      id: 'events.inspector-down',
      keys: ['L'],
      label: words`Scroll the entry down`,
      group,
      run: () => slice.set(({ inspectorTop }) => ({ inspectorTop: inspectorTop + 5 })),
    },
    {
      id: 'events.inspector-up',
      keys: ['H'],
      label: words`Scroll the entry up`,
      group,
      run: () => slice.set(({ inspectorTop }) => ({ inspectorTop: Math.max(0, inspectorTop - 5) })),
    },
    ...tabCommands({
      group,
      what: words`zones`,
      ids: () => zones().map(({ id }) => id),
      current: () => slice.get().zone,
      show: showZone,
    }),
    ...listCommands(list),
  ];

  const parts = { slice, store: eventStore, entries };

  return {
    id: 'events',
    digit: '2',
    title: words`Events`,
    commands,
    heading(state) {
      const own = slice.of(state);
      const zone = state.workspace.shieldZones.find(({ id }) => id === own.zone);
      const counts = eventStore()?.counts;
      const gone =
        counts && counts.evicted > 0 ? words` · ${count(counts.evicted)} oldest let go` : words``;
      return {
        left: zone
          ? [span(words`${printable(zone.name)} · ${count(entries().length)} loaded${gone}`)]
          : [],
        right:
          own.zone === null
            ? []
            : freshness({
                loadable: own.page,
                now: state.now,
                zone: state.zone,
                every: Math.min(LOOK, state.interval),
              }),
      };
    },
    badges(state) {
      const own = slice.of(state);
      return own.zone !== null && own.following && state.pausedAt === null ? [words`FOLLOW`] : [];
    },
    view: (room) => <EventsView parts={parts} {...room} />,
    shown(subject) {
      if (subject) {
        store.setState(({ workspace }) => ({
          workspace: withThing(workspace, 'shieldZones', subject),
        }));
      }
      showZone(subject?.id ?? slice.get().zone ?? zones()[0]?.id ?? null);
    },
    // The zone goes on being followed: what happens meanwhile must not be missed.
    hidden() {},
    refresh() {
      if (start(slice.get().zone) === 'running') wake.now();
    },
    back() {
      if (!slice.get().inspecting) return false;
      slice.set({ inspecting: false, inspectorTop: 0 });
      return true;
    },
  };
}
