import type { StoreApi } from 'zustand/vanilla';
import type { ConsoleState } from './console-state.ts';

/** One pane's window on the store: it reads and writes its own state and sees no other pane's. */
export interface Slice<State extends object> {
  get(): State;
  set(change: Partial<State> | ((state: State) => Partial<State>)): void;
  /** The slice's state out of the whole, for selectors. */
  of(state: ConsoleState): State;
  readonly store: StoreApi<ConsoleState>;
}

/** Opens the slice named `name`, writing `initial` into the store. */
export function openSlice<State extends object>(
  store: StoreApi<ConsoleState>,
  name: string,
  initial: State,
): Slice<State> {
  store.setState((state) => ({ slices: { ...state.slices, [name]: initial } }));
  // The one cast that a store of differently shaped slices costs: only this function writes under `name`.
  const of = (state: ConsoleState) => state.slices[name] as State;
  return {
    store,
    of,
    get: () => of(store.getState()),
    set(change) {
      store.setState((state) => {
        const before = of(state);
        const part = typeof change === 'function' ? change(before) : change;
        return { slices: { ...state.slices, [name]: { ...before, ...part } } };
      });
    },
  };
}
