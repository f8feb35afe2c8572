import { contextLines } from '../../events/context-lines.ts';
import { COLUMN_FACTS, type ColumnName } from '../../events/storage/columns.ts';
import type { EntryId } from '../../events/store.ts';
import { selectedId } from '../../state/list.ts';
import type { WorkspaceItem } from '../../state/workspace.ts';
import { cursorPlace, type IdList, windowOf } from '../../text/list-window.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import type { Style } from '../../text/style.ts';
import { hasDays, monthAndDay, type TimeZone, timeOfDay, timeOfDayExact } from '../../text/time.ts';
import { cut, wrapLines } from '../../text/width.ts';
import { BETWEEN, scrolledTo, unfold, wantedWidth } from '../../ui/columns.ts';
import { withWholeCells } from '../../ui/details-layout.ts';
import { compose, gap, type RowContent, type Styled, span } from '../../ui/line.ts';
import {
  type Column,
  column,
  type RowMemory,
  type TableFacts,
  tableLines,
  widest,
} from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import type { Shown } from './engine.ts';
import { belowOf, type EventsState, type TimeColumn } from './state.ts';
import { colouredStyle, statusCell } from './values.ts';

interface ListFacts {
  readonly shown: Shown;
  readonly entries: IdList;
  readonly state: EventsState;
  readonly columns: readonly Column<EntryId>[];
  /** Cache of composed lines. */
  readonly memory: RowMemory;
  /** `rows` includes the column heads. */
  readonly room: Room;
}

/** Maximum number of lines for a wrapped log. */
const MAX_WRAPPED = 6;
/** Indent of a wrapped log. */
const INDENT = 4;

/** The visible part of the list. Its cost does not depend on the length of the list. */
export function listLines(facts: ListFacts): readonly RowContent[] {
  const { shown, entries, state, room } = facts;
  const { columns: width, rows: height } = room;
  const id = selectedId(state.list, entries);
  const here = id === null ? null : Number(id);
  const log = state.wrap && here !== null ? shown.store.log(here) : null;
  const wrapped = log === null ? [] : wrappedLog(log, width, Math.min(MAX_WRAPPED, height - 2));
  const left = height - wrapped.length;
  const around = state.context > 0 && state.unmatched === 'hide' && state.filters.length > 0;
  const anchor = around ? nearestMatch(facts) : undefined;
  const { lines, cursor } =
    anchor === undefined
      ? plain({ ...facts, room: { ...room, rows: left } })
      : withContext({ ...facts, room: { ...room, rows: left } }, anchor);
  return [...lines.slice(0, cursor + 1), ...wrapped, ...lines.slice(cursor + 1)];
}

/** The match under the cursor, or the one in its place if the cursor's row is hidden. */
function nearestMatch({ entries, state: { list } }: ListFacts): EntryId | undefined {
  const place = cursorPlace(list, entries);
  const id = place.kind === 'none' ? undefined : entries.at(place.index);
  return id === undefined ? undefined : Number(id);
}

/** The entries on `height` lines, the index of the first, and of the cursor. */
function inSight(
  { entries, state: { list } }: Pick<ListFacts, 'entries' | 'state'>,
  height: number,
): { readonly ids: readonly string[]; readonly top: number; readonly cursor: number } {
  const place = cursorPlace(list, entries);
  const cursor = place.kind === 'none' ? -1 : place.index;
  const { length } = entries;
  const { top, end } = windowOf({ length, height, top: list.top, cursor });
  const ids: string[] = [];
  for (let at = top; at < end; at += 1) ids.push(entries.at(at) ?? '');
  return { ids, top, cursor };
}

function plain(facts: ListFacts) {
  const { ids, top, cursor } = inSight(facts, facts.room.rows - 1);
  const whole = {
    length: facts.entries.length,
    indexOf: (index: number) => top + index,
  };
  const lines = table(facts, ids, facts.state.list.at - top, whole);
  return {
    // When scrolled sideways, cells are not cut.
    lines:
      facts.state.scrolled === null
        ? withWholeCells(lines, facts.columns, ids.map(Number), facts.room)
        : lines,
    cursor: 1 + cursor - top,
  };
}

const table = (
  { columns, memory, state, shown, room }: Omit<ListFacts, 'entries'>,
  ids: readonly string[],
  at: number,
  whole: NonNullable<TableFacts<EntryId>['whole']>,
): readonly RowContent[] => {
  const { list, scrolled } = state;
  return tableLines({
    columns,
    rows: ids.map(Number),
    ids,
    list: { ...list, at, top: 0 },
    room,
    // Otherwise the inspector or a panel has the keys.
    focused: belowOf(state) === 'nothing',
    sideways: { stay: staying(columns), by: scrolled },
    memory,
    whole,
    away:
      list.cursor !== null && shown.store.has(Number(list.cursor))
        ? words`Row hidden by a filter or the time range`
        : undefined,
  });
};

/** The new horizontal scroll position; undefined if there is nothing further on that side. */
export function scrolledList(
  { entries, state, columns, room }: Omit<ListFacts, 'shown' | 'memory'>,
  to: 'left' | 'right',
): number | null | undefined {
  const rows = inSight({ entries, state }, room.rows - 1).ids.map(Number);
  return scrolledTo(
    unfold({ columns, rows, width: room.columns, stay: staying(columns) }),
    state.scrolled,
    to,
  );
}

/**
 * Every match with its neighbours and the number of skipped entries between them. The cursor may be on a row that the
 * filters hide.
 */
function withContext(facts: ListFacts, anchor: EntryId) {
  const { shown, state, room } = facts;
  const { columns: width } = room;
  const most = room.rows - 1;
  const context = state.context;
  const around = contextLines(shown.view, anchor, { above: most, below: most, context });
  const ids = around.map(({ id }) => String(id));
  const at = ids.indexOf(String(anchor));
  const { cursor: own } = state.list;
  const isAway = own !== null && !ids.includes(own);
  const [head, ...rows] = table(
    { ...facts, room: { ...room, rows: ids.length + (isAway ? 2 : 1) } },
    ids,
    at,
    { length: facts.entries.length, indexOf: () => null },
  );
  const away = isAway ? rows.splice(room.kind === 'spoken' ? 0 : at, 1) : [];
  const here = isAway || own === null ? anchor : Number(own);
  const lines: RowContent[] = [];
  let cursor = 0;
  for (const [index, { id, skipped }] of around.entries()) {
    if (skipped > 0) lines.push(apartLine(skipped, width));
    if (id === here) cursor = lines.length;
    if (id === anchor) lines.push(...away);
    lines.push(rows[index] ?? compose([], width));
  }
  const top = Math.max(0, Math.min(cursor - Math.floor(most / 2), lines.length - most));
  return {
    lines: head === undefined ? [] : [head, ...lines.slice(top, top + most)],
    cursor: 1 + cursor - top,
  };
}

const apartLine = (skipped: number, width: number): Styled =>
  compose([gap(INDENT), span(words`⋯ ${count(skipped)} hidden`, theme.faint)], width);

/** A log line wrapped to at most `most` lines. */
function wrappedLog(log: string, width: number, most: number): readonly Styled[] {
  const room = Math.max(8, width - INDENT);
  const lines = wrapLines(printable(log.slice(0, room * (most + 1))), room);
  const shown = lines.slice(0, most);
  return shown.map((text, at) => {
    const isCut = at === most - 1 && lines.length > most;
    const end = isCut ? words`${cut(text, room - 1).replace(/…$/, '') as Printable}…` : text;
    return compose([gap(INDENT), span(end, theme.faint)], width);
  });
}

export interface ColumnsFacts {
  readonly shown: Shown;
  readonly zone: TimeZone;
  readonly zones: readonly WorkspaceItem[];
  readonly timeColumn: TimeColumn;
  readonly coloured: boolean;
  /** Marked entries and their notes, by id. */
  readonly marks: ReadonlySet<string>;
  readonly notes: ReadonlyMap<string, string>;
  /** Width of the list. */
  readonly width: number;
}

/** Widths of `14:02:05`, of `14:02:05.123` where there is room, and of the date; without the mark behind them. */
const TIME = { seconds: 8, exact: 12, day: 6 } as const;
/** Less important columns give their room to path and message. */
const PATH = { width: 16, enough: 20 } as const;
const MESSAGE = { width: 14, enough: 34, most: 60 } as const;
/** Width of a zone's name in a list of several zones. */
const NAME = { least: 4, most: 18 } as const;

/** Columns up to the status stay in place when the list is scrolled sideways. */
const staying = (columns: readonly Column<EntryId>[]): number =>
  1 + columns.findIndex(({ id }) => id === 'status');

/** The columns of the list. Search matches are underlined, entries hidden by a filter are dimmed. */
export function eventColumns({
  shown,
  zone,
  zones,
  timeColumn,
  coloured,
  marks,
  notes,
  width: all,
}: ColumnsFacts): readonly Column<EntryId>[] {
  const { store, view, found } = shown;
  const tinted = (id: EntryId, style: Style): Style => {
    if (view.stateOf(id) === 'hidden') return theme.faint;
    return found?.stateOf(id) === 'match' ? style | theme.match : style;
  };
  const value = (id: EntryId, column: ColumnName, style: Style = theme.plain) => {
    const text = store.value(id, column);
    const own = coloured ? colouredStyle(column, text, style) : style;
    return span(printableStart(text || '–'), tinted(id, own));
  };
  const field = (
    name: ColumnName,
    layout: Partial<Column<EntryId>> & Pick<Column<EntryId>, 'width'>,
    style?: Style,
  ): Column<EntryId> => ({
    id: name,
    title: COLUMN_FACTS[name].title.toUpperCase() as Printable,
    cell: (id) => value(id, name, style),
    ...layout,
  });
  /** States that the screen shows by style alone. */
  const spokenState = (id: EntryId): Printable => {
    if (view.stateOf(id) === 'hidden') return words` filtered out`;
    return found?.stateOf(id) === 'match' ? words` found` : words``;
  };
  const markOf = (id: EntryId): Printable =>
    store.isConflict(id) ? words`≠` : store.isLate(id) ? words`‹` : words``;
  const { late, conflicts } = store.counts;
  const ofMark = late + conflicts > 0 ? 1 : 0;
  const ofDay = hasDays(shown.span, zone) ? TIME.day : 0;
  const dayBefore = (time: number) => (ofDay > 0 ? words`${monthAndDay(time, zone)} ` : words``);
  const time: Column<EntryId> = column('time', words`TIME`, ofDay + TIME.seconds + ofMark, {
    enough: ofDay + TIME.exact + ofMark,
    cell: (id, width) => {
      const time = store.time(id) ?? Number.NaN;
      const left = width - ofMark;
      const isExact = left >= ofDay + TIME.exact;
      const clock = isExact ? timeOfDayExact(time, zone) : timeOfDay(time, zone);
      const text = span(words`${dayBefore(time)}${clock}`, tinted(id, theme.plain));
      const mark = markOf(id);
      return mark === '' ? text : [text, span(mark, theme.special)];
    },
    spokenCell: (id) => {
      const time = store.time(id) ?? Number.NaN;
      const stamp = words`${dayBefore(time)}${timeOfDayExact(time, zone)}`;
      return span(words`${stamp}${markOf(id)}${spokenState(id)}`);
    },
  });
  const others: readonly Column<EntryId>[] = [
    ...(timeColumn === 'none' ? [] : [time]),
    ...(timeColumn === 'elapsed' ? [elapsedColumn(shown, marks, tinted)] : []),
    ...zoneColumn(shown, zones, tinted),
    column('status', words`STATUS`, 10, {
      spoken: words``,
      cell: (id) => {
        const { text, style } = statusCell(store.value(id, 'status'));
        return span(text, tinted(id, style));
      },
    }),
    field('method', { spoken: words``, width: 7, leaves: 4 }),
    field('country', { title: words`CC`, spoken: words`country`, width: 2 }),
    field('asn', { width: 6, leaves: 5, extra: true }, theme.faint),
    field('remoteIp', { width: 13, enough: 15, leaves: 2 }),
    field('ruleId', { width: 7, leaves: 3 }, theme.faint),
    {
      ...field('path', { spoken: words``, ...PATH, grow: 3 }),
      cell: (id) => {
        const path = value(id, 'path', theme.data);
        const note = marks.has(String(id)) ? notes.get(String(id)) : undefined;
        return note === undefined
          ? path
          : [span(words`“${printableStart(note)}” `, theme.special), path];
      },
    },
  ];
  // A whole message is more useful than an optional column.
  const left = all - wantedWidth(others.filter(({ extra }) => !extra)) - BETWEEN;
  const enough = Math.max(MESSAGE.enough, Math.min(MESSAGE.most, left));
  // The date takes its room from the message, so no column has to leave.
  const least = MESSAGE.width - ofDay;
  return [...others, field('message', { width: least, enough, grow: 4, leaves: 1 })];
}

function zoneColumn(
  { store, zones: listed }: Shown,
  zones: readonly WorkspaceItem[],
  tinted: (id: EntryId, style: Style) => Style,
): readonly Column<EntryId>[] {
  if (listed.length < 2) return [];
  const names = new Map<string, Printable>(
    listed.map((id) => [id, printableStart(zones.find((each) => each.id === id)?.name ?? id)]),
  );
  return [
    column(
      'zone',
      words`ZONE`,
      Math.min(NAME.most, widest([...names.values()], NAME.least)),
      (id) => span(names.get(store.zoneOf(id)) ?? words`–`, tinted(id, theme.special)),
    ),
  ];
}

/** Time since the previous mark. */
function elapsedColumn(
  { store }: Shown,
  marks: ReadonlySet<string>,
  tinted: (id: EntryId, style: Style) => Style,
): Column<EntryId> {
  const times = [...marks]
    .flatMap((id) => (store.has(Number(id)) ? (store.time(Number(id)) ?? []) : []))
    .sort((a, b) => a - b);
  return column('elapsed', words`SINCE MARK`, 13, {
    align: 'right',
    cell: (id) => {
      const time = store.time(id);
      const elapsed = time === null ? null : sinceMark(times, time);
      const text = elapsed === null ? words`–` : printable(elapsedText(elapsed));
      return span(text, tinted(id, theme.plain));
    },
  });
}

/**
 * Time since the last mark at or before `time`, in milliseconds; negative before the first mark. Null without marks.
 *
 * @param marks times of the marks in ascending order, milliseconds
 */
export function sinceMark(marks: readonly number[], time: number): number | null {
  const mark = marks.findLast((each) => each <= time) ?? marks[0];
  return mark === undefined ? null : time - mark;
}

const two = (n: number) => String(n).padStart(2, '0');

/** `+1:02:03.456`, `-12.000`; leading zero units are left out. */
export function elapsedText(ms: number): string {
  const whole = Math.abs(Math.trunc(ms));
  const [hours, minutes] = [Math.floor(whole / 3_600_000), Math.floor(whole / 60_000) % 60];
  const seconds = Math.floor(whole / 1000) % 60;
  const fraction = String(whole % 1000).padStart(3, '0');
  const sign = ms < 0 ? '-' : '+';
  if (hours > 0) return `${sign}${hours}:${two(minutes)}:${two(seconds)}.${fraction}`;
  return minutes > 0
    ? `${sign}${minutes}:${two(seconds)}.${fraction}`
    : `${sign}${seconds}.${fraction}`;
}
