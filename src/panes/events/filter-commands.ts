import type { Command } from '../../commands/command.ts';
import { keyFor } from '../../state/key-names.ts';
import { type Printable, words } from '../../text/printable.ts';
import type { PaneContext } from '../pane.ts';
import { filterProblem } from './filter-problem.ts';
import { chosenAt, chosenChanged, switched, withTyped } from './filter-stack.ts';
import type { EventsModel } from './model.ts';

/** Why keys of the filters do nothing while there is none. */
export const noFilter =
  ({ store }: PaneContext, { slice }: EventsModel) =>
  (): Printable | undefined =>
    slice.getState().filters.length === 0
      ? words`There is no filter. Press ${keyFor(store.getState().keyNames, 'events.filter', words`&`)} and type one.`
      : undefined;

/** The keys of the filters: `&` types one, arrows choose one, and the others act on the one that is chosen. */
export function filterCommands(context: PaneContext, model: EventsModel): readonly Command[] {
  const { slice } = model;
  const none = noFilter(context, model);
  const onlyOne = () =>
    none() ?? (slice.getState().filters.length === 1 ? words`There is only one.` : undefined);
  const acting = (change: Parameters<typeof chosenChanged>[1]) => () =>
    model.applyFilters((state) => chosenChanged(state, change));
  const choose = (by: number) => () =>
    slice.setState((state) => {
      const { length } = state.filters;
      return { chosen: (chosenAt(state) + by + length) % length };
    });
  return [
    {
      id: 'events.filter',
      keys: ['&'],
      label: words`Edit the chosen filter; ↓ adds one`,
      footer: words`filter`,
      run: () => typeFilter(context, model),
    },
    {
      id: 'events.filter-previous',
      keys: ['shift-left'],
      label: words`Choose the filter before`,
      unavailable: onlyOne,
      run: choose(-1),
    },
    {
      id: 'events.filter-next',
      keys: ['shift-right'],
      label: words`Choose the next filter`,
      unavailable: onlyOne,
      run: choose(1),
    },
    {
      id: 'events.filter-invert',
      keys: ['!'],
      label: words`Invert the chosen filter`,
      unavailable: none,
      run: acting(switched('inverted')),
    },
    {
      id: 'events.filter-toggle',
      keys: ['%'],
      label: words`Chosen filter on/off`,
      unavailable: none,
      run: acting(switched('off')),
    },
    {
      id: 'events.filter-drop',
      keys: ['backspace'],
      label: words`Remove the chosen filter`,
      unavailable: none,
      run: acting(() => null),
    },
    {
      id: 'events.unmatched',
      keys: ['\\'],
      label: words`Hide/dim entries that do not match`,
      unavailable: none,
      run: () => {
        slice.setState(({ unmatched }) => ({ unmatched: unmatched === 'hide' ? 'dim' : 'hide' }));
        model.redraw();
      },
    },
  ];
}

/** Opens the line that a filter is typed in: over the chosen one, where there is one. ↑ and ↓ go to the others. */
function typeFilter(context: PaneContext, model: EventsModel): void {
  const { slice } = model;
  const wrong = (text: string): Printable | null => {
    const shown = model.shown();
    // Of a large archive a value may be in what is not loaded.
    return filterProblem(text, shown && !shown.archive ? shown.store : null);
  };
  const look = (typing: string | null, editing: number | null) => {
    const typingProblem = typing === null ? null : wrong(typing);
    model.applyFilters({ typing, editing, typingProblem });
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
        // What cannot work is not applied in part: the line stays, and the pane says why.
        if (wrong(typed)) return ask(typed);
        slice.setState(({ filters, editing }) => ({
          filters: withTyped(filters, editing, typed),
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
