import type { Command } from '../../commands/command.ts';
import type { History } from '../../history/history.ts';
import type { Pane, PaneContext } from '../../panes/pane.ts';
import type { ConsoleRecording } from '../../recording/console-recording.ts';
import type { Player } from '../../recording/player.ts';
import type { Destination } from '../../state/workspace.ts';
import type { Printable } from '../../text/printable.ts';
import type { ThemeName } from '../../text/themes.ts';
import type { Watches } from '../../watches/watching.ts';
import type { LineHistory } from './line-history.ts';
import type { WorkspaceCommands } from './workspace-commands.ts';

/** What the commands that work everywhere act on. */
export interface GlobalContext
  extends Pick<PaneContext, 'store' | 'moment' | 'say' | 'ask' | 'show' | 'copy' | 'isSecret'> {
  readonly panes: readonly Pane[];
  /** The commands in force. */
  table(): readonly Command[];
  open(overlay: string, about?: string): void;
  close(): void;
  readonly watches: Pick<Watches, 'add'>;
  redraw(): void;
  setTheme(name: ThemeName): void;
  /** Chooses whether the terminal reports the mouse, has a title, rings, or notifies; a sentence says why it cannot be had. */
  choose(what: 'mouse' | 'title' | 'bell' | 'notify', isOn: boolean): Printable | undefined;
  suspend(): void;
  /** Opens the dialog that deletes the application `id`, or the one under the cursor; a sentence says why not. */
  deleteApp(id: string | undefined): Printable | undefined;
  readonly recording: Pick<ConsoleRecording, 'start' | 'stop'>;
  /** The recording on screen; absent where there is none. */
  readonly replay?: Player | undefined;
  places(kind: Destination['kind']): readonly string[];
  /** Goes to another profile or workspace, once that is ready. */
  go(place: Destination): void;
  /** What is watched, in this run and beyond it. */
  readonly workspace: Pick<WorkspaceCommands, 'keep' | 'remove' | 'commands'>;
  /** What is known of the past of what is watched. */
  readonly past: Pick<History, 'slice'>;
  /** What was typed after `:`, in this run and earlier ones. */
  readonly history: LineHistory;
  quit(): void;
}
