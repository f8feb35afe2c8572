import type { StoreApi } from 'zustand/vanilla';
import type { Command } from '../commands/command.ts';
import { listCommands } from '../commands/list-commands.ts';
import { askFilter } from '../panes/filter-prompt.ts';
import type { PaneContext } from '../panes/pane.ts';
import type { ConsoleState } from '../state/console-state.ts';
import { EMPTY_LIST, type ListState } from '../state/list.ts';
import type { Room } from '../text/spoken.ts';
import { bodyRows } from '../ui/layout.ts';
import { compose, type Line, type RowContent } from '../ui/line.ts';
import { Rows } from '../ui/rows.tsx';
import { useRows } from '../ui/use-selected.ts';
import type { Overlay } from './overlay.ts';

interface ListParts extends Pick<Overlay, 'id' | 'title' | 'opened'> {
  ids(state: ConsoleState, list: ListState): readonly string[];
  /** How many of `rows` lines the list has, with its head; all when not said. */
  listRows?(rows: number, state: ConsoleState): number;
  lines(state: ConsoleState, list: ListState, room: Room): readonly RowContent[];
  /** What can be done besides moving about. */
  commands?(list: () => ListState): readonly Command[];
  /** Asks for a filter, where the list has one. */
  readonly filter?: Pick<PaneContext, 'ask' | 'say'>;
  /** The cursor was moved. */
  moved?(): void;
}

/** An overlay that is a list: at its top whenever it comes on screen. */
export function listOverlay(
  { store, slices }: Pick<PaneContext, 'store' | 'slices'>,
  { listRows = (rows) => rows, lines, commands, filter, moved, opened, ...named }: ListParts,
): Overlay {
  const slice = slices.create<{ readonly list: ListState }>({ list: EMPTY_LIST });
  const list = {
    get: () => slice.getState().list,
    set(next: ListState) {
      moved?.();
      slice.setState({ list: next });
    },
    ids: () => named.ids(store.getState(), list.get()),
  };
  return {
    ...named,
    commands: [
      ...(commands?.(list.get) ?? []),
      ...listCommands({
        ...list,
        height: () => Math.max(1, listRows(bodyRows(store.getState()), store.getState()) - 1),
        ...(filter && { filter: () => askFilter(filter, list) }),
      }),
    ],
    view: (room) => (
      <Lines store={store} make={(state) => lines(state, list.get(), room)} {...room} />
    ),
    opened() {
      opened?.();
      slice.setState({ list: EMPTY_LIST });
    },
  };
}

interface QuestionParts extends Pick<Overlay, 'title' | 'about'> {
  readonly id: string;
  /** What Enter and Esc do, which changes nothing. */
  readonly no: Pick<Command, 'id' | 'label' | 'footer' | 'run'>;
  /** What Ctrl-Y does. */
  readonly yes: Pick<Command, 'id' | 'label' | 'footer' | 'run'>;
  lines(state: ConsoleState): readonly Line[];
}

/** A dialog that asks whether something is to be done. */
export const questionOverlay = (
  { store }: Pick<PaneContext, 'store'>,
  { no, yes, lines, ...named }: QuestionParts,
): Overlay => ({
  ...named,
  commands: [
    { ...no, keys: ['enter', 'esc', 'ctrl-c'] },
    { ...yes, keys: ['ctrl-y'] },
  ],
  handleInput: () => undefined,
  view: (room) => (
    <Lines
      store={store}
      make={(state) => lines(state).map((line) => compose(line, room.columns))}
      {...room}
    />
  ),
});

function Lines({
  store,
  make,
  columns,
  rows,
}: Pick<Room, 'columns' | 'rows'> & {
  readonly store: StoreApi<ConsoleState>;
  make(state: ConsoleState): readonly RowContent[];
}) {
  return <Rows lines={useRows(store, make)} columns={columns} rows={rows} />;
}
