import { createStore, type StoreApi } from 'zustand/vanilla';

/**
 * What one pane or overlay knows, in a store of its own: typed, and written by nobody else. What several of them
 * draw or ask for is in the console's store. Views read both with `useSelected`.
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
    /** Told of a change of any slice, whichever it is. */
    subscribe(listener: () => void) {
      listeners.push(listener);
    },
  };
}

export type Slices = ReturnType<typeof createSlices>;
