import type { OperationId } from '../../contract/operation.ts';
import type { OptionValues } from '../../session/options.ts';
import { APP_COMMANDS } from './app.ts';
import { OWN_COMMANDS } from './own.ts';
import { PLATFORM_COMMANDS } from './platform.ts';
import type { ArgumentValues, CommandSpec } from './spec.ts';
import { ARCHIVE_COMMANDS, ZONE_COMMANDS } from './zones.ts';

/** All commands. A new one is added here, in `actions.ts` and, if it has `--columns`, in `columns.ts`. */
const COMMANDS = {
  ...APP_COMMANDS,
  ...ZONE_COMMANDS,
  ...ARCHIVE_COMMANDS,
  ...PLATFORM_COMMANDS,
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
