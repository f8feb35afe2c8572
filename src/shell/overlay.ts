import type { ReactNode } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import type { Command } from '../commands/command.ts';
import type { TextField } from '../commands/field-commands.ts';
import type { InputEvent } from '../input/input-event.ts';
import type { Pane, Subject } from '../panes/pane.ts';
import type { ConsoleState } from '../state/console-state.ts';
import type { Slices } from '../state/slice.ts';
import type { Printable } from '../text/printable.ts';
import type { Room } from '../text/spoken.ts';

/** What is open over the pane and has the keys: help, palette, ledger, a dialog. */
export interface Overlay {
  readonly id: string;
  title(state: ConsoleState): Printable;
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
  /** Draws it into `room`. */
  view(room: Room): ReactNode;
  /** Comes on screen. @param about what it is opened for: what help looks for */
  opened?(about?: string): void;
  /** Leaves the screen. */
  closed?(): void;
}

/** The thing under the cursor, and since when it is there. */
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
  readonly store: StoreApi<ConsoleState>;
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
