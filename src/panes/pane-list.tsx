import { Box } from 'ink';
import type { PropsWithChildren } from 'react';
import { type Command, command } from '../commands/command.ts';
import { listCommands } from '../commands/list-commands.ts';
import type { ConsoleState, ConsoleStore } from '../state/console-state.ts';
import { type ListState, type ListWithDetails, movedTo, selectedRow } from '../state/list.ts';
import type { Slice } from '../state/slice.ts';
import { type IdList, idsOf } from '../text/list-window.ts';
import { count } from '../text/numbers.ts';
import { type Printable, words } from '../text/printable.ts';
import type { Room } from '../text/spoken.ts';
import { allShown, type DetailsLayout, nextPage } from '../ui/details-layout.ts';
import { APART, bodyRoom } from '../ui/layout.ts';
import { isStyled, type RowContent } from '../ui/line.ts';
import { HeldRows, Rows } from '../ui/rows.tsx';
import { useSelected } from '../ui/use-selected.ts';
import type { Pane, PaneContext } from './pane.ts';
import { askFilter, type FilteredList } from './prompts.ts';

interface PaneListOptions<Row, All> {
  readonly slice: Pick<Slice<ListWithDetails>, 'getState' | 'setState'>;
  /** Columns to sort by. */
  sortable(): readonly string[];
  rows(): readonly Row[];
  total(): number;
  /** How the rows are filtered. */
  readonly filtered: FilteredList<All>;
  /** Why there is nothing to filter now; absent if the pane always has a list. */
  whyNoFilter?(): Printable | undefined;
  readonly marks?: boolean;
  /**
   * Whether the pane shows the minute that is viewed: going back returns to the present before it clears the filter.
   */
  readonly showsPast?: boolean;
  layout(room: Room, state: ConsoleState): DetailsLayout;
  /** Keys that open and page the details; `d` by default. */
  readonly detailKeys?: readonly string[];
}

export interface PaneList<Row> {
  readonly commands: readonly Command[];
  /** The row under the cursor; undefined if there is none or it no longer exists. */
  selected(): Row | undefined;
  goTo(id: string): void;
  badges(): readonly Printable[];
  readonly place: NonNullable<Pane['place']>;
  /** Closes the details, else returns to the present, else clears the filter. */
  wayBack(): (() => void) | undefined;
}

export function paneList<Row extends { readonly id: string }, All = Row>(
  context: Pick<PaneContext, 'store' | 'ask' | 'say'>,
  {
    slice,
    sortable,
    rows,
    total,
    filtered,
    whyNoFilter = () => undefined,
    layout,
    detailKeys = ['d'],
    marks = false,
    showsPast = false,
  }: PaneListOptions<Row, All>,
): PaneList<Row> {
  const { list, whyNoMore, turnPage } = listWithDetails(context, {
    get: slice.getState,
    set: (change) => slice.setState(change),
    ids: () => idsOf(rows()),
    layout,
  });
  const selected = () => selectedRow(list.get(), rows());
  return {
    commands: [
      command('list.details', detailKeys, words`Show details`, {
        footer: words`details`,
        unavailable: whyNoMore,
        run: turnPage,
      }),
      ...listCommands({
        ...list,
        sortable,
        keyNames: () => context.store.getState().keyNames,
        filter: () => askFilter(context, list, filtered),
        whyNoFilter,
        marks,
      }),
    ],
    selected,
    goTo: (id) =>
      slice.setState(({ list: before }) => ({
        list: movedTo(before, list.ids(), id, list.height()),
      })),
    badges: () => (list.get().filter === '' ? [] : [filterBadge(total() - rows().length)]),
    place: {
      get: () => ({ where: list.get().filter }),
      go: ({ where = '' }) => list.set({ ...list.get(), filter: where, top: 0 }),
    },
    wayBack() {
      // Without a row no details are on screen.
      if (slice.getState().detail !== null && selected())
        return () => slice.setState({ detail: null });
      if (showsPast && context.store.getState().viewing !== null)
        return () => context.store.setState({ viewing: null });
      const before = list.get();
      return before.filter === '' ? undefined : () => list.set({ ...before, filter: '' });
    },
  };
}

export const filterBadge = (hidden: number): Printable => words`FILTER: ${count(hidden)} hidden`;

/** `fine`: the rows that are hidden because they are no problems. */
export const problemsBadge = (fine: number): Printable =>
  words`ONLY PROBLEMS: ${count(fine)} hidden`;

interface DetailsSource {
  get(): ListWithDetails;
  set(change: ListWithDetails): void;
  ids(): IdList;
  layout(room: Room, state: ConsoleState): DetailsLayout;
}

/** Cursor movement in a list, and paging through the details of its selected row. */
export function listWithDetails(
  { store, say }: Pick<PaneContext, 'store' | 'say'>,
  { get, set, ids, layout }: DetailsSource,
) {
  const drawn = () => {
    const state = store.getState();
    const room = bodyRoom(state);
    return room && layout(room, state);
  };
  const list = {
    get: () => get().list,
    set(next: ListState) {
      const { list: before, detail } = get();
      const isOther = next.cursor !== before.cursor;
      // The details of another row start at their first page.
      set({ list: next, detail: detail !== null && isOther ? 0 : detail });
    },
    ids,
    height: () => Math.max(1, (drawn()?.list.rows ?? 2) - 1),
  };
  return {
    list,
    whyNoMore(): Printable | undefined {
      const shown = drawn();
      if (!shown) return words`There is nothing to show yet.`;
      return shown.details === null && shown.shown?.of === 1
        ? words`There is nothing more to show.`
        : undefined;
    },
    turnPage() {
      const shown = drawn();
      if (!shown) return;
      const all = get().detail === null && allShown(shown);
      if (all) say(all);
      else set({ list: get().list, detail: nextPage(shown) });
    },
  };
}

export type PaneViewProps<State extends object> = Room & {
  readonly store: ConsoleStore;
  readonly slice: Slice<State>;
};

/** The wall clock rounded down to the minute: ages on screen do not cause a redraw every second. */
export const useMinute = (store: ConsoleStore): number =>
  useSelected(store, ({ now }) => Math.floor(now.wall / MINUTE_MS) * MINUTE_MS);

const MINUTE_MS = 60_000;

/** A list with its details beside or below it; `children` are drawn above both. */
export function ListAndDetails({
  store,
  layout: { list, details },
  lines,
  children,
}: PropsWithChildren<{
  readonly store: ConsoleStore;
  readonly layout: Pick<DetailsLayout, 'list' | 'details'>;
  readonly lines: readonly RowContent[];
}>) {
  const moving = useSelected(store, (state) => state.moving);
  const below = details?.where === 'below';
  const body = (
    <Box flexDirection={below ? 'column' : 'row'} gap={below ? 0 : APART}>
      <Rows lines={lines} {...list} />
      {details && (
        <HeldRows {...details} lines={() => details.lines} held={moving} of={spokenId(lines)} />
      )}
    </Box>
  );
  if (!children) return body;
  return (
    <Box flexDirection="column">
      {children}
      {body}
    </Box>
  );
}

const spokenId = (lines: readonly RowContent[]): string | undefined =>
  lines.flatMap((line) =>
    !isStyled(line) && line.kind === 'row' && line.here ? [line.id] : [],
  )[0];
