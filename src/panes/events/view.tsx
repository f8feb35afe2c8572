import { Box } from 'ink';
import { coversSoFar } from '../../events/coverage.ts';
import type { ConsoleState, ConsoleStore } from '../../state/console-state.ts';
import { selectedId } from '../../state/list.ts';
import { type KeyNames, keyFor } from '../../text/key-names.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { type TimeZone, utcDay } from '../../text/time.ts';
import { APART } from '../../ui/layout.ts';
import { compose, type Line, lineWidth, type RowContent, span } from '../../ui/line.ts';
import { recordLines } from '../../ui/record-lines.ts';
import { HeldRows, Rows } from '../../ui/rows.tsx';
import { composeLive, composeRow } from '../../ui/spoken.ts';
import { emptyLines } from '../../ui/table.ts';
import { tabBar } from '../../ui/tabs.ts';
import { theme } from '../../ui/theme.ts';
import { usePicked, useSelected, useSlice } from '../../ui/use-selected.ts';
import { troubleLine, withAdvice } from '../freshness.ts';
import { noLog } from '../nothing-watched.ts';
import { ListAndDetails } from '../pane-list.tsx';
import { errorItems } from '../record-items.ts';
import type { AnalysisPart } from './analysis.ts';
import type { Analysis as EventsAnalysis } from './analysis-parts.ts';
import { stoppedText } from './counting.ts';
import { archivedLine, followingLine, followingZonesLine, newestDay } from './coverage-line.ts';
import type { Shown } from './engine.ts';
import { facetLines } from './facets.ts';
import { filterLine, meantOtherwise } from './filter-stack.ts';
import { inspectorFacts, inspectorLines } from './inspector.ts';
import { listLines } from './list.ts';
import { besideList, type EventsModel, eventsLayout, headRows } from './model.ts';
import { type Patterns, patternLines } from './patterns.ts';
import { belowOf, type EventsState, fileName, newestEnd } from './state.ts';
import { zonePickerLines } from './zone-picker.ts';

export function EventsView({
  store,
  model,
  patterns,
  analysis,
  ...room
}: Room & {
  readonly store: ConsoleStore;
  readonly model: EventsModel;
  readonly patterns: Patterns;
  readonly analysis: EventsAnalysis;
}) {
  const { columns, rows } = room;
  const { slice } = model;
  const state = useSlice(slice);
  const picked = usePicked(
    store,
    'timeZone',
    'preview',
    'moving',
    'now',
    'keyNames',
    'workspace',
    'profile',
  );
  const isTyping = useSelected(store, (state) => state.prompt !== null);
  const none = useSelected(store, noLog);
  const { timeZone, preview, moving, now, keyNames } = picked;
  const zones = model.watched();
  const wide = besideList(room, preview, belowOf(state));
  const shown = model.shown();
  const entries = model.entries();
  const head = headLines(state, { shown, zones, entries, timeZone, now: now.wall, room, keyNames });
  const asked = state.zonePicker ? undefined : analysis.current();
  if (shown && asked) {
    const { histogram: height, list } = eventsLayout(rows, true, 'nothing', head.length);
    const lines = [...head, ...model.histogram(shown, room, height)];
    return (
      <Box flexDirection="column">
        <Rows lines={lines} columns={columns} rows={head.length + height} />
        <Analysis store={store} part={asked} room={{ ...room, rows: list }} />
      </Box>
    );
  }
  if (!shown || (entries.length === 0 && !state.zonePicker)) {
    const why = emptiness(state, shown, { now: now.wall, keyNames, none, isTyping });
    const lines = [...head, ...nothingLines(why, state, room)];
    return <Rows lines={lines} columns={columns} rows={rows} />;
  }
  const layout = eventsLayout(rows, wide !== null, belowOf(state), head.length);
  const selected = selectedId(state.list, entries);
  const detail = (width: number, height: number): readonly RowContent[] => {
    const own: Room = { ...room, columns: width, rows: height };
    if (state.zonePicker) {
      const { store } = shown;
      const choice = state.zonePicker;
      return zonePickerLines({ zones, state, choice, now: now.wall, store, room: own, keyNames });
    }
    if (state.patterns) return patternLines(patterns, state.patterns.list, own);
    if (state.facets)
      return facetLines(
        model.facets(state.facets),
        {
          state: state.facets,
          keyNames,
          coloured: state.coloured,
          zone: timeZone,
          range: shown.span,
          asns: model.asnNames(),
        },
        own,
      );
    return inspectedLines(shown, selected, state, { ...own, timeZone, keyNames });
  };
  const histogram = model.histogram(shown, room, layout.histogram);
  const listWidth = wide ? wide.list : columns;
  const below =
    layout.below > 0
      ? [
          compose([span('─'.repeat(columns) as Printable, theme.rule)], columns),
          ...detail(columns, layout.below - 1),
        ]
      : [];
  // Rows that a short facet does not need go to the list.
  const taken = state.facets && state.facets.whole !== null ? below.length : layout.below;
  const listRows = layout.list + layout.below - taken;
  return (
    <Box flexDirection="column">
      <Rows
        lines={[...head, ...histogram]}
        columns={columns}
        rows={layout.head + layout.histogram}
      />
      <Box gap={APART} height={listRows}>
        <Rows
          lines={listLines({
            shown,
            entries,
            state,
            columns: model.columns(shown),
            memory: model.memory,
            room: { ...room, columns: listWidth, rows: listRows },
          })}
          columns={listWidth}
          rows={listRows}
        />
        {wide && (
          <HeldRows
            key={belowOf(state)}
            lines={() => detail(wide.detail, layout.list)}
            held={moving && belowOf(state) === 'nothing'}
            columns={wide.detail}
            rows={layout.list}
          />
        )}
      </Box>
      {below.length > 0 && <Rows lines={below} columns={columns} rows={taken} />}
    </Box>
  );
}

function inspectedLines(
  shown: Shown,
  selected: string | null,
  state: EventsState,
  { columns, rows, timeZone, keyNames }: Room & Pick<ConsoleState, 'timeZone' | 'keyNames'>,
): readonly RowContent[] {
  if (selected === null)
    return [compose([span(words`No entry is under the cursor.`, theme.faint)], columns)];
  const room = { columns, rows, timeZone, keyNames };
  return inspectorLines(inspectorFacts(shown, Number(selected), state, room));
}

function nothingLines(why: Printable, state: EventsState, room: Room): readonly RowContent[] {
  const { loadable } = newestEnd(state);
  const items = loadable.kind === 'failed' ? errorItems(loadable.error) : null;
  return [
    ...emptyLines(why, room.columns),
    ...(items ? [compose([], 0), ...recordLines(items, room)] : []),
  ];
}

interface HeadFacts {
  readonly shown: Shown | null;
  readonly zones: ReturnType<EventsModel['watched']>;
  readonly entries: ReturnType<EventsModel['entries']>;
  readonly timeZone: TimeZone;
  readonly now: number;
  readonly room: Room;
  readonly keyNames: KeyNames;
}

/** Rows above the list: zones, coverage or errors, and filters. */
function headLines(
  state: EventsState,
  { shown, zones, entries, timeZone, now, room, keyNames }: HeadFacts,
): readonly RowContent[] {
  const { columns } = room;
  const trouble = troubleOf(state, zones, now, timeZone, columns - 1);
  return [
    tabBar(
      zones.map(({ name }) => ({ name: printable(name) })),
      zones.findIndex(({ id }) => id === state.zones[0]),
      room,
    ),
    state.typingProblem !== null
      ? compose([span(words` ${state.typingProblem}`, theme.warn)], columns)
      : trouble.length > 0
        ? compose([span(words` `), ...trouble], columns)
        : composeLive(coverageLine(state, shown, { entries, zones, now, room, keyNames }), room),
    ...(headRows(state) > 2
      ? [composeRow(filterLine(state, shown, { now, zone: timeZone }, columns), columns)]
      : []),
  ];
}

/** The error at the newest end, with its zone if there are several. */
function troubleOf(
  state: EventsState,
  zones: HeadFacts['zones'],
  now: number,
  timeZone: TimeZone,
  columns: number,
): Line {
  const { zone, loadable } = newestEnd(state);
  const name = zones.find(({ id }) => id === zone)?.name;
  const whose =
    state.zones.length < 2 || name === undefined
      ? []
      : [span(words`${printableStart(name)} `, theme.faint)];
  const trouble = troubleLine(loadable, now, timeZone, columns - lineWidth(whose));
  return trouble.length > 0 ? [...whose, ...trouble] : [];
}

const openingLine = ({ path, percent }: NonNullable<EventsState['opening']>): Line => [
  span(
    percent === null
      ? words` opening ${fileName(path)} · :close cancels`
      : words` looking through ${fileName(path)} before it is read: ${percent}% · :close cancels`,
    theme.warn,
  ),
];

function coverageLine(
  { source, zones: listed, days, archiving, opening, completing, list }: EventsState,
  shown: Shown | null,
  {
    entries,
    zones,
    now,
    room,
    keyNames,
  }: Pick<HeadFacts, 'entries' | 'zones' | 'now' | 'room' | 'keyNames'>,
): Line {
  if (opening) return openingLine(opening);
  if (listed.length === 0) return [];
  const horizon = shown?.store.horizon ?? null;
  if (source.kind === 'archive') {
    const id = selectedId(list, entries);
    const time = id === null ? null : (shown?.store.time(Number(id)) ?? null);
    const day = time === null ? null : utcDay(time);
    const part = shown?.archive
      ? { loaded: shown.store.size, entries: shown.archive.entries }
      : null;
    return archivedLine({ source, zones: listed, day, now, horizon, part, room, keyNames });
  }
  const facts = { now, horizon, archiving, completing, room, keyNames };
  const [zone = '', ...others] = listed;
  return others.length === 0
    ? followingLine({ days: days.get(zone) ?? new Map(), ...facts })
    : followingZonesLine({
        zones: zones.filter(({ id }) => listed.includes(id)),
        days,
        ...facts,
      });
}

/** Why the list is empty. */
function emptiness(
  state: EventsState,
  shown: Shown | null,
  {
    now,
    keyNames,
    none,
    isTyping,
  }: {
    readonly now: number;
    readonly keyNames: KeyNames;
    /** Said where no zone is watched. */
    readonly none: Printable;
    /** The list commands have no keys while a filter is typed. */
    readonly isTyping: boolean;
  },
): Printable {
  const { source, zones, days, opening } = state;
  const page = newestEnd(state).loadable;
  if (zones.length === 0 && opening) return words`No archive is open yet.`;
  if (zones.length === 0) return none;
  if (shown && shown.store.size > 0) {
    const { hidden, complete, total, stopped } = shown.view.counts;
    if (stopped)
      return words`A pattern is ${stoppedText(shown.view.counts)}. ${keyFor(keyNames, 'events.filter', words`&`)} edits the filter.`;
    if (complete && shown.archive)
      return words`None of the ${count(total)} listed entries matches. ${keyFor(keyNames, 'events.load-more', words`B`)} lists those of the archive that do.`;
    if (!complete)
      return words`Filtering… ${count(hidden)} of ${count(total)} do not match so far.`;
    const none = words`None of the ${count(total)} loaded entries matches.`;
    if (isTyping) return none;
    const on = state.filters.filter(({ state: how }) => how === 'on');
    const hint = meantOtherwise(on.map(({ text }) => text).join(' '));
    const [id, usual, what] =
      state.filters.length === 0
        ? (['events.range', words`b`, words`time range`] as const)
        : (['events.filter-drop', words`Backspace`, words`chosen filter`] as const);
    return words`${none}${hint} ${keyFor(keyNames, id, usual)} removes the ${what}.`;
  }
  if (page.kind === 'failed') {
    switch (page.error.kind) {
      case 'outside-window':
        return words`The service keeps the last 72 hours only; this day is not among them.`;
      case 'unauthorised':
        return words`The key was not accepted. ${keyFor(keyNames, 'refresh', words`r`)} tries again.`;
      case 'not-found':
        return withAdvice(words`No such zone (404).`, page.error);
      default:
        return withAdvice(words`Nothing is loaded yet.`, page.error);
    }
  }
  if (source.kind === 'archive') {
    return page.kind === 'loaded' ? words`The archive has no entries of it.` : words`Reading…`;
  }
  for (const zone of zones) {
    const coverage = newestDay(days.get(zone))?.coverage;
    if (!coverage || !shown) return words`Loading the day…`;
    if (coverage.loaded.length === 0) return words`Nothing is loaded yet.`;
    if (!coversSoFar(coverage, now)) return words`Nothing is loaded of this time yet.`;
  }
  return words`No events today (UTC).`;
}

/** An analysis view in place of the list. */
function Analysis({
  store,
  part,
  room,
}: {
  readonly store: ConsoleStore;
  readonly part: AnalysisPart;
  readonly room: Room;
}) {
  const body = part.body(room);
  if (!body) return null;
  return (
    <ListAndDetails store={store} layout={body} lines={body.lines}>
      <Rows lines={body.title} columns={room.columns} rows={body.title.length} />
    </ListAndDetails>
  );
}
