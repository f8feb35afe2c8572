import { ACTIONS } from './actions.ts';
import type { Action, Context } from './context.ts';
import type { ExitCode } from './exit-code.ts';
import type { Invocation } from './parse/parse-command.ts';
import type { CommandName, Given } from './table/commands.ts';

/** Loads a command and runs it. */
export async function invoke({ name, given }: Invocation, context: Context): Promise<ExitCode> {
  // `name` and `given` are of one command: the union keeps them together, its parts do not.
  const action = (await ACTIONS[name]()) as Action<CommandName>;
  return action(given as Given<CommandName>, context);
}
