import type { ReactNode } from 'react';
import type { Command } from '../commands/command.ts';
import type { TextField } from '../commands/field-commands.ts';
import { type ListHandle, listCommands } from '../commands/list-commands.ts';
import type { InputEvent } from '../input/input-event.ts';
import type { Pane, PaneContext, Subject } from '../panes/pane.ts';
import { askFilter } from '../panes/prompts.ts';
import type { ConsoleState, ConsoleStore } from '../state/console-state.ts';
import { EMPTY_LIST, type ListState } from '../state/list.ts';
import type { Slices } from '../state/slice.ts';
import type { Printable } from '../text/printable.ts';
import type { Room } from '../text/spoken.ts';
import { PromptField } from '../ui/field.tsx';
import { bodyRows } from '../ui/layout.ts';
import { compose, type Line, type RowContent, wrappedLine } from '../ui/line.ts';
import { Row, Rows } from '../ui/rows.tsx';
import { usePicked, useRows } from '../ui/use-selected.ts';

/** What is open over the pane and has the keys: help, palette, ledger, a dialog. */
export interface Overlay {
  readonly id: string;
  title(state: ConsoleState): Printable;
  /** What its list is filtered by; empty while it is not. */
  filter?(): string;
  /** Its commands; with a prompt open, those whose keys are not typed text. */
  readonly commands: readonly Command[];
  /**
   * A key that none of its commands has, or a paste. With it no other commands are in force: a dialog. Gives
   * what its text field is to be fed.
   */
  handleInput?(event: InputEvent): string | undefined;
  /** What is typed into, while something is. */
  field?(): TextField | undefined;
  /** For a dialog: what it asks and what its answers do, as sentences; undefined while it must not be covered. */
  about?(): readonly Printable[] | undefined;
  view(room: Room): ReactNode;
  /** Comes on screen. @param about what it is opened for: what help looks for */
  opened?(about?: string): void;
  /** Leaves the screen. */
  closed?(): void;
  /** The shell is about to have the terminal: nothing is seen of it until it is continued. */
  suspended?(): void;
}

export interface CursorSubject {
  readonly subject: Subject | null;
  /** Monotonic milliseconds. */
  readonly since: number;
}

/**
 * Follows what the cursor of the pane on screen is on. Rows come, go and change places by themselves: only
 * what has been under the cursor for a while can have been aimed at.
 */
export function followCursor({
  store,
  slices,
  panes,
  elapsed,
}: {
  readonly store: ConsoleStore;
  readonly slices: Slices;
  readonly panes: readonly Pick<Pane, 'id' | 'subject'>[];
  elapsed(): number;
}): () => CursorSubject {
  const read = (state: ConsoleState): Subject | null =>
    panes.find(({ id }) => id === state.pane)?.subject?.(state) ?? null;
  let key = '';
  let since = elapsed();
  const look = (state: ConsoleState): Subject | null => {
    const subject = read(state);
    const now = subject === null ? '' : JSON.stringify([state.pane, subject.id]);
    if (now !== key) {
      key = now;
      since = elapsed();
    }
    return subject;
  };
  // Only these decide what is under the cursor; some lists are ordered by how long ago something was.
  slices.subscribe(() => look(store.getState()));
  store.subscribe((state, before) => {
    if (state.pane !== before.pane || state.now !== before.now) look(state);
  });
  return () => ({ subject: look(store.getState()), since });
}

interface ListParts extends Pick<Overlay, 'id' | 'title' | 'opened'> {
  ids(state: ConsoleState, list: ListState): readonly string[];
  /** How many of `rows` lines the list has, with its head; all when not said. */
  listRows?(rows: number, state: ConsoleState): number;
  lines(state: ConsoleState, list: ListState, room: Room): readonly RowContent[];
  /** What can be done besides moving about. */
  commands?(list: () => ListState, handle: ListHandle): readonly Command[];
  readonly filter?: Pick<PaneContext, 'ask' | 'say'>;
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
    height: () => Math.max(1, listRows(bodyRows(store.getState()), store.getState()) - 1),
  };
  return {
    ...named,
    filter: () => list.get().filter,
    commands: [
      ...(commands?.(list.get, list) ?? []),
      ...listCommands({
        ...list,
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
