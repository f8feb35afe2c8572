import type { StoreApi } from 'zustand/vanilla';
import type { Command } from '../commands/command.ts';
import { listCommands } from '../commands/list-commands.ts';
import type { PaneContext } from '../panes/pane.ts';
import type { ConsoleState } from '../state/console-state.ts';
import { EMPTY_LIST, type ListState } from '../state/list.ts';
import type { Room } from '../text/spoken.ts';
import { bodyRows } from '../ui/layout.ts';
import type { RowContent } from '../ui/line.ts';
import { Rows } from '../ui/rows.tsx';
import { useRows } from '../ui/use-selected.ts';
import type { Overlay } from './overlay.ts';

interface ListParts extends Pick<Overlay, 'id' | 'title' | 'opened'> {
  ids(state: ConsoleState): readonly string[];
  /** How many of `rows` lines the list has, with its head; all when not said. */
  listRows?(rows: number, state: ConsoleState): number;
  lines(state: ConsoleState, list: ListState, room: Room): readonly RowContent[];
  /** What can be done besides moving about. */
  commands?(list: () => ListState): readonly Command[];
}

/** An overlay that is a list: at its top whenever it comes on screen. */
export function listOverlay(
  { store, slices }: Pick<PaneContext, 'store' | 'slices'>,
  { ids, listRows = (rows) => rows, lines, commands, opened, ...named }: ListParts,
): Overlay {
  const slice = slices.create<{ readonly list: ListState }>({ list: EMPTY_LIST });
  const get = () => slice.getState().list;
  return {
    ...named,
    commands: [
      ...(commands?.(get) ?? []),
      ...listCommands({
        get,
        set: (list) => slice.setState({ list }),
        ids: () => ids(store.getState()),
        height: () => Math.max(1, listRows(bodyRows(store.getState()), store.getState()) - 1),
      }),
    ],
    view: (room) => (
      <ListView store={store} make={(state) => lines(state, get(), room)} {...room} />
    ),
    opened() {
      opened?.();
      slice.setState({ list: EMPTY_LIST });
    },
  };
}

function ListView({
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
