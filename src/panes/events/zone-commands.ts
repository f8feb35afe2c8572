import type { Command } from '../../commands/command.ts';
import { listCommands } from '../../commands/list-commands.ts';
import { EMPTY_LIST, selectedId } from '../../state/list.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import type { PaneVerb } from '../pane.ts';
import type { EventsModel } from './model.ts';

const GROUP = 'Events' as const;

/** The key that opens the choice of zones, and the word that chooses them. */
export function openZonesCommands(model: EventsModel): {
  readonly commands: readonly Command[];
  readonly verbs: readonly PaneVerb[];
} {
  const { slice } = model;
  return {
    commands: [
      {
        id: 'events.zones',
        keys: ['V'],
        label: words`Choose zones: several make one list`,
        group: GROUP,
        unavailable: () =>
          model.watched().length < 2 ? words`There are no other zones to choose from.` : undefined,
        run() {
          const { zones } = slice.get();
          const list = { ...EMPTY_LIST, cursor: zones[0] ?? null, marks: new Set(zones) };
          slice.set({ choosing: { list }, board: null, patterns: null, inspecting: false });
        },
      },
    ],
    verbs: [
      {
        name: 'zones',
        usage: words`zones NAME…|all`,
        help: words`List the events of several zones as one`,
        run(rest) {
          const named = rest.split(/\s+/).filter((name) => name !== '');
          const all = model.watched();
          if (named.length === 0) return words`Type it as: ${this.usage}`;
          const chosen = named[0] === 'all' ? all : named.map((name) => all.find(isCalled(name)));
          const unknown = named.find((_, at) => chosen[at] === undefined);
          if (named[0] !== 'all' && unknown !== undefined) return notThere(unknown);
          model.showZones([...new Set(chosen.flatMap((zone) => (zone ? [zone.id] : [])))]);
          return undefined;
        },
      },
    ],
  };
}

const isCalled =
  (word: string) =>
  ({ id, name }: { readonly id: string; readonly name: string }): boolean =>
    id === word || name === word;

const notThere = (name: string): Printable =>
  words`There is no zone “${printable(name)}” here. :add zone ${printable(name)} watches it.`;

/** The keys while zones are chosen. */
export function zoneCommands(model: EventsModel): readonly Command[] {
  const { slice } = model;
  const list = () => slice.get().choosing?.list ?? EMPTY_LIST;
  const ids = () => model.watched().map(({ id }) => id);
  return [
    {
      id: 'events.zones-list',
      keys: ['enter'],
      label: words`List the zones that are marked, or the one under the cursor`,
      footer: words`list`,
      group: GROUP,
      run() {
        const { marks } = list();
        const marked = ids().filter((id) => marks.has(id));
        const here = selectedId(list(), ids());
        slice.set({ choosing: null });
        if (marked.length > 0) model.showZones(marked);
        else if (here !== null) model.showZones([here]);
      },
    },
    {
      id: 'events.zones-all',
      keys: ['*'],
      label: words`Mark all zones, or none`,
      footer: words`all`,
      group: GROUP,
      run() {
        const all = ids();
        const marks = new Set(list().marks.size < all.length ? all : []);
        slice.set({ choosing: { list: { ...list(), marks } } });
      },
    },
    {
      id: 'events.zones-close',
      keys: ['V'],
      label: words`Leave the zones as they were`,
      footer: words`leave`,
      group: GROUP,
      run: () => slice.set({ choosing: null }),
    },
    ...listCommands({
      get: list,
      set: (next) => slice.set({ choosing: { list: next } }),
      ids,
      height: model.height,
      sortable: () => [],
      marks: true,
    }),
  ];
}
