import { type Command, command } from '../../commands/command.ts';
import { listCommands } from '../../commands/list-commands.ts';
import { excludeTerm, includeTerm } from '../../events/filter/fields.ts';
import { FACET_ORDERS } from '../../events/questions/facets.ts';
import type { ColumnName } from '../../events/storage/columns.ts';
import { type Printable, words } from '../../text/printable.ts';
import type { PaneContext } from '../pane.ts';
import { newRule, selectedFacetRow } from './facets.ts';
import { withFilter } from './filter-stack.ts';
import type { EventsModel } from './model.ts';
import { type FacetsState, INITIAL_FACETS } from './state.ts';

export const openFacetsCommand = (model: EventsModel): Command =>
  command('events.facets', 'a', words`Facets: top values by field`, {
    footer: words`facets`,
    unavailable: () => (model.shown() ? undefined : words`No zone is on screen.`),
    run: () => model.slice.setState({ facets: INITIAL_FACETS, analysis: null }),
  });

/** What can be done with the value under the cursor, and whether other filters stay. */
const VALUE_COMMANDS = {
  include: { key: '+', label: words`Filter for this value`, term: includeTerm, others: 'keep' },
  exclude: { key: '-', label: words`Filter out this value`, term: excludeTerm, others: 'keep' },
  only: {
    key: 'o',
    label: words`Filter for this value only, drop others`,
    term: includeTerm,
    others: 'drop',
  },
} as const;

export function facetCommands(context: PaneContext, model: EventsModel): readonly Command[] {
  const { slice } = model;
  const panel = () => slice.getState().facets ?? INITIAL_FACETS;
  const rows = () => model.facets(panel());
  const selected = () => selectedFacetRow(rows(), panel().list);
  const set = (change: Partial<FacetsState>) =>
    slice.setState({ facets: { ...panel(), ...change } });
  /** All values of one facet, from the first; null for the first values of each. */
  const showWhole = (whole: ColumnName | null, find = '') => {
    const { list, whole: before } = panel();
    const cursor = whole === null ? before : null;
    set({ whole, find, list: { ...list, cursor, at: 0, top: 0 } });
  };
  const notAValue = () =>
    selected()?.kind === 'value' ? undefined : words`Move to one of the values first.`;

  const noFacet = () =>
    panel().whole !== null || selected() ? undefined : words`No entry is counted yet.`;

  const find = () => {
    const { whole, find: before } = panel();
    const column = whole ?? selected()?.column;
    if (column === undefined) return;
    if (whole === null) showWhole(column);
    const show = (text: string) => showWhole(column, text);
    context.ask({
      id: 'events-facet-find',
      label: words`/`,
      value: before,
      placeholder: words`what a value must contain`,
      changed: show,
      accepted: show,
      cancelled: () => (whole === null ? showWhole(null) : show(before)),
    });
  };

  const push = (term: typeof includeTerm, keep: 'keep' | 'drop') => {
    const row = selected();
    if (row?.kind !== 'value') return;
    model.applyFilters(withFilter(term(row.column, row.value), keep));
  };

  const byValue = (name: keyof typeof VALUE_COMMANDS): Command => {
    const { key, label, term, others } = VALUE_COMMANDS[name];
    return command(`events.${name}`, [key], label, {
      footer: name as Printable,
      unavailable: notAValue,
      run: () => push(term, others),
    });
  };

  return [
    command('events.facets-close', 'a', words`Close the facets`, {
      footer: words`list`,
      run: () => slice.setState({ facets: null }),
    }),
    ...(['include', 'exclude', 'only'] as const).map(byValue),
    command('events.rule', 'w', words`Explain “new” and CHANGE`, () => {
      const shown = model.shown();
      if (shown) context.say(newRule(shown, context.store.getState().timeZone));
    }),
    command('events.facet', 'enter', words`Expand/collapse facet; filter for its value`, () => {
      const row = selected();
      if (row?.kind === 'value') return push(includeTerm, 'keep');
      if (row?.kind === 'more') return showWhole(row.column);
      if (row?.kind !== 'column') return;
      const open = new Set(panel().open);
      if (!open.delete(row.column)) open.add(row.column);
      set({ open });
    }),
    command('events.facet-whole', ['right', 'l'], words`All values of the facet`, {
      footer: words`all values`,
      unavailable: () => (panel().whole === null ? noFacet() : words`These are all of its values.`),
      run: () => showWhole(selected()?.column ?? null),
    }),
    command('events.facet-back', ['left', 'h'], words`Back to all facets`, {
      unavailable: () => (panel().whole === null ? words`These are all facets.` : undefined),
      run: () => showWhole(null),
    }),
    command('events.facet-find', '/', words`Find a value of the facet`, {
      footer: words`find`,
      unavailable: noFacet,
      run: find,
    }),
    ...listCommands({
      get: () => panel().list,
      set: (list) => set({ list }),
      ids: () => rows().ids,
      height: model.height,
      sortable: () => FACET_ORDERS,
    }),
  ];
}
