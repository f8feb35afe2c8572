import { createStore, type StoreApi } from 'zustand/vanilla';

/**
 * The typed store of one pane or overlay, written only by it. Shared state is in the console's store. Views read both
 * with `useSelected`.
 */
export type Slice<State extends object> = StoreApi<State>;

export function createSlices() {
  const listeners: (() => void)[] = [];
  return {
    create<State extends object>(initial: State) {
      const store = createStore<State>(() => initial);
      store.subscribe(() => {
        for (const listener of listeners) listener();
      });
      return store;
    },
    /** Called when any slice changes. */
    subscribe(listener: () => void) {
      listeners.push(listener);
    },
  };
}

export type Slices = ReturnType<typeof createSlices>;
