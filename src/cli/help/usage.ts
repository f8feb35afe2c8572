import type { ArgumentSpec, CommandSpec, OptionSpec } from '../table/command-spec.ts';
import { OUTPUT, SERVICE, WATCH } from '../table/shared-options.ts';

/** `-o, --output FORMAT`. */
export const optionUsage = (option: OptionSpec): string =>
  `${option.short ? `-${option.short}, ` : ''}--${option.name}${option.kind === 'flag' ? '' : ` ${option.value}`}`;

const SHARED: ReadonlySet<string> = new Set(
  [...SERVICE, ...OUTPUT, ...WATCH].map(({ name }) => name),
);

/** The options that only this command has, then those it shares with others. */
export function optionGroups(spec: Pick<CommandSpec, 'options'>): {
  readonly own: readonly OptionSpec[];
  readonly shared: readonly OptionSpec[];
} {
  return {
    own: spec.options.filter(({ name }) => !SHARED.has(name)),
    shared: spec.options.filter(({ name }) => SHARED.has(name)),
  };
}

const argumentUsage = ({ name, optional }: ArgumentSpec): string => (optional ? `[${name}]` : name);

/** `warren events ZONE [options]`. */
export const commandUsage = (name: string, spec: CommandSpec): string =>
  [
    'warren',
    name,
    ...spec.arguments.map(argumentUsage),
    ...(spec.options.length > 0 ? ['[options]'] : []),
  ].join(' ');
