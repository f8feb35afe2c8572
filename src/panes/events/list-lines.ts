import { contextLines } from '../../events/context-lines.ts';
import type { EntryId } from '../../events/store.ts';
import { selectedId } from '../../state/list.ts';
import { cursorPlace, type IdList, windowOf } from '../../text/list-window.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { cut, wrapLines } from '../../text/width.ts';
import { scrolledTo, unfold } from '../../ui/columns.ts';
import { compose, gap, type RowContent, type Styled, span } from '../../ui/line.ts';
import { type Column, type RowMemory, type TableFacts, tableLines } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import type { Shown } from './engine.ts';
import { staying } from './list-columns.ts';
import { belowOf, type EventsState } from './state.ts';

/** What the list is drawn from. */
interface ListFacts {
  readonly shown: Shown;
  readonly entries: IdList;
  readonly state: EventsState;
  readonly columns: readonly Column<EntryId>[];
  /** Lines composed before. */
  readonly memory: RowMemory;
  /** Its rows are lines, the column heads among them. */
  readonly room: Room;
}

/** A log line is shown in so many lines at most. */
const MOST_WRAPPED = 6;
/** Left of a wrapped log line. */
const INDENT = 4;

/** The visible part of the list. Only it is looked at, however long the list is. */
export function listLines(facts: ListFacts): readonly RowContent[] {
  const { shown, entries, state, room } = facts;
  const { columns: width, rows: height } = room;
  const id = selectedId(state.list, entries);
  const here = id === null ? null : Number(id);
  const log = state.wrap && here !== null ? shown.store.log(here) : null;
  const wrapped = log === null ? [] : wrappedLog(log, width, Math.min(MOST_WRAPPED, height - 2));
  const left = height - wrapped.length;
  const around =
    state.context > 0 && state.unmatched === 'hide' && here !== null && state.filters.length > 0;
  const { lines, cursor } = around
    ? withContext({ ...facts, room: { ...room, rows: left } }, here)
    : plain({ ...facts, room: { ...room, rows: left } });
  return [...lines.slice(0, cursor + 1), ...wrapped, ...lines.slice(cursor + 1)];
}

/** Lines, and which of them the cursor is on. */
interface Drawn {
  readonly lines: readonly RowContent[];
  readonly cursor: number;
}

/** The entries that `height` lines show, and which of them comes first in the list. */
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

function plain(facts: ListFacts): Drawn {
  const { ids, top, cursor } = inSight(facts, facts.room.rows - 1);
  const whole = {
    length: facts.entries.length,
    indexOf: (index: number) => top + index,
  };
  return {
    lines: table(facts, ids, facts.state.list.at - top, whole),
    cursor: 1 + cursor - top,
  };
}

const table = (
  { columns, memory, state, room }: Omit<ListFacts, 'shown' | 'entries'>,
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
    // The inspector or a panel has the keys.
    focused: belowOf(state) === 'nothing',
    sideways: { stay: staying(columns), by: scrolled },
    memory,
    whole,
  });
};

/** What the list is scrolled sideways by after a key; undefined when there is nothing on that side. */
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

/** Every match with its neighbours, and how many entries are left out between them. */
function withContext(facts: ListFacts, anchor: EntryId): Drawn {
  const { shown, state, room } = facts;
  const { columns: width } = room;
  const most = room.rows - 1;
  const context = state.context;
  const around = contextLines(shown.view, anchor, { above: most, below: most, context });
  const ids = around.map(({ id }) => String(id));
  const [head, ...rows] = table(
    { ...facts, room: { ...room, rows: ids.length + 1 } },
    ids,
    ids.indexOf(String(anchor)),
    { length: facts.entries.length, indexOf: () => null },
  );
  const lines: RowContent[] = [];
  let cursor = 0;
  for (const [at, { id, skipped }] of around.entries()) {
    if (skipped > 0) lines.push(apartLine(skipped, width));
    if (id === anchor) cursor = lines.length;
    lines.push(rows[at] ?? compose([], width));
  }
  const top = Math.max(0, Math.min(cursor - Math.floor(most / 2), lines.length - most));
  return {
    lines: head === undefined ? [] : [head, ...lines.slice(top, top + most)],
    cursor: 1 + cursor - top,
  };
}

const apartLine = (skipped: number, width: number): Styled =>
  compose([gap(INDENT), span(words`⋯ ${count(skipped)} hidden`, theme.faint)], width);

/** A log line over as many lines as it takes, up to `most`. */
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
