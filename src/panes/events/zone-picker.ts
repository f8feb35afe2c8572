import { type Command, command } from '../../commands/command.ts';
import { listCommands } from '../../commands/list-commands.ts';
import {
  TYPED_COMMANDS,
  type TypedCommandAction,
  usageOf,
  wrongUsage,
} from '../../commands/typed-commands.ts';
import { zoneCounts } from '../../events/code-counts.ts';
import type { Coverage } from '../../events/coverage.ts';
import { coverageMap, mapLine } from '../../events/coverage-map.ts';
import type { EventStore } from '../../events/store.ts';
import { EMPTY_LIST, selectedId } from '../../state/list.ts';
import type { WorkspaceItem } from '../../state/workspace.ts';
import { type KeyNames, keyFor } from '../../text/key-names.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { compose, nameLine, type RowContent, span } from '../../ui/line.ts';
import { type Column, column, listTable } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { newestDay, phaseOf } from './coverage-line.ts';
import type { EventsModel } from './model.ts';
import type { EventsState, ZonePicker } from './state.ts';

interface ZoneChoiceFacts {
  readonly zones: readonly WorkspaceItem[];
  readonly state: EventsState;
  readonly choice: ZonePicker;
  readonly now: number;
  readonly store: EventStore;
  readonly room: Room;
  readonly keyNames: KeyNames;
}

/** Pieces of the day on a zone's map: an hour each. */
const PIECES = 24;

/** Every zone with the coverage of its newest day, one per line. */
export function zonePickerLines(facts: ZoneChoiceFacts): readonly RowContent[] {
  const { zones, choice, room, keyNames } = facts;
  const key = (id: string, usual: Printable) => keyFor(keyNames, id, usual);
  const head = words` ${key('list.mark', words`Space`)} marks, ${key('events.zones-all', words`*`)} marks all, ${key('events.zones-list', words`Enter`)} lists what is marked as one`;
  return [
    compose([span(head, theme.faint)], room.columns),
    ...listTable(columnsOf(facts), zones, choice.list, { ...room, rows: room.rows - 1 }),
  ];
}

const columnsOf = ({ state, now, store }: ZoneChoiceFacts): readonly Column<WorkspaceItem>[] => {
  const coverage = ({ id }: WorkspaceItem) =>
    state.zones.includes(id) ? coverageFor(state, id) : null;
  const counts = zoneCounts(store);
  return [
    column('zone', words`ZONE`, 12, { grow: 1, cell: ({ name }) => nameLine(name) }),
    column('entries', words`ENTRIES`, 9, {
      live: true,
      align: 'right',
      cell: (zone) => span(coverage(zone) ? count(counts.get(zone.id) ?? 0) : words`–`),
    }),
    column('map', words`NEWEST DAY`, PIECES + 6, {
      isGraphic: true,
      cell: (zone) => {
        const known = coverage(zone);
        return span(
          known
            ? (mapLine(coverageMap(known, PIECES, { now, horizon: store.horizon })) as Printable)
            : words``,
          theme.data,
        );
      },
    }),
    column('state', words`STATE`, 15, { leaves: 1, cell: ({ id }) => stateOf(state, id) }),
  ];
};

function coverageFor({ source, days }: EventsState, zone: string): Coverage | null {
  if (source.kind === 'service') return newestDay(days.get(zone))?.coverage ?? null;
  const of = source.coverage.get(zone);
  return of?.get(Math.max(...of.keys())) ?? null;
}

function stateOf({ source, zones, days }: EventsState, zone: string) {
  if (!zones.includes(zone)) return span(words`not listed`, theme.faint);
  if (source.kind === 'archive') return span(words`archived`);
  const day = newestDay(days.get(zone));
  if (!day) return span(words`asking…`, theme.faint);
  return day.failure
    ? span(printableStart(day.failure.error.title), theme.bad)
    : span(phaseOf(day), day.stale ? theme.warn : theme.plain);
}

/** The key and the typed command that select zones. */
export function openZonesCommands(model: EventsModel) {
  const { slice } = model;
  return {
    commands: [
      command('events.zones', 'V', words`Select zones to list together`, {
        unavailable: () =>
          model.watched().length < 2 ? words`There are no other zones to choose from.` : undefined,
        run() {
          const { zones } = slice.getState();
          const list = { ...EMPTY_LIST, cursor: zones[0] ?? null, marks: new Set(zones) };
          slice.setState({ zonePicker: { list }, facets: null, patterns: null, inspecting: false });
        },
      }),
    ],
    typed: { zones: zonesCommand(model) },
  };
}

const zonesCommand = (model: EventsModel): TypedCommandAction => ({
  // Completes each name.
  suggestions(rest) {
    const before = rest.slice(0, rest.search(/\S*$/));
    const last = rest.slice(before.length).toLowerCase();
    return model
      .watched()
      .filter(({ name }) => printable(name) === name && !/\s/.test(name))
      .filter(({ name }) => name.toLowerCase().startsWith(last))
      .map(({ name }) => ({
        value: `${before}${name}`,
        label: printable(name),
        help: words`${usageOf('zones')}: ${TYPED_COMMANDS.zones.help}`,
      }));
  },
  run(rest) {
    const named = rest.split(/\s+/).filter((name) => name !== '');
    const all = model.watched();
    if (named.length === 0) return wrongUsage('zones');
    const chosen = named[0] === 'all' ? all : named.map((name) => all.find(isCalled(name)));
    const unknown = named.find((_, at) => chosen[at] === undefined);
    if (named[0] !== 'all' && unknown !== undefined) return notThere(unknown);
    model.showZones([...new Set(chosen.flatMap((zone) => (zone ? [zone.id] : [])))]);
    return undefined;
  },
});

const isCalled =
  (word: string) =>
  ({ id, name }: { readonly id: string; readonly name: string }): boolean =>
    id === word || name === word;

/** Only an id can be added, not a name. */
const notThere = (name: string): Printable =>
  /^\d+$/.test(name)
    ? words`There is no zone “${printable(name)}” here. :add zone ${printable(name)} watches it.`
    : words`There is no zone “${printable(name)}” here. :zones all lists those that there are.`;

/** The commands of the open picker. */
export function zoneCommands(model: EventsModel): readonly Command[] {
  const { slice } = model;
  const list = () => slice.getState().zonePicker?.list ?? EMPTY_LIST;
  const ids = () => model.watched().map(({ id }) => id);
  return [
    command('events.zones-list', 'enter', words`List the marked zones, or the selected one`, {
      footer: words`list`,
      run() {
        const { marks } = list();
        const marked = ids().filter((id) => marks.has(id));
        const here = selectedId(list(), ids());
        slice.setState({ zonePicker: null });
        if (marked.length > 0) model.showZones(marked);
        else if (here !== null) model.showZones([here]);
      },
    }),
    command('events.zones-all', '*', words`Mark all zones, or none`, {
      footer: words`all`,
      run() {
        const all = ids();
        const marks = new Set(list().marks.size < all.length ? all : []);
        slice.setState({ zonePicker: { list: { ...list(), marks } } });
      },
    }),
    command('events.zones-close', 'V', words`Cancel`, {
      footer: words`cancel`,
      run: () => slice.setState({ zonePicker: null }),
    }),
    ...listCommands({
      get: list,
      set: (next) => slice.setState({ zonePicker: { list: next } }),
      ids,
      height: model.height,
      marks: true,
    }),
  ];
}
