import { isDeepStrictEqual } from 'node:util';
import { createContext, useContext, useRef, useSyncExternalStore } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { StoreApi } from 'zustand/vanilla';
import type { RowContent } from './line.ts';

/** Calls `listener` after changes; returns the end of it. */
export type Subscribe = (listener: () => void) => () => void;

/**
 * When views look at their stores again: at each change of the store, unless the console gathers changes and
 * tells of many at once. Set once, around everything that is drawn.
 */
export const DrawnChanges = createContext<Subscribe | null>(null);

/**
 * Re-renders when what `select` returns changes, and only then: subscribe to what you draw. Where changes are gathered
 * `select` may look at other stores, too; of several values `useShallow` makes one that can be compared.
 */
export function useSelected<State, Selected>(
  store: StoreApi<State>,
  select: (state: State) => Selected,
): Selected {
  const changes = useContext(DrawnChanges);
  return useSyncExternalStore(changes ?? store.subscribe, () => select(store.getState()));
}

/** Some of what a store holds, by name: re-renders when one of it is another. */
export const usePicked = <State, Name extends keyof State>(
  store: StoreApi<State>,
  ...names: readonly Name[]
): Pick<State, Name> =>
  useSelected(
    store,
    useShallow(
      (state) => Object.fromEntries(names.map((name) => [name, state[name]])) as Pick<State, Name>,
    ),
  );

/** Rows that are made anew at each change: re-renders when one of them is another. */
export function useRows<State>(
  store: StoreApi<State>,
  make: (state: State) => readonly RowContent[],
): readonly RowContent[] {
  const last = useRef<readonly RowContent[]>([]);
  return useSelected(store, (state) => {
    const rows = make(state);
    if (!isDeepStrictEqual(rows, last.current)) last.current = rows;
    return last.current;
  });
}

export const useSlice = <State>(slice: StoreApi<State>): State => useSelected(slice, whole);

const whole = <State>(state: State): State => state;
