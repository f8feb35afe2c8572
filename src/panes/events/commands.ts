import { type Command, command } from '../../commands/command.ts';
import { listCommands, tabCommands } from '../../commands/list-commands.ts';
import { parseFilter } from '../../events/filter/parse.ts';
import type { FilteredView } from '../../events/filtered-view.ts';
import { type Direction, nextMatch, severeIn } from '../../events/navigation.ts';
import { keyFor } from '../../state/key-names.ts';
import { count, counted } from '../../text/numbers.ts';
import { printable, words } from '../../text/printable.ts';
import type { PaneContext } from '../pane.ts';
import { exportCommands } from './export.ts';
import { openFacetsCommand } from './facet-commands.ts';
import { filterCommands } from './filter-commands.ts';
import type { EventsModel } from './model.ts';
import { timeCommands } from './time-commands.ts';

export function eventsCommands(
  context: PaneContext,
  model: EventsModel,
  restsAt: () => number | null,
): readonly Command[] {
  const { slice } = model;
  const nothingLoaded = () =>
    model.entries().length === 0 ? words`There is no entry to go to.` : undefined;

  return [
    command('events.inspect', ['enter', 'd'], words`Inspect the entry: filter by or copy fields`, {
      footer: words`inspect`,
      unavailable: nothingLoaded,
      run: () => model.inspect(true),
    }),
    command('events.follow', 'F', words`Follow the newest entry on/off`, {
      footer: words`follow`,
      run: () => model.follow(!slice.getState().following),
    }),
    command('events.last', ['G', 'end'], words`Jump to the newest entry and follow`, () =>
      model.follow(true),
    ),
    ...filterCommands(context, model),
    openFacetsCommand(model),
    ...searchCommands(context, model),
    ...timeCommands(context, model),
    ...exportCommands(context, model, restsAt),
    ...tabCommands({
      what: words`zones`,
      ids: () => model.watched().map(({ id }) => id),
      current: () => slice.getState().zones[0] ?? null,
      show: (zone) => model.showZones([zone]),
    }),
    ...listCommands({
      get: () => slice.getState().list,
      set: model.moveTo,
      ids: model.entries,
      height: model.height,
      told(place) {
        // It would change with every entry that arrives, and say no more.
        if (slice.getState().following) return words`newest`;
        const loaded = model.shown()?.store.size ?? 0;
        return model.entries().length === loaded
          ? words`${place} loaded`
          : words`${place} of ${count(loaded)} loaded`;
      },
    }),
  ];
}

function searchCommands(context: PaneContext, model: EventsModel): readonly Command[] {
  const { slice } = model;
  const notSearching = () =>
    slice.getState().search === ''
      ? words`No search is active. Press ${keyFor(context.store.getState().keyNames, 'events.search', words`/`)} and type it.`
      : undefined;

  /** Moves to the next entry of `view` that is wanted; says so when there is none. */
  const go = (
    view: FilteredView | null | undefined,
    to: Direction,
    wanted?: (id: number) => boolean,
  ) => {
    if (!view) return;
    const next = nextMatch(view, model.here() ?? null, to, wanted);
    if (next === undefined) {
      context.say(
        to === 'newer'
          ? words`No newer match among the loaded entries.`
          : words`No older match among the loaded entries.`,
      );
      return;
    }
    model.goTo(next);
  };
  const severe = (to: Direction) => () => {
    const shown = model.shown();
    if (shown) go(shown.view, to, severeIn(shown.store));
  };

  return [
    command('events.search', '/', words`Search: highlights matches, hides nothing`, {
      footer: words`search`,
      run: () => {
        const before = slice.getState().search;
        const search = (text: string) => model.applyFilters({ search: text.trim() });
        context.ask({
          id: 'events-search',
          label: words`/`,
          value: before,
          placeholder: words`a word, "two words", or log~a pattern`,
          changed: search,
          accepted: (text) => {
            search(text);
            const problem = parseFilter(text).problems[0];
            if (problem) {
              context.say(
                words`${printable(problem.message)} (column ${problem.column + 1})`,
                'warn',
              );
            } else if (text.trim() !== '') {
              const matched = model.shown()?.found?.counts.matched ?? 0;
              context.say(
                words`${counted(matched, words`match`, words`matches`)} so far · N older, n newer`,
              );
            }
          },
          cancelled: () => search(before),
        });
      },
    }),
    command('events.next', 'n', words`Next match, newer`, {
      unavailable: notSearching,
      run: () => go(model.shown()?.found, 'newer'),
    }),
    command('events.previous', 'N', words`Previous match, older`, {
      unavailable: notSearching,
      run: () => go(model.shown()?.found, 'older'),
    }),
    command('events.severe-newer', 'e', words`Next severe entry, newer`, severe('newer')),
    command('events.severe-older', 'E', words`Next severe entry, older`, severe('older')),
  ];
}
