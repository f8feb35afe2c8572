import type { TeamMark } from '../../archive/archive.ts';
import { type Command, command, onRow } from '../../commands/command.ts';
import { listCommands } from '../../commands/list-commands.ts';
import { type EntryNode, entryTree } from '../../events/entry-tree.ts';
import { readLogSample } from '../../events/questions/log-sample.ts';
import type { EntryId, EventStore } from '../../events/store.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import { selectedId } from '../../state/list.ts';
import { type KeyNames, keyFor } from '../../text/key-names.ts';
import { memoizeEach, memoizeLast } from '../../text/memoize.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import type { Style } from '../../text/style.ts';
import { dayOf, stamp, type TimeZone, timeOfDayExact } from '../../text/time.ts';
import { width, without, wrapLines } from '../../text/width.ts';
import { scrolledTo } from '../../ui/columns.ts';
import { compose, gap, type Line, lineWidth, type Styled, span } from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';
import type { PaneContext } from '../pane.ts';
import { fact, heading } from '../record-items.ts';
import type { Shown } from './engine.ts';
import { withFilter } from './filter-stack.ts';
import { besideList, type EventsModel } from './model.ts';
import { type EventsState, markKeyOf } from './state.ts';
import { colouredField, statusCell } from './values.ts';

/** A field of an entry, as one stop of the inspector's cursor. */
interface InspectedField {
  /** Path of the field; the same in every entry that has it. */
  readonly id: string;
  readonly depth: number;
  readonly node: EntryNode;
}

function flattened(nodes: readonly EntryNode[], path: string, depth: number): InspectedField[] {
  return nodes.flatMap((node) => {
    const id = `${path}/${node.key}`;
    return [{ id, depth, node }, ...flattened(node.children, id, depth + 1)];
  });
}

/** What the last inspected entry says: a log of megabytes is read once, and not for every key. */
const inspectedOf = memoizeEach((store: EventStore) =>
  memoizeLast((id: EntryId) => {
    const entry = store.entry(id);
    const tree = entryTree(entry);
    return {
      fields: [
        ...flattened(tree.labels, 'labels', 0),
        ...flattened(tree.log?.children ?? [], 'log', 0),
        ...flattened(tree.own, 'own', 0),
      ],
      /** The log text if it is not JSON. */
      rawLog: tree.log ? null : entry.log,
      /** The text that the rule matched. */
      matched: readLogSample(entry.log).matched,
    };
  }),
);

/** The fields of an entry, labels, log, then id and timestamp, and what was matched. */
const inspect = (store: EventStore, id: EntryId) => inspectedOf(store)(id);

/** Width of the names of facts above the fields. */
const FACT = 11;

/** The lines above the fields: status, time and message first, then notes and other facts. */
function headLines({ store, id, zone, note, by, columns, keyNames }: InspectorFacts) {
  const { time, labels, late, conflict } = store.entry(id);
  const message = store.value(id, 'message');
  const { matched } = inspect(store, id);
  const facts: readonly (readonly [name: Printable, value: Printable, style: Style])[] = [
    ...(matched === null
      ? []
      : [[words`matched`, shownText(matched, keyNames), theme.strong] as const]),
    ...(note === null ? [] : [[words`note`, printable(note), theme.special] as const]),
    ...(by === null
      ? []
      : [
          [
            words`marked by`,
            words`${printable(by.author)}, ${stamp(by.at, zone)}`,
            theme.plain,
          ] as const,
        ]),
  ];
  const at = time ?? Number.NaN;
  const first = [
    statusCell(labels.status),
    span(words`  ${dayOf(at, zone)} ${timeOfDayExact(at, zone)}`, theme.strong),
    span(zone === 'utc' ? words`Z` : words``, theme.strong),
  ];
  const why = message ? [gap(2), span(shownText(message, keyNames))] : [];
  const isShort = lineWidth([...first, ...why]) <= columns;
  const outcome: readonly Line[] = [
    [...first, ...(isShort ? why : [])],
    ...(message && !isShort
      ? wrapLines(shownText(message, keyNames), columns).map((text): Line => [span(text)])
      : []),
  ];
  const lines: Line[] = facts.flatMap(([name, value, style]) =>
    wrapLines(value, columns - FACT).map((text, at) =>
      fact(at === 0 ? name : words``, [span(text, style)], FACT),
    ),
  );
  if (late) lines.push([span(words`‹ arrived late, behind newer ones`, theme.special)]);
  if (conflict) {
    lines.push([span(words`≠ the service sent this id with different contents`, theme.special)]);
  }
  return { outcome, lines };
}

function shownValue({ node }: InspectedField, wrapped: KeyNames | null): Printable {
  if (node.kind === 'object' || node.kind === 'array') return words``;
  if (node.kind === 'cut') return words`${printableStart(node.value)} more are left out`;
  if (node.kind === 'null' && node.value === '') return words`–`;
  return shownText(node.value, wrapped);
}

/** Longest wrapped value in UTF-16 units: several screens, and still quick to draw. */
const MAX_WRAPPED_LENGTH = 8192;

/** A text, whole on one line. If it is wrapped and too long, it is cut and names the key that shows all of it. */
function shownText(text: string, wrapped: KeyNames | null): Printable {
  if (text === '') return words`""`;
  const more = wrapped ? text.length - MAX_WRAPPED_LENGTH : 0;
  if (!wrapped || more <= 0) return printable(text);
  return words`${printable(text.slice(0, MAX_WRAPPED_LENGTH))}… and ${count(more)} more characters: ${keyFor(wrapped, 'events.wrap', words`w`)} shows all on one line`;
}

const nameOf = ({ node, depth }: InspectedField): Printable =>
  words`${INDENT.slice(0, depth * 2) as Printable}${printableStart(node.key)}:`;

/** One field: its name, and its value wrapped, or scrolled sideways on one line. */
function fieldLines(
  field: InspectedField,
  here: boolean,
  {
    columns,
    scrolled,
    coloured,
    keyNames,
  }: Pick<InspectorFacts, 'columns' | 'scrolled' | 'coloured' | 'keyNames'>,
): readonly Line[] {
  const marker = here ? span(words`❯ `, theme.key) : gap(2);
  const name = nameOf(field);
  const value = shownValue(field, scrolled === null ? keyNames : null);
  const { key, value: text } = field.node;
  const own = coloured ? colouredField(key, text, theme.plain) : theme.plain;
  const style = here ? theme.selected : own;
  if (scrolled !== null) {
    // A value stops scrolling once its end is visible.
    const by = Math.min(scrolled, Math.max(0, width(value) - roomOf(field, columns)));
    const sign = by > 0 ? span(words`‹`, theme.key) : gap(1);
    return [[marker, span(name, theme.faint), sign, span(without(value, by), style)]];
  }
  const beside = Math.min(name.length + 1, Math.floor(columns / 2));
  return wrapLines(value, Math.max(8, columns - 2 - beside)).map((text, at) =>
    at === 0
      ? [marker, span(name, theme.faint), gap(1), span(text, style)]
      : [gap(2 + beside), span(text, own)],
  );
}

/** Width left for a value beside its name. */
const roomOf = (field: InspectedField, columns: number): number =>
  Math.max(1, columns - MARKER - width(nameOf(field)) - 1);

/** Width of the value that extends furthest right, and the room it has. */
const fieldsReach = (
  fields: readonly InspectedField[],
  columns: number,
): { readonly reach: number; readonly room: number } =>
  fields
    .map((field) => ({
      reach: width(shownValue(field, null)),
      room: roomOf(field, columns),
    }))
    .reduce((most, each) => (each.reach - each.room > most.reach - most.room ? each : most), {
      reach: 0,
      room: columns,
    });

const INDENT = ' '.repeat(128);
/** Width of the cursor marker. */
const MARKER = 2;

interface InspectorFacts {
  readonly store: EventStore;
  readonly id: EntryId;
  readonly zone: TimeZone;
  readonly columns: number;
  readonly rows: number;
  readonly note: string | null;
  /** Who on the team marked or noted the entry; null if unknown or not marked. */
  readonly by: Pick<TeamMark, 'author' | 'at'> | null;
  /** The selected field; null while the inspector does not have the keys. */
  readonly cursor: string | null;
  /** Horizontal scroll position of the values; null while they are wrapped. */
  readonly scrolled: number | null;
  readonly coloured: boolean;
  readonly keyNames: KeyNames;
}

/** What the inspector shows of a listed entry. */
export function inspectorFacts(
  { store }: Shown,
  id: EntryId,
  state: EventsState,
  {
    columns,
    rows,
    timeZone,
    keyNames,
  }: Pick<Room, 'columns' | 'rows'> & Pick<ConsoleState, 'timeZone' | 'keyNames'>,
): InspectorFacts {
  const isMarked = state.list.marks.has(String(id));
  const fields = () => inspect(store, id).fields.map((field) => field.id);
  return {
    store,
    id,
    columns,
    rows,
    zone: timeZone,
    keyNames,
    note: isMarked ? (state.notes.get(String(id)) ?? null) : null,
    by: isMarked ? (state.team.get(markKeyOf(store, id)) ?? null) : null,
    // The first field until the cursor is moved; none if the field is gone.
    cursor: state.inspecting ? selectedId(state.fields, fields()) : null,
    scrolled: state.fieldsScrolled,
    coloured: state.coloured,
  };
}

/** One entry in full: status, time and message, then everything else, scrolled to the selected field. */
export const inspectorLines = (facts: InspectorFacts): readonly Styled[] =>
  shownLines(facts).map(({ line }) => compose(line, facts.columns));

/** Id of the field on this line, counted from the first; undefined if there is none. */
const fieldAt = (facts: InspectorFacts, line: number): string | undefined =>
  shownLines(facts)[line]?.field;

interface InspectorLine {
  readonly line: Line;
  /** Id of the field it shows. */
  readonly field?: string;
}

function shownLines(facts: InspectorFacts): readonly InspectorLine[] {
  const { store, id, columns, rows, cursor, keyNames } = facts;
  const { fields, rawLog } = inspect(store, id);
  const { outcome, lines: head } = headLines(facts);
  // Status and message stay visible unless that leaves too little room for the fields.
  const isLong = outcome.length > Math.max(1, rows / 2);
  const fixed = isLong ? outcome.slice(0, 1) : outcome;
  const lines: InspectorLine[] = [];
  const addLines = (...some: readonly Line[]) => lines.push(...some.map((line) => ({ line })));
  addLines(...outcome.slice(fixed.length), ...head, []);
  let at = 0;
  const add = (some: readonly InspectedField[]) => {
    for (const field of some) {
      if (field.id === cursor) at = lines.length;
      const own = fieldLines(field, field.id === cursor, facts);
      lines.push(...own.map((line) => ({ line, field: field.id })));
    }
  };
  addLines(heading(words`Labels`));
  add(fields.filter((field) => field.id.startsWith('labels/')));
  addLines([], heading(words`Log`));
  add(fields.filter((field) => field.id.startsWith('log/')));
  if (rawLog !== null && facts.scrolled !== null) {
    addLines([span(without(shownText(rawLog, null), facts.scrolled))]);
  } else if (rawLog !== null) {
    addLines(...wrapLines(shownText(rawLog, keyNames), columns).map((text): Line => [span(text)]));
  } else if (store.log(id) === null) addLines([span(words`–`)]);
  addLines([], heading(words`Entry`));
  add(fields.filter((field) => field.id.startsWith('own/')));
  const left = rows - fixed.length;
  const middle = Math.min(at - Math.floor(left / 2), lines.length - left);
  const top = at < left ? 0 : Math.max(0, middle);
  return [...fixed.map((line) => ({ line })), ...lines.slice(top, top + left)];
}

export function inspectorCommands(context: PaneContext, model: EventsModel): readonly Command[] {
  const { slice } = model;
  const fields = (): readonly InspectedField[] => {
    const shown = model.shown();
    const id = selectedId(slice.getState().list, model.entries());
    return shown && id !== null ? inspect(shown.store, Number(id)).fields : [];
  };
  const selected = () => {
    const all = fields();
    const id = selectedId(
      slice.getState().fields,
      all.map((field) => field.id),
    );
    return all.find((field) => field.id === id)?.node;
  };
  const filterBy = (term: string | null | undefined) => {
    if (term) model.applyFilters(withFilter(term));
  };
  const noTerm = () => (selected()?.include ? undefined : words`This field cannot be filtered by.`);

  const wrapped = () =>
    slice.getState().fieldsScrolled === null
      ? words`Values are wrapped. ${keyFor(context.store.getState().keyNames, 'events.field-wrap', words`w`)} turns wrapping off.`
      : undefined;
  const scrolled = (to: 'left' | 'right') => {
    const { size, preview } = context.store.getState();
    const columns = besideList(size, preview, 'inspector')?.detail ?? size.columns;
    return scrolledTo(
      { ...fieldsReach(fields(), columns), starts: [], lacks: true },
      slice.getState().fieldsScrolled,
      to,
    );
  };

  return [
    command('events.field-include', '+', words`Filter for this value`, {
      footer: words`include`,
      unavailable: noTerm,
      run: () => filterBy(selected()?.include),
    }),
    command('events.field-exclude', '-', words`Filter out this value`, {
      footer: words`exclude`,
      unavailable: noTerm,
      run: () => filterBy(selected()?.exclude),
    }),
    command('events.field-copy', 'c', words`Copy value`, {
      footer: words`copy`,
      ...onRow(selected, words`There is no field to copy.`, ({ value }) => context.copy(value)),
    }),
    command('events.field-wrap', 'w', words`Wrap values on/off`, () =>
      slice.setState(({ fieldsScrolled }) => ({
        fieldsScrolled: fieldsScrolled === null ? 0 : null,
      })),
    ),
    command('events.fields-right', ['right', 'l'], words`Scroll values right`, {
      unavailable: () =>
        wrapped() ??
        (scrolled('right') === undefined ? words`No value extends further right.` : undefined),
      run: () => slice.setState({ fieldsScrolled: scrolled('right') ?? 0 }),
    }),
    command('events.fields-left', ['left', 'h'], words`Scroll values left`, {
      unavailable: () =>
        wrapped() ??
        (slice.getState().fieldsScrolled === 0 ? words`Values are at their start.` : undefined),
      run: () => slice.setState({ fieldsScrolled: scrolled('left') ?? 0 }),
    }),
    command('events.entry-newer', 'n', words`Next entry, newer`, {
      footer: words`newer`,
      run: () => model.step(1),
    }),
    command('events.entry-older', 'p', words`Previous entry, older`, {
      footer: words`older`,
      run: () => model.step(-1),
    }),
    command('events.field-leave', 'enter', words`Back to the list`, {
      footer: words`list`,
      run: () => model.inspect(false),
    }),
    ...listCommands({
      get: () => slice.getState().fields,
      set: (next) => slice.setState({ fields: next }),
      ids: () => fields().map(({ id }) => id),
      height: model.height,
      rowAt({ line, column }) {
        const place = model.detailPlace();
        const shown = model.shown();
        const id = selectedId(slice.getState().list, model.entries());
        if (!place || !shown || id === null || column < place.column) return undefined;
        const { timeZone, keyNames } = context.store.getState();
        const room = { ...place.room, timeZone, keyNames };
        const facts = inspectorFacts(shown, Number(id), slice.getState(), room);
        return fieldAt(facts, line - place.line);
      },
    }),
  ];
}
