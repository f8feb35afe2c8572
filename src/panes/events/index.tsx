import { ApiError } from '../../contract/api-error.ts';
import type { Call } from '../../contract/operation.ts';
import { inForce } from '../../events/filter-stack.ts';
import { seenPaths } from '../../events/seen-paths.ts';
import { createBatch } from '../../feeds/batch.ts';
import { followZone } from '../../feeds/follow-zone.ts';
import { createWake } from '../../feeds/wake.ts';
import { failed } from '../../state/loadable.ts';
import { openSlice } from '../../state/slice.ts';
import { withThing } from '../../state/workspace.ts';
import { cursorPlace } from '../../text/cursor.ts';
import { count } from '../../text/figures.ts';
import { utcDay } from '../../text/moments.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { span } from '../../ui/line.ts';
import { freshness } from '../freshness.ts';
import type { Pane, PaneContext } from '../pane.ts';
import { boardCommands } from './board-commands.ts';
import { eventsCommands } from './commands.ts';
import { createEngine } from './engine.ts';
import { inspectorCommands } from './inspector-commands.ts';
import { eventsModel } from './model.ts';
import { openPatternsCommand, patternCommands } from './pattern-commands.ts';
import { createPatterns } from './patterns.ts';
import { EMPTY_EVENTS } from './state.ts';
import { EventsView } from './view.tsx';

/** While entries pour in the screen is told this often, milliseconds. */
const TELL = 100;
/** The longest wait between two looks at the live end, milliseconds. */
const LOOK = 2000;

/** Events: a zone's day, followed page by page (operation 8). */
export function openEvents(context: PaneContext): Pane {
  const { store, clock } = context;
  const slice = openSlice(store, 'events', EMPTY_EVENTS);
  const wake = createWake();
  const engine = createEngine(context.feeds, () => batch.sign());
  const model = eventsModel(context, slice, engine, (zone) => void showZone(zone));
  const batch = createBatch(clock, TELL, model.redraw);

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
    context.feeds.run('events', zone, (signal) =>
      followZone({
        call: watchedCall,
        clock,
        signal,
        wake,
        store: engine.storeOf(zone ?? ''),
        zone: zone ?? '',
        from: utcDay(clock.now()),
        interval: () => Math.min(LOOK, store.getState().interval),
        held: () => store.getState().pausedAt !== null,
        random: context.random,
        grown() {
          engine.grown();
          batch.sign();
        },
        progress(progress) {
          slice.set(({ days }) => ({ days: new Map(days).set(progress.day, progress) }));
          const wait = progress.trouble?.wait;
          if (wait) {
            store.setState({
              nextAttemptAt: wait.kind === 'after' ? clock.elapsed() + wait.ms : null,
            });
          }
        },
      }),
    );

  const zones = () => store.getState().workspace.shieldZones;
  const showZone = (zone: string | null) => {
    const before = slice.get();
    if (zone !== before.zone) {
      // The filters stay: the same question is often asked of the next zone.
      const { filters, unmatched, search, version } = before;
      slice.set({ ...EMPTY_EVENTS, zone, filters, unmatched, search, version: version + 1 });
      model.look();
    }
    return start(zone);
  };

  const patterns = createPatterns(context.feeds, () => batch.sign());
  const pattern = patternCommands(model, patterns);
  const commands = [...eventsCommands(context, model), openPatternsCommand(model, patterns)];
  const board = boardCommands(context, model);
  const inspector = inspectorCommands(context, model);

  return {
    id: 'events',
    digit: '2',
    title: words`Events`,
    get commands() {
      const { board: open, patterns: reading, inspecting } = slice.get();
      if (reading) return [...pattern, ...commands];
      if (open) return [...board, ...commands];
      return inspecting ? [...inspector, ...commands] : commands;
    },
    heading(state) {
      const own = slice.of(state);
      const zone = state.workspace.shieldZones.find(({ id }) => id === own.zone);
      const shown = engine.shown();
      if (!zone || !shown) return { left: [], right: [] };
      const { evicted } = shown.store.counts;
      const { matched, total, scanned, complete } = shown.view.counts;
      const loaded =
        matched === total
          ? words`${count(total)} loaded`
          : words`${count(matched)} match of ${count(total)} loaded`;
      const looking = complete ? words`` : words` (looked at ${count(scanned)})`;
      const gone = evicted > 0 ? words` · ${count(evicted)} oldest let go` : words``;
      return {
        left: [span(words`${printable(zone.name)} · ${loaded}${looking}${gone}`)],
        right: freshness({
          loadable: own.page,
          now: state.now,
          zone: state.zone,
          every: Math.min(LOOK, state.interval),
        }),
      };
    },
    badges(state) {
      const own = slice.of(state);
      const badges: Printable[] = [];
      if (own.zone !== null && own.following && state.pausedAt === null) badges.push(words`FOLLOW`);
      const on = inForce(own.filters) + (own.typing ? 1 : 0) + (own.brush ? 1 : 0);
      if (on > 0) {
        const hidden = engine.shown()?.view.counts.hidden ?? 0;
        badges.push(
          own.unmatched === 'hide'
            ? words`FILTER ${on} (hid ${count(hidden)})`
            : words`FILTER ${on} (dimmed ${count(hidden)})`,
        );
      }
      return badges;
    },
    view: (room) => <EventsView model={model} patterns={patterns} {...room} />,
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
    seenPaths: (zone) => seenPaths(engine.storeOf(zone)),
    copies() {
      const shown = engine.shown();
      const entries = model.entries();
      const place = cursorPlace(slice.get().list, entries);
      const id = place.kind === 'on' ? entries.at(place.index) : undefined;
      if (!shown || id === undefined) return [];
      const { logId, timestamp, log, labels } = shown.store.entry(Number(id));
      const value = (column: 'remoteIp' | 'path' | 'userAgent') =>
        printable(shown.store.value(Number(id), column) ?? '');
      return [
        { what: words`address`, text: value('remoteIp') },
        { what: words`path`, text: value('path') },
        { what: words`user agent`, text: value('userAgent') },
        { what: words`log id`, text: printable(logId ?? '') },
        { what: words`entry as JSON`, text: JSON.stringify({ logId, timestamp, log, labels }) },
      ].filter(({ text }) => text !== '');
    },
    refresh() {
      if (start(slice.get().zone) === 'running') wake.now();
    },
    back() {
      const { inspecting, search, filters, board: open, brush } = slice.get();
      if (slice.get().patterns) slice.set({ patterns: null });
      else if (open) slice.set({ board: null });
      else if (inspecting) slice.set({ inspecting: false });
      else if (search !== '') {
        slice.set({ search: '' });
        model.look();
      } else if (brush) {
        slice.set({ brush: null });
        model.look();
      } else if (filters.length > 0) {
        slice.set({ filters: filters.slice(0, -1) });
        model.look();
      } else return false;
      return true;
    },
  };
}
