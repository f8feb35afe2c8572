import type { Command } from '../../commands/command.ts';
import { listCommands } from '../../commands/list-commands.ts';
import { selectedId } from '../../state/list.ts';
import { cursorPlace } from '../../text/list-window.ts';
import { printable, words } from '../../text/printable.ts';
import { scrolledTo } from '../../ui/columns.ts';
import { sideBySide } from '../../ui/layout.ts';
import type { PaneContext } from '../pane.ts';
import { fieldsReach, type InspectedField, inspect } from './inspector.ts';
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

  const wrapped = () =>
    slice.get().fieldsScrolled === null
      ? words`Values are shown in full. w puts each on one line.`
      : undefined;
  const scrolled = (to: 'left' | 'right') => {
    const { size, preview } = context.store.getState();
    const columns = sideBySide(size.columns, preview)?.detail ?? size.columns;
    return scrolledTo(
      { ...fieldsReach(fields(), columns), starts: [], lacks: true },
      slice.get().fieldsScrolled,
      to,
    );
  };

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
      id: 'events.field-wrap',
      keys: ['w'],
      label: words`Values over as many lines as they take, or each on one line`,
      group: GROUP,
      run: () =>
        slice.set(({ fieldsScrolled }) => ({ fieldsScrolled: fieldsScrolled === null ? 0 : null })),
    },
    {
      id: 'events.fields-right',
      keys: ['right', 'l'],
      label: words`Scroll values to the right, where each is on one line`,
      group: GROUP,
      unavailable: () =>
        wrapped() ??
        (scrolled('right') === undefined ? words`No value reaches further right.` : undefined),
      run: () => slice.set({ fieldsScrolled: scrolled('right') ?? 0 }),
    },
    {
      id: 'events.fields-left',
      keys: ['left', 'h'],
      label: words`Scroll values to the left`,
      group: GROUP,
      unavailable: () =>
        wrapped() ??
        (slice.get().fieldsScrolled === 0
          ? words`Values are shown from their beginning.`
          : undefined),
      run: () => slice.set({ fieldsScrolled: scrolled('left') ?? 0 }),
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
