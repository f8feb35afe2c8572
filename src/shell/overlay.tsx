import type { ReactNode } from 'react';
import type { Command } from '../commands/command.ts';
import type { TextField } from '../commands/field-commands.ts';
import { type ListHandle, listCommands } from '../commands/list-commands.ts';
import type { InputEvent } from '../input/input-event.ts';
import type { PaneContext } from '../panes/pane.ts';
import type { ConsoleState, ConsoleStore } from '../state/console-state.ts';
import { EMPTY_LIST, type ListState } from '../state/list.ts';
import type { Printable } from '../text/printable.ts';
import type { Room } from '../text/spoken.ts';
import { PromptField } from '../ui/field.tsx';
import { bodyRows } from '../ui/layout.ts';
import { compose, type Line, type RowContent, wrappedLine } from '../ui/line.ts';
import { Row, Rows } from '../ui/rows.tsx';
import { usePicked, useRows } from '../ui/use-selected.ts';

/** An overlay over the pane, which receives the keys: help, palette, ledger, a dialog. */
export interface Overlay {
  readonly id: string;
  title(state: ConsoleState): Printable;
  filter?(): string;
  /** Its commands; while a prompt is open, only keys that are not text apply. */
  readonly commands: readonly Command[];
  /**
   * Handles a paste, or a key without a command; its presence makes the overlay a dialog, where no other commands
   * apply. Returns the input for its text field.
   */
  handleInput?(event: InputEvent): string | undefined;
  field?(): TextField | undefined;
  /** Explains a dialog in the help; undefined while the dialog must not be covered. */
  about?(): readonly Printable[] | undefined;
  view(room: Room): ReactNode;
  /** Comes on screen. `about`: what the help searches for. */
  opened?(about?: string): void;
  closed?(): void;
  /** The terminal is about to be suspended: the overlay will be invisible. */
  suspended?(): void;
}

interface ListParts extends Pick<Overlay, 'id' | 'title' | 'opened'> {
  ids(state: ConsoleState, list: ListState): readonly string[];
  /** Lines of the list with its head, of `rows`; all by default. */
  listRows?(rows: number, state: ConsoleState): number;
  lines(state: ConsoleState, list: ListState, room: Room): readonly RowContent[];
  commands?(list: () => ListState, handle: ListHandle): readonly Command[];
  /** Asks for a filter. */
  filter?(list: ListHandle): void;
  moved?(): void;
}

/** A list overlay. It starts at the top whenever it is opened. */
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
    height: () => Math.max(1, listRows(bodyRows(store.getState()), store.getState()) - 1),
  };
  return {
    ...named,
    filter: () => list.get().filter,
    commands: [
      ...(commands?.(list.get, list) ?? []),
      ...listCommands({
        ...list,
        ...(filter && { filter: () => filter(list) }),
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
  /** Enter and Esc: change nothing. */
  readonly no: Pick<Command, 'id' | 'label' | 'footer' | 'run'>;
  /** Ctrl-Y: confirms. */
  readonly yes: Pick<Command, 'id' | 'label' | 'footer' | 'run'>;
  lines(state: ConsoleState): readonly Line[];
}

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
      make={(state) =>
        lines(state).flatMap((line) =>
          wrappedLine(line, room.columns, 1).map((each) => compose(each, room.columns)),
        )
      }
      {...room}
    />
  ),
});

/** The line at the top of an overlay that is typed into; blank while nothing is typed. */
export function TopPrompt({ store, room }: { readonly store: ConsoleStore; readonly room: Room }) {
  const { prompt, behind } = usePicked(store, 'prompt', 'behind');
  return prompt ? (
    <PromptField prompt={prompt} behind={behind} room={room} />
  ) : (
    <Row line={compose([], room.columns)} />
  );
}

function Lines({
  store,
  make,
  columns,
  rows,
}: Pick<Room, 'columns' | 'rows'> & {
  readonly store: ConsoleStore;
  make(state: ConsoleState): readonly RowContent[];
}) {
  return <Rows lines={useRows(store, make)} columns={columns} rows={rows} />;
}
