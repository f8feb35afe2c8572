import type { ReactNode } from 'react';
import type { Command } from '../commands/command.ts';
import type { TextField } from '../commands/field-commands.ts';
import type { InputEvent } from '../input/input-event.ts';
import type { ConsoleState } from '../state/console-state.ts';
import type { Printable } from '../text/printable.ts';
import type { Room } from '../text/spoken.ts';

/** What is open over the pane and has the keys: help, palette, ledger, a dialog. */
export interface Overlay {
  readonly id: string;
  title(state: ConsoleState): Printable;
  /** Its commands; with a prompt open, those whose keys are not typed text. */
  readonly commands: readonly Command[];
  /**
   * A key that none of its commands has, or a paste. With it no other commands are in force: a dialog. Gives
   * what its text field is to be fed.
   */
  handleInput?(event: InputEvent): string | undefined;
  /** What is typed into, while something is. */
  field?(): TextField | undefined;
  /** Draws it into `room`. */
  view(room: Room): ReactNode;
  /** Comes on screen. */
  opened(): void;
  /** Leaves the screen. */
  closed(): void;
}
