import type { Pane, Subject } from '../panes/pane.ts';
import type { ConsoleState, ConsoleStore } from '../state/console-state.ts';
import type { Slices } from '../state/slice.ts';

export interface CursorSubject {
  readonly subject: Subject | null;
  /** Monotonic milliseconds. */
  readonly since: number;
}

/**
 * Tracks the item under the cursor and since when. Rows move by themselves: only what stayed under the cursor for a
 * while can have been chosen on purpose.
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
  // Only slices, the pane and time decide what is under the cursor; some lists are ordered by age.
  slices.subscribe(() => look(store.getState()));
  store.subscribe((state, before) => {
    if (state.pane !== before.pane || state.now !== before.now) look(state);
  });
  return () => ({ subject: look(store.getState()), since });
}
