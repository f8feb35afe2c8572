import type { OperationId } from '../../contract/operation.ts';
import type { OptionValues } from '../../session/options.ts';
import { APP_COMMANDS } from './app.ts';
import { ARCHIVE_COMMANDS } from './archive.ts';
import { OWN_COMMANDS } from './own.ts';
import { PLATFORM_COMMANDS } from './platform.ts';
import type { ArgumentValues, CommandSpec } from './spec.ts';
import { ZONE_COMMANDS } from './zones.ts';

/** Every command of the prompt by its words. A command is added here and in `actions.ts`. */
const COMMANDS = {
  ...APP_COMMANDS,
  ...ZONE_COMMANDS,
  ...ARCHIVE_COMMANDS,
  ...PLATFORM_COMMANDS,
  ...OWN_COMMANDS,
} as const satisfies Readonly<Record<string, CommandSpec>>;

type Commands = typeof COMMANDS;
export type CommandName = keyof Commands;

/** What a command was given. */
export interface Given<Name extends CommandName> {
  readonly arguments: ArgumentValues<Commands[Name]>;
  readonly options: OptionValues<Commands[Name]['options']>;
}

/** The command that asks each operation; an operation without one does not compile. */
export const COMMAND_OF: Readonly<Record<OperationId, CommandName>> = {
  'guardian-upload': 'guardian upload',
  'script-add-variable': 'script add-variable',
  'rate-limit-metrics': 'rate-limit',
  'app-overview': 'app overview',
  'dns-scan': 'dns scan',
  'app-delete': 'app delete',
  search: 'search',
  'event-logs': 'events',
};

/** The names in the table's order. */
export const commandNames: readonly CommandName[] = Object.keys(COMMANDS) as CommandName[];

/** The specification of a command, without its literal types. */
export const specOf = (name: CommandName): CommandSpec => COMMANDS[name];
