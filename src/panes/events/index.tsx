import type { TypedCommandAction } from '../../commands/typed-commands.ts';
import { seenPaths } from '../../events/code-counts.ts';
import { subtracted } from '../../events/coverage.ts';
import { jsonEntry } from '../../events/export.ts';
import { dependsOnMoment, earliestTime, inForce, stackFilter } from '../../events/filter/filter.ts';
import { createThrottle } from '../../feeds/scheduling.ts';
import type { LoadedZone } from '../../history/report-events.ts';
import { addToWorkspace, type ConsoleState, type ConsoleStore } from '../../state/console-state.ts';
import { selectedId } from '../../state/list.ts';
import { PANE_TABS } from '../../state/pane-tabs.ts';
import type { Slice } from '../../state/slice.ts';
import type { WorkspaceItem } from '../../state/workspace.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { startOfDay, timeOfDay, utcDay } from '../../text/time.ts';
import { type Line, span } from '../../ui/line.ts';
import { freshnessIn } from '../freshness.ts';
import type { AddableItem, Copyable, Pane, PaneContext, PaneOf } from '../pane.ts';
import { createAnalysis, withoutList } from './analysis-parts.ts';
import { bundleCommand } from './bundle-command.ts';
import { watchBursts } from './burst-watch.ts';
import { eventsCommands, INSPECT, readingCommands } from './commands.ts';
import { createEngine, type EventsEngine, hiddenAsNewer, type Shown } from './engine.ts';
import { Feeding } from './feeding.ts';
import { archiveCommands, loadCommands } from './feeding-commands.ts';
import { facetCommands, savedFilterCommands, scopeText } from './filter-commands.ts';
import { listFilter, shownFilters, whyNotApplied, withFilter } from './filter-stack.ts';
import { inspectorCommands } from './inspector.ts';
import { refusedLoad } from './load-budget.ts';
import { keepMarks, markCommands, shareMarks } from './marks.ts';
import { type EventsModel, eventsModel, watchedZones } from './model.ts';
import { createPatterns, openPatternsCommand, patternCommands } from './patterns.ts';
import {
  belowOf,
  DAYS_BEFORE,
  EMPTY_EVENTS,
  type EventsState,
  fileName,
  listingKey,
  SERVICE,
} from './state.ts';
import { dragTime, type TimeJumps, timeJumps } from './time-commands.ts';
import { EventsView } from './view.tsx';
import { openZonesCommands, zoneCommands } from './zone-picker.ts';

/** How often the screen is updated while entries arrive, in milliseconds. */
const UPDATE_INTERVAL_MS = 100;

/** Events: a zone's day, followed page by page (operation 8). */
export function openEvents(context: PaneContext): PaneOf<'events'> {
  const { store, clock } = context;
  const slice = context.slices.create(EMPTY_EVENTS);
  const engine = createEngine({
    feeds: context.feeds,
    changed: () => throttle(),
    searcher: context.searcher,
    memory: context.logMemory,
    now: () => clock.now(),
  });
  const model = eventsModel(context, slice, engine, (zones) => feeding.show(zones));
  const kept = keepMarks(context, model, shareMarks(context, slice));
  const throttle = createThrottle(clock, UPDATE_INTERVAL_MS, () => {
    kept.apply();
    model.redraw();
    jumps.grown();
    lookForBursts();
  });
  const lookForBursts = watchBursts(context, slice, engine);
  const feeding = new Feeding({
    context,
    slice,
    engine,
    model,
    changed: () => throttle(),
  });
  const jumps = timeJumps(context, model, feeding.loading);
  const loaded = () => loadedZones(store.getState().workspace.shieldZones, slice, engine);
  const reading = readingCommands(context, model, jumps);
  const marking = markCommands(context, model, jumps);
  const zoning = openZonesCommands(model);
  const loads = loadCommands(context, slice, feeding.loading);
  const archiving = archiveCommands(context, model, feeding.archives);

  if (context.archive !== undefined) feeding.archives.open(context.archive);

  const patterns = createPatterns(context.feeds, () => throttle());
  const pattern = patternCommands(model, patterns);
  const analysis = createAnalysis(context, model, () => throttle());
  const commands = [
    ...eventsCommands(context, model, feeding.loading.restsAt),
    openPatternsCommand(model, patterns),
    ...analysis.open,
    ...marking.commands,
    ...reading.commands,
    ...jumps.commands,
    ...zoning.commands,
    ...archiving.commands,
    ...loads.commands,
  ];
  const facets = facetCommands(context, model);
  const inspector = inspectorCommands(context, model);
  const choosing = zoneCommands(model);

  followConsole(context, slice, feeding);
  followTimes(context, model, jumps);
  slice.subscribe((state, before) => {
    if (!state.patterns && before.patterns) patterns.end();
  });

  return {
    ...PANE_TABS.events,
    showsPast: true,
    get commands() {
      const {
        facets: isOpen,
        patterns: listing,
        zonePicker: choice,
        inspecting,
      } = slice.getState();
      if (choice) return [...choosing, ...commands];
      const asked = analysis.current();
      if (asked) return [...asked.commands, ...withoutList(commands)];
      if (listing) return [...pattern, ...commands];
      if (isOpen) return [...facets, ...commands];
      return inspecting ? [...inspector, ...commands.filter(({ id }) => id !== INSPECT)] : commands;
    },
    parts: [
      { title: words`an entry`, commands: inspector },
      { title: words`facets`, commands: facets },
      { title: words`patterns`, commands: pattern },
      ...analysis.partsBeside(commands),
      { title: words`choosing zones`, commands: choosing },
    ],
    typed: {
      ...archiving.typed,
      ...loads.typed,
      bundle: bundleCommand(context, engine, loaded),
      ...savedFilterCommands(context, model),
      ...zoning.typed,
      ...reading.typed,
      ...marking.typed,
    },
    heading: (state) => ({
      left: whatOf(state, slice.getState(), engine.shown()),
      right: engine.shown() ? freshnessIn(state, feeding.freshness()) : [],
    }),
    fresh: () => feeding.freshness(),
    badges: (state) => badgesOf(state, slice.getState(), engine.shown(), model.newer()),
    addable: (state) => addableOf(state, slice.getState()),
    view: (room) => (
      <EventsView store={store} model={model} patterns={patterns} analysis={analysis} {...room} />
    ),
    shown(subject) {
      feeding.appear(true);
      showZone(context, model, feeding, subject);
      jumps.view();
    },
    // Following and archiving continue in the background so that nothing is missed.
    hidden: () => feeding.appear(false),
    dragged: dragTime(context, model),
    seenPaths: (zone) =>
      seenPaths(engine.storeOf(listingKey({ source: SERVICE, zones: [zone] }) ?? '')),
    loadedZones: loaded,
    place: eventsPlace(context, model, reading.typed.at),
    copies: () => analysis.current()?.copies() ?? copiesOf(model),
    refresh: () => feeding.refresh(),
    wayBack: () => jumps.stop() ?? wayBackOf(store, slice, model),
  };
}

/** Stops listing zones that are no longer watched, and follows clock corrections. */
function followConsole({ store }: PaneContext, slice: Slice<EventsState>, feeding: Feeding): void {
  store.subscribe(({ workspace: { shieldZones } }, before) => {
    const { source, zones } = slice.getState();
    if (shieldZones === before.workspace.shieldZones || source.kind === 'archive') return;
    const left = zones.filter((zone) => shieldZones.some(({ id }) => id === zone));
    if (left.length === zones.length) return;
    feeding.show(left.length > 0 ? left : shieldZones.slice(0, 1).map(({ id }) => id));
  });
  store.subscribe(({ skew }, before) => {
    if (skew !== before.skew) feeding.clockCorrected();
  });
}

/**
 * Loads back as far as the filters and the viewed minute reach. Times of day in filters are of the displayed time zone.
 */
function followTimes(
  { store, say }: PaneContext,
  { slice, applyFilters, moment, shown }: EventsModel,
  jumps: TimeJumps,
): void {
  store.subscribe(({ timeZone }, before) => {
    if (timeZone !== before.timeZone && dependsOnMoment(listFilter(slice.getState())))
      applyFilters({});
  });
  slice.subscribe(({ filters, timeRange, source }, before) => {
    if (filters !== before.filters || timeRange !== before.timeRange) jumps.reachBack();
    if (filters === before.filters) return;
    const since = earliestTime(stackFilter(filters), moment());
    const oldest = shown()?.store.span?.oldest ?? Number.POSITIVE_INFINITY;
    const isBefore = since !== null && since < startOfDay(utcDay(moment().now)) && since < oldest;
    if (isBefore && source.kind === 'service') say(DAYS_BEFORE);
  });
  slice.subscribe((state, before) => {
    // If nothing more can be loaded, no entries will arrive to end a pending jump.
    if (state.days !== before.days && refusedLoad(state)) jumps.grown();
  });
  store.subscribe(({ viewing }, before) => {
    if (viewing !== before.viewing && store.getState().pane === PANE_TABS.events.id) jumps.view();
  });
}

/** Watches and lists a zone; without one, the previous zones or the first. */
function showZone(
  { store }: PaneContext,
  model: EventsModel,
  feeding: Feeding,
  subject: WorkspaceItem | undefined,
): void {
  if (subject) addToWorkspace(store, 'shieldZones', subject);
  const { source, zones } = model.slice.getState();
  const [first] = model.watched();
  if (subject && source.kind === 'archive') feeding.archives.close([subject.id]);
  else if (subject) feeding.show([subject.id]);
  else feeding.show(zones.length > 0 || !first ? zones : [first.id]);
}

/** The logs of watched zones: those on screen, and stores still in memory, whose coverage is not known. */
function loadedZones(
  zones: readonly WorkspaceItem[],
  slice: Slice<EventsState>,
  engine: EventsEngine,
): readonly LoadedZone[] {
  const { source, days } = slice.getState();
  // An open archive says nothing about what is loaded from the service.
  if (source.kind !== 'service') return [];
  const shown = engine.shown();
  return zones.flatMap(({ id, name }): readonly LoadedZone[] => {
    if (!shown?.zones.includes(id)) {
      const held = engine.stores().filter((each) => each.zones.includes(id));
      const [most] = held.sort((a, b) => b.size - a.size);
      return most ? [{ zone: id, name, store: most, loaded: [] }] : [];
    }
    const { store } = shown;
    const all = [...(days.get(id)?.values() ?? [])].flatMap(({ coverage }) => coverage.loaded);
    // Entries up to here were evicted.
    const until = store.horizon === null ? Number.NEGATIVE_INFINITY : store.horizon + 1;
    const gone = { from: Number.NEGATIVE_INFINITY, until };
    return [{ zone: id, name, store, loaded: subtracted(all, [gone]) }];
  });
}

function addableOf(state: ConsoleState, own: EventsState): AddableItem | null {
  const [zone, ...others] = own.zones;
  const found = watchedZones(state, own.source).find(({ id }) => id === zone);
  return found && others.length === 0 ? { kind: 'shieldZones', ...found } : null;
}

/** The place in this pane: zones, filters and selected entry. An archive itself is not part of it. */
function eventsPlace(
  { say }: Pick<PaneContext, 'say'>,
  model: EventsModel,
  jump: TypedCommandAction,
): NonNullable<Pane['place']> {
  const { slice } = model;
  return {
    get() {
      const state = slice.getState();
      const { zones, following } = state;
      const shown = zones.map((id) => ({ kind: 'shieldZones' as const, id }));
      const where = scopeText(state);
      const id = following ? undefined : model.here();
      const at = id === undefined ? null : (model.shown()?.store.time(id) ?? null);
      const isListOnly = state.analysis !== null || belowOf(state) === 'panel';
      return { shown, where, at, isListOnly };
    },
    go({ where = '', at }) {
      const filter = model.typed(where);
      const problem = whyNotApplied(filter);
      if (problem !== null)
        say(words`Filter ${printable(where)} cannot be applied: ${problem}`, 'warn');
      else if (where !== '') model.applyFilters(withFilter(filter, 'drop'));
      if (at === undefined || at === null) return;
      const stop = slice.subscribe(() => {
        if (model.entries().length === 0) return;
        stop();
        jump.run(new Date(at).toISOString());
      });
    },
  };
}

/** Closes or clears the innermost open thing. */
function wayBackOf(
  store: ConsoleStore,
  slice: Slice<EventsState>,
  model: EventsModel,
): (() => void) | undefined {
  const state = slice.getState();
  const show = (change: Partial<EventsState>) => () => slice.setState(change);
  const lookAt = (change: Partial<EventsState>) => () => model.applyFilters(change);
  if (state.zonePicker) return show({ zonePicker: null });
  if (state.analysis && state.analysis.page !== null)
    return show({ analysis: { ...state.analysis, page: null } });
  if (state.analysis) return show({ analysis: null });
  if (state.patterns) return show({ patterns: null });
  if (state.facets?.whole) return show({ facets: { ...state.facets, whole: null, find: '' } });
  if (state.facets) return show({ facets: null });
  if (state.inspecting) return () => model.inspect(false);
  if (store.getState().viewing !== null) return () => store.setState({ viewing: null });
  if (state.scrolled !== null) return show({ scrolled: null });
  if (state.search !== '') return lookAt({ search: '' });
  if (state.timeRange) return lookAt({ timeRange: null });
  if (state.filters.length > 0)
    return lookAt({ filters: state.filters.slice(0, -1), chosen: null });
  return undefined;
}

/** The listed zones and how much is loaded. */
function whatOf(state: ConsoleState, own: EventsState, shown: Shown | null): Line {
  if (!shown) return [];
  const { evicted } = shown.store.counts;
  const { matched, total, scanned, complete, stopped } = shown.view.counts;
  const loaded =
    matched === total
      ? words`${count(total)} loaded`
      : words`${count(matched)} match of ${count(total)} loaded`;
  const how = stopped ? words`stopped after` : words`scanned`;
  const looking = complete ? words`` : words` (${how} ${count(scanned)})`;
  const gone = evicted > 0 ? words` · ${count(evicted)} oldest evicted` : words``;
  const names = namesOf(own, watchedZones(state, own.source));
  return [span(words`${names} · ${loaded}${looking}${gone}`)];
}

function badgesOf(
  state: ConsoleState,
  own: EventsState,
  shown: Shown | null,
  newer: number,
): readonly Printable[] {
  const badges: Printable[] = [];
  const isLive =
    own.source.kind === 'service' && own.zones.length > 0 && state.replay?.isPlaying !== false;
  // A filter that stopped lets no more entries through, nor does a time range that is over. Dimmed ones still arrive.
  const isStopped = own.unmatched === 'hide' && shown?.view.counts.stopped;
  const isGrowing = !isStopped && hiddenAsNewer(own, shown) === 0;
  if (isLive && isGrowing && own.following && state.pausedAt === null) {
    badges.push(newer > 0 ? words`FOLLOW (${count(newer)} newer)` : words`FOLLOW`);
  }
  if (own.source.kind === 'archive') badges.push(words`FROM ${fileName(own.source.path)}`);
  else if (own.archiving.kind === 'on') badges.push(archiveBadge(own.archiving.late));
  else if (own.archiving.kind === 'failed') badges.push(failedBadge(own.archiving));
  const on = inForce(shownFilters(own)) + (own.timeRange ? 1 : 0);
  if (on > 0) {
    const hidden = shown?.view.counts.hidden ?? 0;
    const filters = on === 1 ? words`FILTER` : words`${on} FILTERS`;
    const what = own.unmatched === 'hide' ? words`hidden` : words`dimmed`;
    badges.push(words`${filters}: ${count(hidden)} ${what}`);
  }
  return badges;
}

const failedBadge = ({
  since,
  isTriedAgain,
}: Extract<EventsState['archiving'], { kind: 'failed' }>): Printable =>
  isTriedAgain ? words`NOT ARCHIVED since ${timeOfDay(since, 'utc')}Z` : words`ARCHIVE FAILED`;

const archiveBadge = (late: number): Printable =>
  late > 0 ? words`ARCHIVE LATE ${count(late)} entries` : words`ARCHIVE`;

/** What can be copied from the selected entry. */
function copiesOf(model: EventsModel): readonly Copyable[] {
  const shown = model.shown();
  const id = selectedId(model.slice.getState().list, model.entries());
  if (!shown || id === null) return [];
  const entry = shown.store.entry(Number(id));
  const value = (column: 'remoteIp' | 'path' | 'userAgent') =>
    printable(shown.store.value(Number(id), column) ?? '');
  return [
    { what: words`address`, text: value('remoteIp') },
    { what: words`path`, text: value('path') },
    { what: words`user agent`, text: value('userAgent') },
    { what: words`log id`, text: entry.logId ?? '' },
    { what: words`entry as JSON`, text: jsonEntry({ entry }) },
  ].filter(({ text }) => text !== '');
}

function namesOf({ zones }: EventsState, watched: readonly WorkspaceItem[]): Printable {
  const [first = '', ...others] = zones;
  if (others.length > 0) return words`${zones.length} zones`;
  return printable(watched.find(({ id }) => id === first)?.name ?? first);
}
