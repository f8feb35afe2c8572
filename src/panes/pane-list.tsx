import { Box } from 'ink';
import type { PropsWithChildren } from 'react';
import { type Command, command } from '../commands/command.ts';
import { listCommands } from '../commands/list-commands.ts';
import type { ConsoleState, ConsoleStore } from '../state/console-state.ts';
import { type ListState, type ListWithDetails, movedTo, selectedRow } from '../state/list.ts';
import type { Slice } from '../state/slice.ts';
import type { IdList } from '../text/list-window.ts';
import { count } from '../text/numbers.ts';
import { type Printable, words } from '../text/printable.ts';
import type { Room } from '../text/spoken.ts';
import { allShown, type DetailsLayout, nextPage } from '../ui/details-layout.ts';
import { APART, bodyRoom } from '../ui/layout.ts';
import { isStyled, type RowContent } from '../ui/line.ts';
import { HeldRows, Rows } from '../ui/rows.tsx';
import { type Column, sortsOf } from '../ui/table.ts';
import { useSelected } from '../ui/use-selected.ts';
import type { Pane, PaneContext } from './pane.ts';
import { askFilter, type FilteredList } from './prompts.ts';

interface PaneListOptions<Row, All> {
  readonly slice: Pick<Slice<ListWithDetails>, 'getState' | 'setState'>;
  readonly columns: readonly Column<Row>[];
  /** The rows on screen: those that the filter leaves, in the order asked for. */
  rows(): readonly Row[];
  /** How many rows there are without the filter. */
  total(): number;
  /** What its rows can be filtered by beside words. */
  readonly fields?: FilteredList<All>;
  readonly marks?: boolean;
  /** The pane shows the minute that is viewed: from there the way back is to now, before the filter. */
  readonly showsPast?: boolean;
  /** How the list and the details of its row are drawn in the pane's room. */
  layout(room: Room, state: ConsoleState): DetailsLayout;
  /** The keys that turn the pages of the details; `d` unless told. */
  readonly detailKeys?: readonly string[];
}

/** What the commands, the badge line and the other parts of the pane share of it. */
export interface PaneList<Row> {
  readonly commands: readonly Command[];
  /** The row under the cursor; undefined when there is none, or what was there is gone. */
  selected(): Row | undefined;
  goTo(id: string): void;
  badges(): readonly Printable[];
  readonly place: NonNullable<Pane['place']>;
  /** Closes the details, else leaves the minute that is viewed where it shows that, else takes the filter away. */
  wayBack(): (() => void) | undefined;
}

export function paneList<Row extends { readonly id: string }, All = Row>(
  context: Pick<PaneContext, 'store' | 'ask' | 'say'>,
  {
    slice,
    columns,
    rows,
    total,
    fields,
    layout,
    detailKeys = ['d'],
    marks = false,
    showsPast = false,
  }: PaneListOptions<Row, All>,
): PaneList<Row> {
  const { list, isDrawn, turnPage } = listWithDetails(context, {
    get: slice.getState,
    set: (change) => slice.setState(change),
    ids: () => rows().map(({ id }) => id),
    layout,
  });
  const selected = () => selectedRow(list.get(), rows());
  return {
    commands: [
      command('list.details', detailKeys, words`Show details`, {
        footer: words`details`,
        unavailable: () => (isDrawn() ? undefined : words`There is nothing to show yet.`),
        run: turnPage,
      }),
      ...listCommands({
        ...list,
        sortable: () => sortsOf(columns),
        keyNames: () => context.store.getState().keyNames,
        filter: () => askFilter(context, list, fields),
        marks,
      }),
    ],
    selected,
    goTo: (id) =>
      slice.setState(({ list: before }) => ({
        list: movedTo(before, list.ids(), id, list.height()),
      })),
    badges: () =>
      list.get().filter === '' ? [] : [words`FILTER: ${count(total() - rows().length)} hidden`],
    place: {
      get: () => ({ where: list.get().filter }),
      go: ({ where = '' }) => list.set({ ...list.get(), filter: where, top: 0 }),
    },
    wayBack() {
      // Of no row there are none on screen.
      if (slice.getState().detail !== null && selected())
        return () => slice.setState({ detail: null });
      if (showsPast && context.store.getState().viewing !== null)
        return () => context.store.setState({ viewing: null });
      const before = list.get();
      return before.filter === '' ? undefined : () => list.set({ ...before, filter: '' });
    },
  };
}

interface DetailsSource {
  get(): ListWithDetails;
  set(change: ListWithDetails): void;
  ids(): IdList;
  layout(room: Room, state: ConsoleState): DetailsLayout;
}

/** A list whose cursor row has paged details: what moves in it, and what turns their pages. */
export function listWithDetails(
  { store, say }: Pick<PaneContext, 'store' | 'say'>,
  { get, set, ids, layout }: DetailsSource,
) {
  /** Null where the screen is too small for panes. */
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
    /** Rows without the table head. */
    height: () => Math.max(1, (drawn()?.list.rows ?? 2) - 1),
  };
  return {
    list,
    isDrawn: () => drawn() !== null,
    turnPage() {
      const shown = drawn();
      if (!shown) return;
      const all = get().detail === null && allShown(shown);
      if (all) say(all);
      else set({ list: get().list, detail: nextPage(shown) });
    },
  };
}

/** What the view of a pane is drawn from. */
export type PaneViewProps<State extends object> = Room & {
  readonly store: ConsoleStore;
  readonly slice: Slice<State>;
};

/** The wall clock rounded down to the minute: ages on screen do not cause a redraw every second. */
export const useMinute = (store: ConsoleStore): number =>
  useSelected(store, ({ now }) => Math.floor(now.wall / MINUTE_MS) * MINUTE_MS);

const MINUTE_MS = 60_000;

/** The lines of a list below what stands above it, and what is said of the row under its cursor where that is laid out. */
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

/** The row under the cursor of a list that is spoken. */
const spokenId = (lines: readonly RowContent[]): string | undefined =>
  lines.flatMap((line) =>
    !isStyled(line) && line.kind === 'row' && line.here ? [line.id] : [],
  )[0];
