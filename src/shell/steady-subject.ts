import type { StoreApi } from 'zustand/vanilla';
import type { Pane, Subject } from '../panes/pane.ts';
import type { ConsoleState } from '../state/console-state.ts';
import type { Slices } from '../state/slice.ts';

/** The thing under the cursor, and since when it is there. */
export interface SteadySubject {
  readonly subject: Subject | null;
  /** Monotonic milliseconds. */
  readonly since: number;
}

/**
 * Follows what the cursor of the pane on screen is on. Rows come, go and change places by themselves: only
 * what has been under the cursor for a while can have been aimed at.
 */
export function followSubject({
  store,
  slices,
  panes,
  elapsed,
}: {
  readonly store: StoreApi<ConsoleState>;
  readonly slices: Slices;
  readonly panes: readonly Pick<Pane, 'id' | 'subject'>[];
  elapsed(): number;
}): () => SteadySubject {
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
  // Only these decide what is under the cursor.
  slices.subscribe(() => look(store.getState()));
  store.subscribe((state, before) => {
    if (state.pane !== before.pane) look(state);
  });
  return () => ({ subject: look(store.getState()), since });
}
