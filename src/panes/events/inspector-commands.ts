import type { Command } from '../../commands/command.ts';
import { listCommands } from '../../commands/list-commands.ts';
import { selectedId } from '../../state/list.ts';
import { cursorPlace } from '../../text/cursor.ts';
import { printable, words } from '../../text/printable.ts';
import type { PaneContext } from '../pane.ts';
import { type InspectedField, inspect } from './inspector.ts';
import { stacked } from './looking.ts';
import type { EventsModel } from './model.ts';

const GROUP = 'Events' as const;

/** The keys while the inspector has them. */
export function inspectorCommands(context: PaneContext, model: EventsModel): readonly Command[] {
  const { slice } = model;
  const fields = (): readonly InspectedField[] => {
    const shown = model.shown();
    const entries = model.entries();
    const place = cursorPlace(slice.get().list, entries);
    const id = place.kind === 'on' ? entries.at(place.index) : undefined;
    return shown && id !== undefined ? inspect(shown.store, Number(id)).fields : [];
  };
  const selected = () => {
    const all = fields();
    const id = selectedId(
      slice.get().fields,
      all.map((field) => field.id),
    );
    return all.find((field) => field.id === id)?.node;
  };
  const filterBy = (term: string | null | undefined) => {
    if (!term) return;
    slice.set(({ filters }) => ({ filters: [...filters, stacked(term)] }));
    model.look();
  };
  const noTerm = () =>
    selected()?.include ? undefined : words`Nothing can be filtered by this field alone.`;

  return [
    {
      id: 'events.field-include',
      keys: ['+'],
      label: words`Keep only entries with the value of this field`,
      footer: words`include`,
      group: GROUP,
      unavailable: noTerm,
      run: () => filterBy(selected()?.include),
    },
    {
      id: 'events.field-exclude',
      keys: ['-'],
      label: words`Take away entries with the value of this field`,
      footer: words`exclude`,
      group: GROUP,
      unavailable: noTerm,
      run: () => filterBy(selected()?.exclude),
    },
    {
      id: 'events.field-copy',
      keys: ['c'],
      label: words`Copy the value of this field`,
      footer: words`copy`,
      group: GROUP,
      unavailable: () => (selected() ? undefined : words`There is no field to copy.`),
      run: () => context.copy(printable(selected()?.value ?? '')),
    },
    {
      id: 'events.field-leave',
      keys: ['enter'],
      label: words`Back to the list`,
      footer: words`list`,
      group: GROUP,
      run: () => slice.set({ inspecting: false }),
    },
    ...listCommands({
      get: () => slice.get().fields,
      set: (next) => slice.set({ fields: next }),
      ids: () => fields().map(({ id }) => id),
      height: model.height,
      sortable: () => [],
    }),
  ];
}
