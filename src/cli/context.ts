import type { Clock, CorrectedClock } from '../edges/clock.ts';
import type { Edges } from '../session/edges.ts';
import type { ExitCode } from '../session/errors.ts';
import type { Writing } from '../text/json-and-csv.ts';
import type { Messages, Sink } from './output/streams.ts';
import type { CommandName, Given } from './table/commands.ts';

export interface Context {
  /** Its clock is corrected by the service's time after the first answer. */
  readonly edges: Edges & { readonly clock: CorrectedClock };
  /** The uncorrected clock of this machine. */
  readonly machineClock: Clock;
  /** For data only. */
  readonly stdout: Sink;
  /** For everything else. */
  readonly messages: Messages;
  /** How text from the service is escaped in JSON and CSV. */
  readonly writing: Writing;
  /** Aborts on Ctrl-C, or when the reader of the output is gone. */
  readonly signal: AbortSignal;
  /** Opens the console with these arguments after the command; absent where that is impossible. */
  openConsole?(argv: readonly string[]): void;
}

/**
 * Runs a command and resolves with its exit code. A UserError or OperationError is reported by `run`. After the
 * signal aborts, either outcome is fine: `run` then decides the exit code.
 */
export type Action<Name extends CommandName> = (
  given: Given<Name>,
  context: Context,
) => Promise<ExitCode>;
