import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';

/** Re-renders when what `select` returns changes, and only then: subscribe to what you draw. */
export function useSelected<State, Selected>(
  store: StoreApi<State>,
  select: (state: State) => Selected,
): Selected {
  return useStore(store, select);
}
