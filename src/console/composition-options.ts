import type { KeyBinding } from '../commands/key-binding.ts';
import type { DriftLog } from '../contract/drift.ts';
import type { Call, Exchange } from '../contract/operation.ts';
import type { DoctorFacts, QueryableTerminal } from '../doctor/terminal-checks.ts';
import type { Clock, CorrectedClock } from '../edges/clock.ts';
import type { Machine } from '../edges/machine.ts';
import type { SendAudit } from '../mutations/audit.ts';
import type { MutationTools } from '../mutations/changes.ts';
import type { AsnNames, PaneContext } from '../panes/pane.ts';
import type { Replay } from '../recording/replay.ts';
import type { GlobalContext } from '../shell/keys/global-context.ts';
import type { Activity } from '../state/activity.ts';
import type { WorkspaceFile } from '../state/workspace.ts';
import type { Printable } from '../text/printable.ts';
import type { Fired } from '../watches/watching.ts';

/** What a console is given: a session, and the machine it runs on. */
export interface GivenOptions
  extends Pick<
    PaneContext,
    | 'version'
    | 'archive'
    | 'archivePasswords'
    | 'fileThreads'
    | 'logMemory'
    | 'searcher'
    | 'random'
    | 'accessKey'
  > {
  /** Directory of the history; null to keep it for this run only. */
  readonly historyDirectory: string | null;
  /** Called at the end if history could not be kept. */
  readonly lost?: (text: Printable) => void;
  /** The recording shown instead of a service. */
  readonly replay?: Replay | undefined;
  /** Connects to the service; every exchange is reported for the ledger. */
  connect(
    report: (exchange: Exchange) => void,
    noticed: (text: Printable, isNew: boolean) => void,
    warned: (text: Printable) => void,
  ): Call;
  /** Differences from the contract found so far; absent if answers are not compared. */
  readonly drift?: Pick<DriftLog, 'entries'> | undefined;
  readonly machine: Machine;
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
}

/** What a console is composed of: what it is given, and its state, its clocks and its terminal. */
export interface CompositionOptions
  extends GivenOptions,
    Pick<PaneContext, 'store' | 'slices' | 'feeds' | 'writeNewFile' | 'copy'> {
  readonly clock: CorrectedClock;
  /** The uncorrected clock of the machine, for the audit. */
  readonly machineClock: Clock;
  readonly activity: Activity;
  readonly terminal: QueryableTerminal &
    Pick<MutationTools, 'edit'> &
    Pick<GlobalContext, 'redraw' | 'setTheme' | 'choose' | 'suspend'> & {
      ring(): void;
      notify(text: Printable): void;
    };
  readonly ways: Pick<GlobalContext, 'places' | 'go'> & { leave(): void };
  failed(error: unknown): void;
}
