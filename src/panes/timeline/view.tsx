import { type Fact, type FactSeverity, RETENTION_MS } from '../../history/fact.ts';
import {
  changesIn,
  FACT_SIGNS,
  type FactGroup,
  type factGroups,
  SEVERITY_ORDER,
} from '../../history/fact-text.ts';
import type { HistoryState } from '../../history/history-state.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import { EMPTY_LIST_WITH_DETAILS, type ListWithDetails } from '../../state/list.ts';
import type { Slice } from '../../state/slice.ts';
import { type KeyNames, keyFor } from '../../text/key-names.ts';
import { cursorPlace } from '../../text/list-window.ts';
import { memoizeLast } from '../../text/memoize.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { type TimeZone, timeNear } from '../../text/time.ts';
import { cellLine, placeColumns } from '../../ui/columns.ts';
import {
  type DetailsLayout,
  detailsLayout,
  whyRows,
  withWholeCells,
} from '../../ui/details-layout.ts';
import {
  compose,
  fitLine,
  gap,
  type Line,
  lineWidth,
  type RowContent,
  type Styled,
  span,
} from '../../ui/line.ts';
import { Rows } from '../../ui/rows.tsx';
import { emptyLines, tableLines } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { usePicked, useSelected, useSlice } from '../../ui/use-selected.ts';
import { eventsOnly } from '../nothing-watched.ts';
import type { PaneContext } from '../pane.ts';
import { ListAndDetails } from '../pane-list.tsx';
import { noMatch } from '../prompts.ts';
import { factDetails, whyItems } from './details.ts';
import { FACT_STYLES, type TimelineRows, timelineColumns, timelineRows } from './rows.ts';

export interface TimelineState extends ListWithDetails {
  readonly onlyProblems: boolean;
  readonly before: string;
  /** Index into {@link ZOOMS}. */
  readonly zoom: number;
}

export const EMPTY_TIMELINE: TimelineState = {
  ...EMPTY_LIST_WITH_DETAILS,
  onlyProblems: false,
  before: '',
  zoom: 0,
};

interface TimelineFacts extends TimelineRows {
  readonly own: TimelineState;
  readonly selected: FactGroup | undefined;
  readonly zone: TimeZone;
  readonly keyNames: KeyNames;
}

export function factsOf(
  { timeZone: zone, keyNames }: Pick<ConsoleState, 'timeZone' | 'keyNames'>,
  all: readonly FactGroup[],
  own: TimelineState,
): TimelineFacts {
  const { filter, sort } = own.list;
  const shown = timelineRows(all, filter, own.onlyProblems, sort);
  const place = cursorPlace(own.list, shown.ids);
  const selected = place.kind === 'on' ? shown.rows[place.index] : undefined;
  return { ...shown, own, selected, zone, keyNames };
}

/** Height of the axis: one line per item if there is room, else one for all. Spoken output has no axis. */
function axisHeight(listed: TimelineRows, { kind, rows }: Room): number {
  if (kind === 'spoken' || rows < 12) return 0;
  const usual = rows >= 40 ? 13 : rows >= 25 ? 7 : 2;
  // The list needs its head and the lines below it.
  const room = Math.max(usual, rows - listed.rows.length - 1 - whyRows(rows) - 1);
  return Math.max(2, Math.min(room, listed.names.length + 1));
}

export function layoutIn(
  { selected, own, zone, keyNames, ...listed }: TimelineFacts,
  room: Room,
): DetailsLayout {
  return detailsLayout(
    {
      page: own.detail,
      preview: true,
      details: selected ? () => factDetails(selected, zone) : null,
      why: selected ? whyItems(selected, isCut(selected, listed, zone, room), zone) : [],
      hasWhy: true,
      listLines: listed.rows.length + 1,
      key: keyFor(keyNames, 'list.details', words`d`),
    },
    { ...room, rows: room.rows - axisHeight(listed, room) },
  );
}

function isCut(row: FactGroup, listed: TimelineRows, zone: TimeZone, { columns }: Room): boolean {
  const placed = placeColumns(timelineColumns(listed, listed.times?.[1] ?? 0, zone), columns);
  const what = placed.find(({ column }) => column.id === 'what');
  if (what === undefined) return false;
  const whole = cellLine({ ...what, width: Number.POSITIVE_INFINITY }, row);
  return lineWidth(whole) > what.width;
}

export function TimelineView({
  context: { store, history },
  slice,
  rowsOf,
  room,
}: {
  readonly context: Pick<PaneContext, 'store' | 'history'>;
  readonly slice: Slice<TimelineState>;
  readonly rowsOf: typeof factGroups;
  readonly room: Room;
}) {
  const own = useSlice(slice);
  const past = useSlice(history.slice);
  // The end of the axis stands for the present: thousands of rows are not redrawn every second.
  const now = useSelected(store, (state) => axisEnd(state.now.wall, own.zoom));
  const picked = usePicked(store, 'timeZone', 'keyNames', 'workspace');
  const none = useSelected(store, eventsOnly);
  const facts = factsOf(picked, rowsOf(past.facts, picked.workspace), own);
  const layout = layoutIn(facts, room);
  const height = axisHeight(facts, room);
  const explained = layout.details?.where === 'below' ? facts.selected : undefined;
  const cursor: Fact | undefined = facts.selected?.facts[0];
  const axis = {
    ...facts,
    now,
    cursor: cursor?.by ?? null,
    span: axisSpan(facts.rows, { zoom: own.zoom, cursor: cursor?.by ?? null, now }),
  };
  return (
    <ListAndDetails
      store={store}
      layout={layout}
      lines={listLines(facts, { past, now, none, explained }, { ...room, ...layout.list })}
    >
      {height > 0 && (
        <Rows
          lines={axisLines(axis, { columns: room.columns, rows: height })}
          columns={room.columns}
          rows={height}
        />
      )}
    </ListAndDetails>
  );
}

function listLines(
  facts: TimelineFacts,
  {
    past,
    now,
    none,
    explained,
  }: {
    readonly past: HistoryState;
    readonly now: number;
    /** Said where no change can be seen. */
    readonly none: Printable | undefined;
    /** The row that is shown in full below the list. */
    readonly explained: FactGroup | undefined;
  },
  room: Room,
): readonly RowContent[] {
  const { rows, ids, own, zone } = facts;
  if (rows.length === 0)
    return emptyLines(none ?? emptiness(own, past, facts.keyNames), room.columns);
  // The axis may end at midnight: times of today are shown without a date.
  const columns = timelineColumns(facts, now - 1, zone);
  const lines = tableLines({ columns, rows, ids, list: own.list, room });
  return withWholeCells(lines, columns, rows, room, explained);
}

function emptiness(own: TimelineState, { facts }: HistoryState, keyNames: KeyNames): Printable {
  const back = keyFor(keyNames, 'back', words`Esc`);
  if (facts.length === 0)
    return words`No change seen yet: each answer is compared with the one before.`;
  if (own.list.filter !== '' && own.onlyProblems) {
    const all = keyFor(keyNames, 'timeline.only-problems', words`!`);
    return words`No problem matches “${printable(own.list.filter)}”. ${all} looks through all changes.`;
  }
  if (own.list.filter !== '') {
    return noMatch(words`No change`, own.list.filter, keyNames);
  }
  return words`No problem was seen. ${back} shows all ${count(changesIn(facts))} changes.`;
}

/** A range of wall-clock times in milliseconds. */
interface AxisSpan {
  readonly from: number;
  readonly until: number;
  readonly isNow: boolean;
}

/** Time spans of the axis in milliseconds; null is everything. */
export const ZOOMS: readonly (number | null)[] = [
  null,
  86_400_000,
  21_600_000,
  3_600_000,
  900_000,
  300_000,
];

/** Shortest span of the axis: a single moment has none. */
const MIN_SPAN_MS = 60_000;

/**
 * The axis advances in steps of this many milliseconds, or of a part of a shorter span, so that it is not redrawn every
 * second.
 */
const MAX_STEP_MS = 60_000;
const STEPS = 60;

/** Wall-clock end of the axis: the end of the current step. */
function axisEnd(now: number, zoom: number): number {
  const step = Math.min(MAX_STEP_MS, (ZOOMS[zoom] ?? Number.POSITIVE_INFINITY) / STEPS);
  return Math.ceil(now / step) * step;
}

/**
 * Range of the axis: all rows of the time that is kept, or the zoomed span around the cursor, ending at most one step
 * after now.
 */
export function axisSpan(
  rows: readonly FactGroup[],
  { zoom, cursor, now }: { readonly zoom: number; readonly cursor: number | null; now: number },
): AxisSpan {
  const wanted = ZOOMS[zoom] ?? null;
  const end = axisEnd(now, zoom);
  if (wanted === null) {
    const oldest = rows.reduce((least, { facts: [{ by }] }) => Math.min(least, by), end);
    // A week at most: the start of what lasts may be months old.
    const from = Math.min(Math.max(oldest, end - RETENTION_MS), end - MIN_SPAN_MS);
    return { from, until: end, isNow: end - from >= MAX_STEP_MS * STEPS };
  }
  const until = Math.min(end, (cursor ?? end) + wanted / 2);
  return { from: until - wanted, until, isNow: until === end };
}

/** Columns for the names at the left of the axis. */
const NAMES = 16;

interface AxisFacts {
  readonly rows: readonly FactGroup[];
  readonly span: AxisSpan;
  readonly cursor: number | null;
  readonly now: number;
  readonly zone: TimeZone;
}

/**
 * The axis: a line per changed item, first failures first, and a scale with the cursor's time. With two lines all items
 * share one.
 */
export function axisLines(
  { rows, span: shown, cursor, now, zone }: AxisFacts,
  { columns, rows: height }: { readonly columns: number; readonly rows: number },
): readonly Styled[] {
  return [
    ...thingLines(rows, shown.from, shown.until, columns, height - 1),
    scaleLine({ span: shown, cursor, now, zone }, columns),
  ];
}

const cellOf = (
  { from, until }: Pick<AxisSpan, 'from' | 'until'>,
  cells: number,
  time: number,
): number => Math.max(0, Math.min(cells - 1, Math.floor(((time - from) / (until - from)) * cells)));

/** Lines of items, cached while only the cursor moves: there may be ten thousand rows. */
const thingLines = memoizeLast(
  (
    rows: readonly FactGroup[],
    from: number,
    until: number,
    columns: number,
    room: number,
  ): readonly Styled[] => {
    const cells = columns - NAMES - 1;
    const inside = rows.filter(({ facts: [{ by }] }) => by >= from && by <= until);
    const line = (name: Line, own: readonly FactGroup[]): Styled => {
      const worst = new Map<number, FactSeverity>();
      for (const { facts } of own) {
        const [{ by, severity }] = facts;
        const at = cellOf({ from, until }, cells, by);
        const known = worst.get(at);
        const isWorse =
          known === undefined || SEVERITY_ORDER.indexOf(severity) < SEVERITY_ORDER.indexOf(known);
        if (isWorse) worst.set(at, severity);
      }
      const marks = Array.from({ length: cells }, (_, cell) => {
        const severity = worst.get(cell);
        return severity ? span(FACT_SIGNS[severity], FACT_STYLES[severity]) : gap(1);
      });
      return compose([...fitLine(name, NAMES), gap(1), ...marks], columns);
    };
    const things = [...Map.groupBy(inside, ({ name }) => name)]
      .map(([name, own]) => ({ name, own, first: firstTrouble(own) }))
      .sort((a, b) => a.first - b.first);
    const isFolded = things.length > room;
    const shown = isFolded && room < 2 ? [] : things.slice(0, room - (isFolded ? 1 : 0));
    const rest = things.slice(shown.length).flatMap(({ own }) => own);
    const restName = shown.length === 0 ? words`all` : words`${things.length - shown.length} more`;
    return [
      ...shown.map(({ name, own }) => line([span(printable(name))], own)),
      ...(rest.length > 0 || shown.length === 0 ? [line([span(restName, theme.faint)], rest)] : []),
    ];
  },
);

/** Sort key: the first failure, then the first warning. */
const firstTrouble = (rows: readonly FactGroup[]): number =>
  rows.reduce((first, { facts: [{ by, severity }] }) => {
    const rank = severity === 'bad' ? by : severity === 'warn' ? by + 1e14 : by + 2e14;
    return Math.min(first, rank);
  }, Number.POSITIVE_INFINITY);

function scaleLine(
  { span: shown, cursor, now, zone }: Omit<AxisFacts, 'rows'>,
  columns: number,
): Styled {
  const cells = columns - NAMES - 1;
  // As in the list, midnight at the end is not another day.
  const near = (time: number) => timeNear(now - 1, time, zone);
  const from = near(shown.from);
  const isInside = cursor !== null && cursor >= shown.from && cursor <= shown.until;
  const mark = isInside ? cellOf(shown, cells, cursor) : null;
  const rule = Array.from({ length: cells }, (_, cell) =>
    cell === mark ? span(words`▲`, theme.selected) : span(words`─`, theme.rule),
  );
  const until = words` ${shown.isNow ? words`now` : near(shown.until)}`;
  // The end time is left out if it would hide the mark.
  const isHiding = !shown.isNow && mark !== null && mark >= cells - until.length;
  const end = isHiding ? words`` : until;
  return compose(
    [
      ...fitLine([gap(Math.max(0, NAMES - from.length)), span(from, theme.faint)], NAMES),
      gap(1),
      ...rule.slice(0, Math.max(0, cells - end.length)),
      span(end, theme.faint),
    ],
    columns,
  );
}
