import { createContext, useContext, useSyncExternalStore } from 'react';
import type { StoreApi } from 'zustand/vanilla';

/** Calls `listener` after changes; returns the end of it. */
export type Changes = (listener: () => void) => () => void;

/**
 * When views look at the state again: at each change of the store, unless the console gathers changes and
 * tells of many at once. Set once, around everything that is drawn.
 */
export const DrawnChanges = createContext<Changes | null>(null);

/** Re-renders when what `select` returns changes, and only then: subscribe to what you draw. */
export function useSelected<State, Selected>(
  store: StoreApi<State>,
  select: (state: State) => Selected,
): Selected {
  const changes = useContext(DrawnChanges);
  return useSyncExternalStore(changes ?? store.subscribe, () => select(store.getState()));
}
