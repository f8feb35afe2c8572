import type { Command } from '../commands/command.ts';
import type { DoctorFacts, QueryableTerminal } from '../doctor/terminal-checks.ts';
import type { Machine } from '../edges/machine.ts';
import type { Pane, PaneContext } from '../panes/pane.ts';
import type { Printable } from '../text/printable.ts';
import type { Watches } from '../watches/watching.ts';
import type { CursorSubject } from './cursor-subject.ts';
import type { CommandElsewhere, Dialog } from './keys/command-layers.ts';
import type { TypedCommand } from './keys/command-line.ts';
import type { Overlay } from './overlay.tsx';

export interface OverlayContext extends PaneContext {
  open(overlay: string): void;
  close(): void;
  readonly panes: readonly Pane[];
  /** The item under the cursor, and since when. */
  cursor(): CursorSubject;
  table(): readonly Command[];
  /** Commands that would apply if this overlay were closed. */
  tableUnder(overlay: string): readonly Command[];
  /** Commands of the other panes; each shows its pane first. */
  commandsElsewhere(): readonly CommandElsewhere[];
  /** Commands of the prompt that was open under this overlay; empty without one. */
  typingUnder(overlay: string): readonly Command[];
  /** Cancels an open prompt, as Esc does. */
  cancelPrompt(): void;
  dialogUnder(overlay: string): Dialog | undefined;
  run(command: Command): void;
  typedCommands(): readonly TypedCommand[];
  /** Problems of configured keys, and the commands that can be rebound. */
  readonly chosenKeys: {
    problems(): readonly Printable[];
    commands(): readonly Command[];
  };
  readonly removal: Overlay;
  readonly watches: Watches;
  readonly surroundings: DoctorFacts;
  readonly terminal: QueryableTerminal;
  readonly machine: Pick<Machine, 'stateDirectory'>;
  /** Quits even with a change under way. */
  leave(): void;
}
