import { type Command, command } from '../../commands/command.ts';
import { listCommands } from '../../commands/list-commands.ts';
import { type TypedCommandActions, wrongUsage } from '../../commands/typed-commands.ts';
import { excludeTerm, includeTerm } from '../../events/filter/fields.ts';
import type { StackedFilter } from '../../events/filter/filter.ts';
import { FACET_ORDERS } from '../../events/questions/facets.ts';
import type { ColumnName } from '../../events/storage/columns.ts';
import type { TimeRange } from '../../events/time-range.ts';
import { withSavedFilter } from '../../state/workspace.ts';
import { keyFor, keyName } from '../../text/key-names.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { width } from '../../text/width.ts';
import { noLog } from '../nothing-watched.ts';
import type { PaneContext } from '../pane.ts';
import { facetRowAt, newRule, selectedFacetRow } from './facets.ts';
import {
  chosenAt,
  chosenChanged,
  filterProblem,
  inverted,
  toggled,
  whyNotApplied,
  withFilter,
  withTyped,
} from './filter-stack.ts';
import type { EventsModel } from './model.ts';
import { type EventsState, type FacetsState, INITIAL_FACETS, NOTHING_OPEN } from './state.ts';

/** Why filter keys are unavailable without a filter. */
export const noFilter =
  ({ store }: PaneContext, { slice }: EventsModel) =>
  (): Printable | undefined =>
    slice.getState().filters.length === 0
      ? words`There is no filter. Press ${keyFor(store.getState().keyNames, 'events.filter', words`&`)} and type one.`
      : undefined;

/** Filter commands: `&` edits, arrows choose a filter, the others act on the chosen one. */
export function filterCommands(context: PaneContext, model: EventsModel): readonly Command[] {
  const { slice } = model;
  const none = noFilter(context, model);
  const onlyOne = () => {
    const { filters, timeRange } = slice.getState();
    const key = keyFor(context.store.getState().keyNames, 'events.range', words`b`);
    const range = timeRange ? words` ${key} clears the time range.` : words``;
    return none() ?? (filters.length === 1 ? words`There is only one filter.${range}` : undefined);
  };
  const acting = (change: Parameters<typeof chosenChanged>[1]) => () =>
    model.applyFilters((state) => chosenChanged(state, change));
  const choose = (by: number) => () =>
    slice.setState((state) => {
      const { length } = state.filters;
      return { chosen: (chosenAt(state) + by + length) % length };
    });
  return [
    command(
      'events.filter',
      '&',
      words`Edit the chosen filter; ${keyName('down', context.store.getState().size)} adds one`,
      {
        footer: words`filter`,
        run: () => typeFilter(context, model),
      },
    ),
    command('events.filter-previous', 'shift-left', words`Choose the filter before`, {
      unavailable: onlyOne,
      run: choose(-1),
    }),
    command('events.filter-next', 'shift-right', words`Choose the next filter`, {
      unavailable: onlyOne,
      run: choose(1),
    }),
    command('events.filter-invert', '!', words`Invert the chosen filter`, {
      unavailable: none,
      run: acting(inverted),
    }),
    command('events.filter-toggle', '%', words`Chosen filter on/off`, {
      unavailable: none,
      run: acting(toggled),
    }),
    command('events.filter-drop', 'backspace', words`Remove the chosen filter`, {
      unavailable: none,
      run: acting(() => null),
    }),
    command('events.unmatched', '\\', words`Hide/dim entries that do not match`, {
      unavailable: () => (slice.getState().timeRange ? undefined : none()),
      run: () => {
        slice.setState(({ unmatched }) => ({ unmatched: unmatched === 'hide' ? 'dim' : 'hide' }));
        model.redraw();
      },
    }),
  ];
}

/** Opens the filter prompt on the chosen filter. ↑ and ↓ switch to the others. */
function typeFilter(context: PaneContext, model: EventsModel): void {
  const { slice } = model;
  const wrong = (text: string): Printable | null => {
    const shown = model.shown();
    // In a large archive, entries that are not loaded may have the value.
    return filterProblem(model.typed(text), shown && !shown.archive ? shown.store : null);
  };
  const look = (typing: string | null, editing: number | null) => {
    const typingProblem = typing === null ? null : wrong(typing);
    model.applyFilters({ typing: typing && model.typed(typing), editing, typingProblem });
  };
  const textAt = (at: number | null) => slice.getState().filters[at ?? -1]?.text ?? '';
  const ask = (value: string): void =>
    context.ask({
      id: 'events-filter',
      label: words`&`,
      value,
      placeholder: words`words, status:blocked, country:BG, path:*.php, ip:1.2.0.0/16, since:15m, -word, a or b`,
      changed: (typing) => look(typing, slice.getState().editing),
      accepted: (typed) => {
        // An invalid filter is not applied in part: the prompt stays and the pane says why.
        if (wrong(typed)) return ask(typed);
        slice.setState(({ filters, editing }) => ({
          filters: withTyped(filters, editing, model.typed(typed)),
          chosen: typed.trim() === '' ? null : editing,
        }));
        look(null, null);
      },
      cancelled: () => look(null, null),
      recall: (direction) => {
        const { filters, editing } = slice.getState();
        const at = (editing ?? filters.length) + (direction === 'older' ? -1 : 1);
        if (at < 0 || at > filters.length) return undefined;
        const to = at === filters.length ? null : at;
        look(textAt(to), to);
        return textAt(to);
      },
    });
  const at = chosenAt(slice.getState());
  const editing = at < 0 ? null : at;
  look(textAt(editing), editing);
  ask(textAt(editing));
}

/** The active filters as one text. */
export function filterText(filters: readonly Pick<StackedFilter, 'text' | 'state'>[]): string {
  const on = filters.filter(({ state }) => state === 'on');
  return on.map(({ text }) => (on.length === 1 ? text : `(${text})`)).join(' ');
}

/** What is listed as one text: the active filters, `terms` if any, and the time range. */
export function scopeText(
  { filters, timeRange }: Pick<EventsState, 'filters' | 'timeRange'>,
  terms = '',
): string {
  const on = (text: string) => ({ text, state: 'on' }) as const;
  const times = (range: TimeRange) =>
    `since:${new Date(range.from).toISOString()} until:${new Date(range.until).toISOString()}`;
  return filterText([
    ...filters,
    ...(terms === '' ? [] : [on(terms)]),
    ...(timeRange ? [on(times(timeRange))] : []),
  ]);
}

/** Longest name, which has to fit into a list and a file. */
const MAX_NAME_LENGTH = 40;

/** `:save NAME` and `:filter NAME` use filters saved in the workspace and its file. */
export function savedFilterCommands(
  context: PaneContext,
  model: EventsModel,
): TypedCommandActions<'save' | 'filter'> {
  const { store } = context;
  const { slice } = model;
  const saved = () => store.getState().workspace.filters ?? [];
  return {
    save: {
      run(name) {
        if (name === '') return wrongUsage('save');
        if (width(printable(name)) > MAX_NAME_LENGTH)
          return words`A name has at most ${MAX_NAME_LENGTH} characters.`;
        const filter = filterText(slice.getState().filters);
        if (filter === '') return words`There is no filter to save. A time range is not saved.`;
        const shown = printable(name);
        store.setState(({ workspace }) => ({
          workspace: withSavedFilter(workspace, { name, filter }),
        }));
        void context.saveFilter({ name, filter }).then((kept) => {
          if (kept.kind === 'refused')
            context.say(words`Filter ${shown} saved for this session only: ${kept.reason}`, 'warn');
          else if (kept.kind === 'unchanged')
            context.say(
              words`Filter ${shown} is in workspace ${kept.workspace} already: ${kept.file}`,
            );
          else
            context.say(words`Filter ${shown} saved to workspace ${kept.workspace}: ${kept.file}`);
        });
        return undefined;
      },
    },
    filter: {
      values: () => saved().map(({ name }) => name),
      run(name) {
        if (name === '') return wrongUsage('filter');
        const found = saved().find((each) => each.name === name);
        if (!found) {
          return saved().length === 0
            ? words`No filter is saved. :save NAME saves those in force.`
            : words`There is no filter ${printable(name)}. Tab lists them.`;
        }
        // It may have been edited by hand or written by another version.
        const filter = model.typed(found.filter);
        const problem = whyNotApplied(filter);
        if (problem !== null) return words`Filter ${printable(name)} cannot be applied: ${problem}`;
        model.applyFilters(withFilter(filter, 'drop'));
        return undefined;
      },
    },
  };
}

export const openFacetsCommand = (
  { store }: Pick<PaneContext, 'store'>,
  model: EventsModel,
): Command =>
  command('events.facets', 'a', words`Facets: top values by field`, {
    footer: words`facets`,
    unavailable: () => (model.shown() ? undefined : noLog(store.getState())),
    run: () => model.slice.setState({ ...NOTHING_OPEN, facets: INITIAL_FACETS }),
  });

/** Actions on the selected value, and whether other filters stay. */
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
  /** Shows all values of one facet; null returns to all facets. */
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
      rowAt({ line, column }) {
        const place = model.detailPlace();
        if (!place) return undefined;
        const at = { line: line - place.line, column: column - place.column };
        return facetRowAt(rows(), panel(), place.room, at);
      },
      sortable: () => FACET_ORDERS,
      isAlwaysSorted: true,
    }),
  ];
}
