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

export type TerminalFeature = 'mouse' | 'title' | 'bell' | 'notify';

export interface GlobalContext
  extends Pick<PaneContext, 'store' | 'moment' | 'say' | 'ask' | 'show' | 'copy' | 'accessKey'> {
  readonly panes: readonly Pane[];
  table(): readonly Command[];
  open(overlay: string, about?: string): void;
  close(): void;
  readonly watches: Pick<Watches, 'add'>;
  redraw(): void;
  setTheme(name: ThemeName): void;
  /** Turns a feature on or off, also for later runs; returns why it cannot. */
  choose(feature: TerminalFeature, isOn: boolean): Printable | undefined;
  suspend(): void;
  /** Opens the deletion of the application `id` or the one under the cursor; returns why it cannot. */
  deleteApp(id: string | undefined): Printable | undefined;
  readonly recording: Pick<ConsoleRecording, 'start' | 'stop'>;
  readonly replay?: Player | undefined;
  places(kind: Destination['kind']): readonly string[];
  /** Switches to another profile or workspace once it is ready. */
  go(place: Destination): void;
  readonly workspace: Pick<WorkspaceCommands, 'keep' | 'remove' | 'commands'>;
  readonly history: Pick<History, 'slice'>;
  readonly lineHistory: LineHistory;
  quit(): void;
}
