import type { Verb } from '../../commands/command.ts';
import type { StackedFilter } from '../../events/filter/filter.ts';
import { withSavedFilter } from '../../state/workspace.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { width } from '../../text/width.ts';
import type { PaneContext } from '../pane.ts';
import { whyNotApplied } from './filter-problem.ts';
import { withFilter } from './filter-stack.ts';
import type { EventsModel } from './model.ts';

/** Filters in force as one that is typed: those that are on, and not those that are inverted. */
export function filterText(filters: readonly StackedFilter[]): string {
  const on = filters.filter(({ state }) => state !== 'off');
  const [only] = on;
  if (on.length === 1 && only?.state === 'on') return only.text;
  return on.map(({ text, state }) => `${state === 'inverted' ? '-' : ''}(${text})`).join(' ');
}

/** A name is a line in a list, and a key in a file. */
const LONGEST_NAME = 40;

/** `:save NAME` and `:filter NAME`: filters by name, in the workspace and its file. */
export function savedFilterVerbs(context: PaneContext, model: EventsModel): readonly Verb[] {
  const { store } = context;
  const { slice } = model;
  const saved = () => store.getState().workspace.filters ?? [];
  return [
    {
      name: 'save',
      usage: words`save NAME`,
      help: words`Save the filters of the events under a name`,
      run(name): Printable | undefined {
        if (name === '') return words`Type it as: ${this.usage}`;
        if (width(printable(name)) > LONGEST_NAME)
          return words`A name has at most ${LONGEST_NAME} characters.`;
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
    {
      name: 'filter',
      usage: words`filter NAME`,
      help: words`Filter the events by a saved filter`,
      values: () => saved().map(({ name }) => name),
      run(name): Printable | undefined {
        if (name === '') return words`Type it as: ${this.usage}`;
        const found = saved().find((each) => each.name === name);
        if (!found) {
          return saved().length === 0
            ? words`No filter is saved. :save NAME saves those in force.`
            : words`There is no filter ${printable(name)}. Tab lists them.`;
        }
        // It may have been written by hand, for another version, or to be read wrongly.
        const problem = whyNotApplied(found.filter);
        if (problem !== null) return words`Filter ${printable(name)} cannot be applied: ${problem}`;
        model.applyFilters(withFilter(found.filter, 'drop'));
        return undefined;
      },
    },
  ];
}
