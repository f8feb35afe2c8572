import { type ListState, type Move, marked, moved, movedTo, placeIn } from '../state/list.ts';
import { type KeyNames, keyFor, NO_KEY_NAMES } from '../text/key-names.ts';
import { cursorPlace, type IdList, windowOf } from '../text/list-window.ts';
import { count } from '../text/numbers.ts';
import { type Printable, words } from '../text/printable.ts';
import { type BodyPlace, type Command, command, inGroup, type PointedPlace } from './command.ts';

/** What list commands need of a list. */
export interface ListHandle {
  get(): ListState;
  set(list: ListState): void;
  /** The ids in display order. */
  ids(): IdList;
  /** Visible rows. */
  height(): number;
  /**
   * The id of the row at a position, if any. Absent if each row takes one line below the previous one; returns null
   * while that is so.
   */
  rowAt?(place: BodyPlace): string | undefined | null;
  /** Sortable columns in order; absent or empty for none. */
  sortable?(): readonly string[];
  /** Whether rows can only be ordered by a column. */
  readonly isAlwaysSorted?: boolean;
  /** The configured keys, for sortable lists. */
  keyNames?(): KeyNames;
  /** Opens the filter prompt; absent if the list has no filter. */
  filter?(): void;
  /** Why there is nothing to filter now; absent if there always is a list. */
  whyNoFilter?(): Printable | undefined;
  marks?: boolean;
  /** Describes the position of the cursor; by default `17/24`. */
  describes?(place: Printable): Printable;
}

/** The cursor position: `17/24`, or `–/24` if its row is gone. */
function placeOf({ get, ids, describes }: ListHandle): Printable | undefined {
  const place = placeIn(get(), ids());
  if (!place) return undefined;
  const at = place.at === null ? words`–` : count(place.at);
  const position = words`${at}/${count(place.rows)}`;
  return describes?.(position) ?? position;
}

/** Moves the cursor to a visible row: the one drawn at the position, or by its distance from the cursor. */
function point({ get, set, ids, height, rowAt }: ListHandle, at: PointedPlace): void {
  const list = get();
  const rows = ids();
  const id = rowAt ? rowAt(at) : null;
  if (id !== null) {
    // The row is visible, so the list does not scroll.
    if (id !== undefined) set({ ...movedTo(list, rows, id, height()), top: list.top });
    return;
  }
  const { below = 0 } = at;
  const place = cursorPlace(list, rows);
  if (place.kind !== 'on' || below === 0) return;
  const cursor = place.index;
  const { top, end } = windowOf({ length: rows.length, height: height(), top: list.top, cursor });
  if (cursor + below < top || cursor + below >= end) return;
  set(moved(list, rows, { by: below }, height()));
}

/** Keys that all lists share: movement, and marking and sorting if the list has them. */
export function listCommands(list: ListHandle): readonly Command[] {
  const move = (to: () => ListState) => () => list.set(to());
  const go = (to: () => Move) => move(() => moved(list.get(), list.ids(), to(), list.height()));
  const end = (to: 'first' | 'last') => go(() => ({ to }));
  const by = (direction: 1 | -1, rows = () => 1) => go(() => ({ by: direction * rows() }));
  const half = () => Math.max(1, Math.floor(list.height() / 2));
  const page = () => Math.max(1, list.height() - 1);

  const movement: Command[] = [
    command('list.down', ['j', 'down'], words`Move down`, {
      place: () => placeOf(list),
      pointed: (at) => point(list, at),
      run: by(1),
    }),
    command('list.up', ['k', 'up'], words`Move up`, by(-1)),
    command('list.first', ['g', 'home'], words`Go to the first row`, end('first')),
    command('list.last', ['G', 'end'], words`Go to the last row`, end('last')),
    command('list.half-down', 'ctrl-d', words`Half a page down`, by(1, half)),
    command('list.half-up', 'ctrl-u', words`Half a page up`, by(-1, half)),
    command('list.page-down', ['ctrl-f', 'pagedown'], words`A page down`, by(1, page)),
    command('list.page-up', ['ctrl-b', 'pageup'], words`A page up`, by(-1, page)),
  ];

  const filter = list.filter;
  const whyNoFilter = () => list.whyNoFilter?.();
  if (filter) {
    movement.push(
      command('list.filter', '/', words`Filter the list`, {
        footer: () => (whyNoFilter() ? undefined : words`filter`),
        unavailable: whyNoFilter,
        run: () => filter(),
      }),
    );
  }
  if (list.marks) {
    movement.push(
      command('list.mark', 'space', words`Mark or unmark the row`, {
        unavailable: () => (list.ids().length === 0 ? words`There is no row to mark.` : undefined),
        run: move(() => marked(list.get(), list.ids(), list.height())),
      }),
    );
  }
  return inGroup('Lists', [...movement, ...sortCommands(list)]);
}

function sortCommands(list: ListHandle): readonly Command[] {
  const sortable = () => list.sortable?.() ?? [];
  const unavailable = () =>
    sortable().length === 0 ? words`This list cannot be sorted.` : undefined;
  const step = (by: number) => () => {
    // After the last column comes the list's own order.
    const orders = [...sortable(), ...(list.isAlwaysSorted ? [] : [null])];
    const state = list.get();
    const at = orders.indexOf(state.sort?.column ?? null);
    const column = orders[((at < 0 && by < 0 ? 0 : at) + by + orders.length) % orders.length];
    if (column === undefined) return;
    const descending = state.sort?.descending ?? false;
    list.set({ ...state, sort: column === null ? null : { column, descending } });
  };
  return [
    command('list.sort-next', ['shift-right', 'O'], words`Sort by the next column`, {
      unavailable,
      run: step(1),
    }),
    command('list.sort-previous', 'shift-left', words`Sort by the previous column`, {
      unavailable,
      run: step(-1),
    }),
    command('list.sort-invert', 'I', words`Reverse the sort order`, {
      unavailable() {
        if (list.get().sort !== null) return undefined;
        const key = keyFor(list.keyNames?.() ?? NO_KEY_NAMES, 'list.sort-next', words`O`);
        return words`Choose a column to sort by first: ${key}.`;
      },
      run: () => {
        const state = list.get();
        if (state.sort) {
          list.set({ ...state, sort: { ...state.sort, descending: !state.sort.descending } });
        }
      },
    }),
  ];
}

/** Zones of which a pane shows one at a time; `[` and `]` step through them. */
interface ZoneTabs {
  ids(): readonly string[];
  current(): string | null;
  show(id: string): void;
}

export function zoneTabCommands({ ids, current, show }: ZoneTabs): readonly Command[] {
  const step = (by: number) => () => {
    const all = ids();
    const at = all.indexOf(current() ?? '');
    const next = all[(at + by + all.length) % all.length];
    if (next !== undefined) show(next);
  };
  const unavailable = () =>
    ids().length < 2 ? words`There are no other zones in the workspace.` : undefined;
  return [
    command('tab.previous', '[', words`Previous zone`, { unavailable, run: step(-1) }),
    command('tab.next', ']', words`Next zone`, { unavailable, run: step(1) }),
  ];
}
