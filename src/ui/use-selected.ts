import { isDeepStrictEqual } from 'node:util';
import { createContext, useContext, useRef, useSyncExternalStore } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { StoreApi } from 'zustand/vanilla';
import type { RowContent } from './line.ts';

export type Subscribe = (listener: () => void) => () => void;

/** Tells views when to check their stores: the console batches changes. Without it, every change of a store counts. */
export const DrawnChanges = createContext<Subscribe | null>(null);

/**
 * Re-renders only when the result of `select` changes. With batched changes `select` may read other stores, too; use
 * `useShallow` for several values.
 */
export function useSelected<State, Selected>(
  store: StoreApi<State>,
  select: (state: State) => Selected,
): Selected {
  const changes = useContext(DrawnChanges);
  return useSyncExternalStore(changes ?? store.subscribe, () => select(store.getState()));
}

/** Selected members of a store; re-renders when one changes. */
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

/** Computed rows; re-renders when one changes. */
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
