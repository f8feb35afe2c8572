import type { StoreApi } from 'zustand/vanilla';
import type { Command } from '../commands/command.ts';
import type { Pane } from '../panes/pane.ts';
import type { ConsoleState } from '../state/console-state.ts';
import type { Overlay } from './overlay.ts';

/** What the frame is drawn around. */
export interface AppProps {
  readonly store: StoreApi<ConsoleState>;
  readonly panes: readonly Pane[];
  /** What lies over the pane, on top of all that does. */
  overlay(): Overlay | undefined;
  /** The commands in force. */
  table(): readonly Command[];
  typed(value: string): void;
}

/** The fields that a pane or an overlay draws itself, where its results are. */
export const DRAWN_ELSEWHERE = new Set(['search', 'palette', 'help']);
