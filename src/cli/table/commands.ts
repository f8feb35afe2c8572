import type { OperationId } from '../../contract/operation.ts';
import type { OptionValues } from '../../session/options.ts';
import { OWN_COMMANDS } from './own.ts';
import { SERVICE_COMMANDS } from './service.ts';
import type { ArgumentValues, CommandSpec } from './spec.ts';

/**
 * All commands. The compiler asks for the action of a new one in `actions.ts` and, if it has `--columns`, for its columns
 * in `columns.ts`. An action is typed by what its command takes, so the table cannot hold it: each would import the other.
 */
const COMMANDS = {
  ...SERVICE_COMMANDS,
  ...OWN_COMMANDS,
} as const satisfies Readonly<Record<string, CommandSpec>>;

type Commands = typeof COMMANDS;
export type CommandName = keyof Commands;

export interface Given<Name extends CommandName> {
  readonly arguments: ArgumentValues<Commands[Name]>;
  readonly options: OptionValues<Commands[Name]['options']>;
}

export const commandNames: readonly CommandName[] = Object.keys(COMMANDS) as CommandName[];

export const specOf = (name: CommandName): CommandSpec => COMMANDS[name];

type Asked = Extract<Commands[CommandName], { readonly operation: OperationId }>['operation'];

/** The command for an operation. Does not compile for an operation without a command. */
export const commandOf = (operation: Asked): CommandName =>
  commandNames.find((name) => specOf(name).operation === operation) as CommandName;
