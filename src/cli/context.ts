import type { Clock, CorrectedClock } from '../edges/clock.ts';
import type { Edges } from '../session/edges.ts';
import type { ExitCode } from '../session/errors.ts';
import type { Writing } from '../text/json-and-csv.ts';
import type { Messages, Sink } from './output/streams.ts';
import type { CommandName, Given } from './table/commands.ts';

export interface Context {
  /** Its clock is put right by the service's once an answer has told of it. */
  readonly edges: Edges & { readonly clock: CorrectedClock };
  /** This machine's own. */
  readonly machineClock: Clock;
  /** For data and nothing else. */
  readonly stdout: Sink;
  /** For everything else. */
  readonly messages: Messages;
  /** How the service's text is written to stdout in JSON and CSV. */
  readonly writing: Writing;
  /** Aborts when the command is to end: Ctrl-C, or nobody reads its output any more. */
  readonly signal: AbortSignal;
  /** Has the console opened with these arguments once the command is done; absent where there is none to go to. */
  openConsole?(argv: readonly string[]): void;
}

/**
 * A command's work. Resolves with the exit code; rejects with a UserError or an OperationError, which `run`
 * puts into words. An aborted signal may be answered in any way: `run` knows better than the code.
 */
export type Action<Name extends CommandName> = (
  given: Given<Name>,
  context: Context,
) => Promise<ExitCode>;
