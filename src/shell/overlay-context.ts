import type { Command } from '../commands/command.ts';
import type { DoctorFacts, QueryableTerminal } from '../doctor/terminal-checks.ts';
import type { Machine } from '../edges/machine.ts';
import type { Pane, PaneContext } from '../panes/pane.ts';
import type { Printable } from '../text/printable.ts';
import type { Watches } from '../watches/watching.ts';
import type { CommandElsewhere, Dialog } from './keys/command-layers.ts';
import type { LineWord } from './keys/command-line.ts';
import type { CursorSubject, Overlay } from './overlay.tsx';

/** What overlays are handed: what panes are, and what is around them. */
export interface OverlayContext extends PaneContext {
  /** Opens one on top of the others. */
  open(overlay: string): void;
  /** Closes the one on top. */
  close(): void;
  readonly panes: readonly Pane[];
  /** What the cursor is on, and since when. */
  cursor(): CursorSubject;
  /** The commands that would be in force without an overlay. */
  table(): readonly Command[];
  /** The commands, and the dialog, that would have the keys if the overlay of that id were closed. */
  tableUnder(overlay: string): readonly Command[];
  /** What the panes that are not on screen can do; each shows its pane first. */
  commandsElsewhere(): readonly CommandElsewhere[];
  /** The commands of what was being typed when the overlay of that id was opened; none where nothing was. */
  typingUnder(overlay: string): readonly Command[];
  /** Ends what is being typed, if anything is, as Esc does. */
  cancelPrompt(): void;
  dialogUnder(overlay: string): Dialog | undefined;
  run(command: Command): void;
  /** Every word there is for `:`. */
  words(): readonly LineWord[];
  /** What cannot be had of the configuration's keys, and the commands whose keys can be chosen. */
  readonly chosenKeys: {
    problems(): readonly Printable[];
    commands(): readonly Command[];
  };
  /** Whether to remove a thing from the workspace. */
  readonly removal: Overlay;
  readonly watches: Watches;
  readonly surroundings: DoctorFacts;
  readonly terminal: QueryableTerminal;
  readonly machine: Pick<Machine, 'stateDirectory'>;
  /** Ends the console although a change is under way. */
  leave(): void;
}
