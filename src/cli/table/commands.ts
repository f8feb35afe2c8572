import type { OptionValues } from '../../session/options.ts';
import { APP_COMMANDS } from './app.ts';
import { OWN_COMMANDS } from './own.ts';
import { PLATFORM_COMMANDS } from './platform.ts';
import type { ArgumentValues, CommandSpec } from './spec.ts';
import { ZONE_COMMANDS } from './zones.ts';

/** Every command of the prompt by its words. A command is added here and in `actions.ts`. */
export const COMMANDS = {
  ...APP_COMMANDS,
  ...ZONE_COMMANDS,
  ...PLATFORM_COMMANDS,
  ...OWN_COMMANDS,
} as const satisfies Readonly<Record<string, CommandSpec>>;

export type Commands = typeof COMMANDS;
export type CommandName = keyof Commands;

/** What a command was given. */
export interface Given<Name extends CommandName> {
  readonly arguments: ArgumentValues<Commands[Name]>;
  readonly options: OptionValues<Commands[Name]['options']>;
}

/** The names in the table's order. */
export const commandNames: readonly CommandName[] = Object.keys(COMMANDS) as CommandName[];

/** The specification of a command, without its literal types. */
export const specOf = (name: CommandName): CommandSpec => COMMANDS[name];
