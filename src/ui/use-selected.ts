import { createContext, useContext, useSyncExternalStore } from 'react';
import type { StoreApi } from 'zustand/vanilla';

/** Calls `listener` after changes; returns the end of it. */
export type Changes = (listener: () => void) => () => void;

/**
 * When views look at their stores again: at each change of the store, unless the console gathers changes and
 * tells of many at once. Set once, around everything that is drawn.
 */
export const DrawnChanges = createContext<Changes | null>(null);

/**
 * Re-renders when what `select` returns changes, and only then: subscribe to what you draw. Where changes are gathered
 * `select` may look at other stores, too; of several values, or lines, `useShallow` makes one that can be compared.
 */
export function useSelected<State, Selected>(
  store: StoreApi<State>,
  select: (state: State) => Selected,
): Selected {
  const changes = useContext(DrawnChanges);
  return useSyncExternalStore(changes ?? store.subscribe, () => select(store.getState()));
}

/** The whole state of a pane's or an overlay's own store. */
export const useSlice = <State>(slice: StoreApi<State>): State => useSelected(slice, whole);

const whole = <State>(state: State): State => state;
