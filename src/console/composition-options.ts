import type { KeyBinding } from '../commands/key-binding.ts';
import type { DoctorFacts, QueryableTerminal } from '../doctor/terminal-checks.ts';
import type { Clock } from '../edges/clock.ts';
import type { Machine } from '../edges/machine.ts';
import type { SendAudit } from '../mutations/audit.ts';
import type { MutationTools } from '../mutations/changes.ts';
import type { Redactor } from '../mutations/redaction.ts';
import type { AsnNames, PaneContext } from '../panes/pane.ts';
import type { Replay } from '../recording/replay.ts';
import type { GlobalContext } from '../shell/keys/global-context.ts';
import type { Activity } from '../state/activity.ts';
import type { WorkspaceFile } from '../state/workspace.ts';
import type { Printable } from '../text/printable.ts';
import type { Fired } from '../watches/watching.ts';

/** What a console is made of: its state, the service and the machine it runs on. */
export interface CompositionOptions
  extends Pick<
    PaneContext,
    | 'store'
    | 'slices'
    | 'call'
    | 'version'
    | 'clock'
    | 'feeds'
    | 'archive'
    | 'archivePasswords'
    | 'fileThreads'
    | 'logMemory'
    | 'searcher'
    | 'random'
    | 'accessKey'
    | 'writeNewFile'
    | 'copy'
  > {
  /** Directory of the history; null to keep it for this run only. */
  readonly historyDirectory: string | null;
  /** Called at the end if history could not be kept. */
  readonly lost?: (text: Printable) => void;
  /** The recording shown instead of a service. */
  readonly replay?: Replay | undefined;
  /** The uncorrected clock of the machine, for the audit. */
  readonly machineClock: Clock;
  readonly activity: Activity;
  readonly redactor: Redactor;
  readonly machine: Omit<Machine, 'editor'>;
  readonly workspaceFile: WorkspaceFile;
  readonly surroundings: DoctorFacts;
  /** Runs the configured `on_watch` command; rejects if it fails. */
  readonly onWatch?: ((fired: Fired) => Promise<void>) | undefined;
  /** Sends audit entries to a team's archive; absent if they stay on this machine. */
  readonly sendAudit?: SendAudit | undefined;
  /** Reads names of autonomous systems, or a problem. */
  readonly asnNames?:
    | (() => { readonly names: AsnNames; readonly problem: Printable | null })
    | undefined;
  readonly keys: readonly KeyBinding[];
  readonly terminal: QueryableTerminal &
    Pick<MutationTools, 'edit'> &
    Pick<GlobalContext, 'redraw' | 'setTheme' | 'choose' | 'suspend'> & {
      ring(): void;
      notify(text: Printable): void;
    };
  readonly ways: Pick<GlobalContext, 'places'> & {
    go: GlobalContext['go'];
    leave(): void;
  };
  failed(error: unknown): void;
}
