import type { Command } from '../../commands/command.ts';
import { listCommands } from '../../commands/list-commands.ts';
import { excludeTerm, includeTerm } from '../../events/filter/fields.ts';
import { words } from '../../text/printable.ts';
import type { PaneContext } from '../pane.ts';
import { newRule, selectedFacetRow } from './facets.ts';
import { withFilter } from './filter-stack.ts';
import type { EventsModel } from './model.ts';
import { INITIAL_FACETS } from './state.ts';

const GROUP = 'Events' as const;

/** The key that opens the facets panel. */
export const openFacetsCommand = (model: EventsModel): Command => ({
  id: 'events.facets',
  keys: ['a'],
  label: words`Facets: top values by field`,
  footer: words`facets`,
  group: GROUP,
  unavailable: () => (model.shown() ? undefined : words`No zone is on screen.`),
  run: () => model.slice.setState({ facets: INITIAL_FACETS }),
});

/** The keys while the facets panel has them. */
export function facetCommands(context: PaneContext, model: EventsModel): readonly Command[] {
  const { slice } = model;
  const panel = () => slice.getState().facets ?? INITIAL_FACETS;
  const rows = () => model.facetRows(panel().open);
  const selected = () => selectedFacetRow(rows(), panel().list);
  const notAValue = () =>
    selected()?.kind === 'value' ? undefined : words`Move to one of the values first.`;

  const push = (term: typeof includeTerm, keep: 'keep' | 'drop') => {
    const row = selected();
    if (row?.kind !== 'value') return;
    const text = term(row.column, row.value);
    slice.setState(withFilter(text, keep));
    model.applyFilters();
  };

  return [
    {
      id: 'events.facets-close',
      keys: ['a'],
      label: words`Close the facets`,
      footer: words`list`,
      group: GROUP,
      run: () => slice.setState({ facets: null }),
    },
    {
      id: 'events.include',
      keys: ['+'],
      label: words`Filter for this value`,
      footer: words`include`,
      group: GROUP,
      unavailable: notAValue,
      run: () => push(includeTerm, 'keep'),
    },
    {
      id: 'events.exclude',
      keys: ['-'],
      label: words`Filter out this value`,
      footer: words`exclude`,
      group: GROUP,
      unavailable: notAValue,
      run: () => push(excludeTerm, 'keep'),
    },
    {
      id: 'events.only',
      keys: ['o'],
      label: words`Filter for this value only, drop other filters`,
      footer: words`only`,
      group: GROUP,
      unavailable: notAValue,
      run: () => push(includeTerm, 'drop'),
    },
    {
      id: 'events.rule',
      keys: ['w'],
      label: words`Explain “new”`,
      group: GROUP,
      run: () => {
        const shown = model.shown();
        if (shown) context.say(newRule(shown, context.store.getState().timeZone));
      },
    },
    {
      id: 'events.facet',
      keys: ['enter'],
      label: words`Expand/collapse the facet; on a value, filter for it`,
      group: GROUP,
      run: () => {
        const row = selected();
        if (row?.kind === 'value') return push(includeTerm, 'keep');
        if (row?.kind !== 'column') return;
        const open = new Set(panel().open);
        if (!open.delete(row.facet.column)) open.add(row.facet.column);
        slice.setState({ facets: { ...panel(), open } });
      },
    },
    ...listCommands({
      get: () => panel().list,
      set: (list) => slice.setState({ facets: { ...panel(), list } }),
      ids: () => rows().map(({ id }) => id),
      height: model.height,
      sortable: () => [],
    }),
  ];
}
