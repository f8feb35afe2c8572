import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ConsoleState, Profile } from './console-state.ts';
import { NO_KEY_NAMES } from './key-names.ts';
import type { Moment } from './loadable.ts';
import type { Workspace } from './workspace.ts';

/** What a run of the console begins with. */
export interface Beginning {
  readonly profile: Profile;
  readonly workspace: Workspace;
  readonly size: ConsoleState['size'];
  readonly now: Moment;
  /** Milliseconds between polls. */
  readonly interval: number;
}

export function createConsoleStore(beginning: Beginning): StoreApi<ConsoleState> {
  return createStore<ConsoleState>(() => ({
    ...beginning,
    pane: '',
    lastPane: null,
    overlays: [],
    prompt: null,
    notice: null,
    hint: beginning.profile.newcomer === true,
    moving: false,
    pausedAt: null,
    zone: 'utc',
    connection: { kind: 'unknown' },
    nextAttemptAt: null,
    exchanges: [],
    drift: [],
    changes: [],
    fullPane: false,
    preview: true,
    keyNames: NO_KEY_NAMES,
    slices: {},
  }));
}
