import { type Command, command } from '../../commands/command.ts';
import { parseFilter } from '../../events/filter/parse.ts';
import type { FilteredView } from '../../events/filtered-view.ts';
import {
  type Direction,
  isSeenBetween,
  isThrough,
  nextMatch,
  severeIn,
} from '../../events/navigation.ts';
import type { EntryId } from '../../events/store.ts';
import { type KeyNames, keyFor } from '../../text/key-names.ts';
import { count, counted } from '../../text/numbers.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import type { PaneContext } from '../pane.ts';
import { stoppedText } from './counting.ts';
import { meantOtherwise } from './filter-stack.ts';
import type { EventsModel } from './model.ts';

type Counts = Pick<FilteredView['counts'], 'matched' | 'scanned' | 'total' | 'stopped'>;

/** What a search has found, and among how many entries; more may be found later. */
function foundText(counts: Counts, text: string, keyNames: KeyNames): Printable {
  const { matched, scanned } = counts;
  const stopped = counts.stopped ? words` · ${stoppedText(counts)}` : words``;
  const among = words`among ${counted(scanned, words`entry`, words`entries`)}${stopped}`;
  const older = keyFor(keyNames, 'events.previous', words`N`);
  const newer = keyFor(keyNames, 'events.next', words`n`);
  return matched > 0
    ? words`${counted(matched, words`match`, words`matches`)} ${among} · ${older} older, ${newer} newer`
    : words`No match ${among}.${meantOtherwise(text)}`;
}

const foundSoFar = ({ matched, scanned, total }: Counts): Printable =>
  words`${matched > 0 ? counted(matched, words`match`, words`matches`) : words`No match`} so far, still looking (${count(scanned)} of ${count(total)})`;

/** Waits until a view has scanned all entries and the next match is known. Any key or another filter ends the wait. */
function createWait({ store, say }: PaneContext, { slice, shown }: EventsModel) {
  let end = () => {};
  return (view: FilteredView, notice: Printable, act: () => void): void => {
    end();
    say(notice);
    const stops = [
      // A key press clears the notice; another message only replaces it.
      store.subscribe(({ notice }) => {
        if (notice === null) end();
      }),
      slice.subscribe(() => {
        const now = shown();
        if (now?.view !== view && now?.found !== view) return end();
        if (!isThrough(view)) return;
        end();
        if (store.getState().notice?.text === notice) store.setState({ notice: null });
        act();
      }),
    ];
    end = () => {
      for (const stop of stops) stop();
    };
  };
}

const NOTHING_FOUND: Counts = { matched: 0, scanned: 0, total: 0, stopped: null };

/** What to search for, and its keys. */
interface Wanted {
  readonly what: Printable;
  readonly keys: Readonly<Record<Direction, { readonly id: string; readonly usual: Printable }>>;
  wanted?(id: number): boolean;
}

const MATCHES: Wanted = {
  what: words`match`,
  keys: {
    newer: { id: 'events.next', usual: words`n` },
    older: { id: 'events.previous', usual: words`N` },
  },
};

const SEVERE: Wanted = {
  what: words`severe entry`,
  keys: {
    newer: { id: 'events.severe-newer', usual: words`e` },
    older: { id: 'events.severe-older', usual: words`E` },
  },
};

/** `/` searches, n and N move between matches, e and E between severe entries. */
export function searchCommands(context: PaneContext, model: EventsModel): readonly Command[] {
  const { slice } = model;
  const notSearching = () =>
    slice.getState().search === ''
      ? words`No search is active. Press ${keyFor(context.store.getState().keyNames, 'events.search', words`/`)} and type it.`
      : undefined;

  const wait = createWait(context, model);
  /** Moves to the next wanted entry. If there is none, says so and names the key for the other direction. */
  const step = (
    view: FilteredView,
    from: EntryId | null,
    to: Direction,
    { what, keys, wanted }: Wanted,
  ): boolean => {
    const next = nextMatch(view, from, to, wanted);
    if (next !== undefined) {
      model.goTo(next);
      return true;
    }
    const back = to === 'newer' ? 'older' : 'newer';
    const { id, usual } = keys[back];
    const others =
      nextMatch(view, from, back, wanted) === undefined
        ? words``
        : words` ${keyFor(context.store.getState().keyNames, id, usual)} goes to ${back === 'older' ? words`an older` : words`a newer`} one.`;
    context.say(
      words`No ${to === 'newer' ? words`newer` : words`older`} ${what} among the loaded entries.${others}`,
    );
    return false;
  };
  /** As `step`, but waits until the entries in between are scanned. */
  const go = (view: FilteredView | null | undefined, to: Direction, wanted: Wanted = MATCHES) => {
    if (!view) return;
    const from = model.here() ?? null;
    const next = nextMatch(view, from, to, wanted.wanted);
    const isKnown = from !== null && next !== undefined && isSeenBetween(view, from, next);
    if (isKnown || isThrough(view)) {
      step(view, from, to, wanted);
      return;
    }
    const { scanned, total } = view.counts;
    const direction = to === 'newer' ? words`a newer` : words`an older`;
    wait(
      view,
      words`Looking for ${direction} ${wanted.what} (${count(scanned)} of ${count(total)}). Any key stops it.`,
      () => {
        const start = from !== null && view.store.has(from) ? from : (model.here() ?? null);
        if (step(view, start, to, wanted) && wanted === MATCHES)
          context.say(
            foundText(view.counts, slice.getState().search, context.store.getState().keyNames),
          );
      },
    );
  };
  const severe = (to: Direction) => () => {
    const shown = model.shown();
    if (shown) go(shown.view, to, { ...SEVERE, wanted: severeIn(shown.store) });
  };

  return [
    command('events.search', '/', words`Search: highlights matches, hides nothing`, {
      footer: words`search`,
      run: () => {
        const before = slice.getState().search;
        const search = (text: string) => model.applyFilters({ search: model.typed(text.trim()) });
        context.ask({
          id: 'events-search',
          label: words`/`,
          value: before,
          placeholder: words`a word, "two words", or log~a pattern`,
          changed: search,
          accepted: (text) => {
            search(text);
            const problem = parseFilter(model.typed(text)).problems[0];
            if (problem) {
              context.say(
                words`${printable(problem.message)} (column ${problem.column + 1})`,
                'warn',
              );
            } else if (text.trim() !== '') {
              const found = model.shown()?.found;
              const tell = () =>
                context.say(
                  foundText(
                    found?.counts ?? NOTHING_FOUND,
                    text,
                    context.store.getState().keyNames,
                  ),
                );
              if (!found || isThrough(found)) tell();
              else wait(found, foundSoFar(found.counts), tell);
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
