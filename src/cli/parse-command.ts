import { helpTopicNames } from '../help/topics.ts';
import { CONSOLE_OPTIONS, HELP_OPTION, type OptionSpec } from '../session/options.ts';
import { suggestion } from '../text/nearest.ts';
import { readOptions, splitCommandLine, unknown } from './parse-options.ts';
import { type CommandName, commandNames, type Given, specOf } from './table/commands.ts';
import type { CommandSpec } from './table/spec.ts';

export type Invocation = {
  readonly [Name in CommandName]: { readonly name: Name; readonly given: Given<Name> };
}[CommandName];

type ParsedCommand =
  | { readonly kind: 'command'; readonly invocation: Invocation }
  /** `words` name a command or a group of commands. */
  | { readonly kind: 'help'; readonly words: readonly string[] }
  /**
   * `reason` never repeats words that may be a key. `words` is the help topic to refer to, `output` the requested
   * format.
   */
  | {
      readonly kind: 'invalid';
      readonly reason: string;
      readonly words: readonly string[];
      readonly output: string | undefined;
    };

/** All options. An option takes the same kind of value wherever it occurs. */
export const EVERY_OPTION: readonly OptionSpec[] = [
  ...CONSOLE_OPTIONS,
  ...commandNames.flatMap((name) => specOf(name).options),
];

/** Parses a command line that contains a command. Never throws. */
export function parseCommand(argv: readonly string[]): ParsedCommand {
  const { words, given } = splitCommandLine(argv, EVERY_OPTION);
  const about = commandWords(words);
  const output = given.findLast(({ name }) => name === 'output')?.value;
  const invalid = (reason: string): ParsedCommand => ({
    kind: 'invalid',
    reason,
    words: about,
    output,
  });
  if (given.some(({ name }) => name === HELP_OPTION.name)) return { kind: 'help', words: about };

  const name = commandNames.find((each) => each === about.join(' '));
  // Report an unknown option first: the next word may have been meant as its value.
  const strange = readOptions(given.filter(isUnknown), name ? specOf(name).options : EVERY_OPTION);
  if (strange.kind === 'invalid') return invalid(strange.reason);
  if (!name) return invalid(missingCommand(words, about));

  const spec = specOf(name);
  const read = readOptions(given, spec.options);
  if (read.kind === 'invalid') return invalid(read.reason);
  const values = words.slice(about.length);
  const fault = argumentFault(name, spec, values);
  if (fault !== undefined) return invalid(fault);
  const named = Object.fromEntries(spec.arguments.map(({ name: of }, at) => [of, values[at]]));
  // Both were read according to the command's specification.
  const invocation = { name, given: { arguments: named, options: read.values } } as Invocation;
  return { kind: 'command', invocation };
}

const isUnknown = ({ name }: { readonly name: string }): boolean =>
  !EVERY_OPTION.some((option) => option.name === name);

function commandWords(words: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (const word of words) {
    const longer = [...found, word].join(' ');
    if (!commandNames.some((name) => name === longer || name.startsWith(`${longer} `))) break;
    found.push(word);
  }
  return found;
}

/** Commands of other programs, and their equivalent here. */
const FAMILIAR: Readonly<Record<string, string>> = {
  ...Object.fromEntries(helpTopicNames.map((topic) => [topic, `help ${topic}`])),
  version: '--version',
  get: 'status',
  apps: 'app overview',
  pods: 'app overview',
  log: 'events',
  logs: 'events',
  tail: 'events --follow',
};

/** Why the words are not a command. `group` is the part that was recognised. */
function missingCommand(words: readonly string[], group: readonly string[]): string {
  const inside = commandNames
    .filter((name) => group.length === 0 || name.startsWith(`${group.join(' ')} `))
    .map((name) => name.split(' ')[group.length] ?? '');
  const word = words[group.length];
  if (word === undefined) {
    return `${['warren', ...group].join(' ')} needs one of: ${[...new Set(inside)].join(', ')}.`;
  }
  const familiar = group.length === 0 && Object.hasOwn(FAMILIAR, word) ? FAMILIAR[word] : undefined;
  if (familiar !== undefined) return `Unknown command "${word}". Did you mean ${familiar}?`;
  const whole = inside.map((each) => [...group, each].join(' '));
  return `${unknown('command', word)}${suggestion([...group, word].join(' '), whole)}`;
}

function argumentFault(
  name: CommandName,
  { arguments: specs, options }: CommandSpec,
  values: readonly string[],
): string | undefined {
  const missing = specs.find(({ optional }, at) => !optional && values[at] === undefined);
  if (missing) return `Missing argument ${missing.name}.`;
  for (const [at, { name: of, choices }] of specs.entries()) {
    const value = values[at];
    if (value === undefined || !choices || choices.includes(value)) continue;
    return `${of} is one of ${choices.join(', ')}.${suggestion(value, choices)}`;
  }
  if (values.length <= specs.length) return undefined;
  if (specs.length === 0) {
    const file = options.some((option) => option.name === 'out')
      ? ' --out FILE names the file.'
      : '';
    return `warren ${name} takes no arguments.${file}`;
  }
  const names = specs.map((argument) => argument.name).join(' ');
  return `Too many arguments: warren ${name} takes ${names}. Put quotes around text with spaces.`;
}
