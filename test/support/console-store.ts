import type { StoreApi } from 'zustand/vanilla';
import {
  type Beginning,
  type ConsoleState,
  createConsoleStore,
} from '../../src/state/console-state.ts';
import { EMPTY_WORKSPACE } from '../../src/state/workspace.ts';
import { words } from '../../src/text/printable.ts';

/** The initial store of a console, on an 80x24 terminal at 2026-03-14 14:02:00Z. */
export const consoleStore = (beginning: Partial<Beginning> = {}): StoreApi<ConsoleState> =>
  createConsoleStore({
    profile: {
      name: words`prod`,
      host: words`api.service.example`,
      baseUrl: 'https://api.service.example',
      demo: false,
      readOnly: false,
    },
    workspace: EMPTY_WORKSPACE,
    size: { columns: 80, rows: 24 },
    now: { wall: Date.parse('2026-03-14T14:02:00Z'), elapsed: 0 },
    interval: 5000,
    ...beginning,
  });
