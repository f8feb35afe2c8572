import { Command, CommanderError, Option } from 'commander';
import { nearest } from '../config/nearest.ts';
import type { OptionSpec } from '../session/options.ts';
import { SERVICE } from '../session/options.ts';
import { KEY_IN_ARGUMENTS, offersKey, quotable } from './launch.ts';
import { type CommandName, commandNames, type Given, specOf } from './table/commands.ts';
import { type CommandSpec, HELP, OUTPUT } from './table/spec.ts';

/** A command and what it was given. */
export type Invocation = {
  readonly [Name in CommandName]: { readonly name: Name; readonly given: Given<Name> };
}[CommandName];

/** What a command line turned out to be. */
export type ParsedCommand =
  | { readonly kind: 'command'; readonly invocation: Invocation }
  /** Help was asked for, about the command, or the group of commands, of these words. */
  | { readonly kind: 'help'; readonly words: readonly string[] }
  /** `reason`: sentences, which repeat nothing that may be a key. `words`: what to look up in help. */
  | { readonly kind: 'refused'; readonly reason: string; readonly words: readonly string[] };

const flagsOf = (option: OptionSpec): string =>
  `${option.short ? `-${option.short}, ` : ''}--${option.name}${option.kind === 'flag' ? '' : ' <value>'}`;

function add(command: Command, options: readonly OptionSpec[]): void {
  for (const spec of options) {
    const option = new Option(flagsOf(spec));
    if (spec.kind === 'list') {
      option.argParser((value: string, before: readonly string[] = []) => [...before, value]);
    }
    command.addOption(option);
  }
}

type Values = Readonly<Record<string, unknown>>;

/** Commander knows options by another name. */
const attributeOf = ({ name }: OptionSpec): string =>
  name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The options of a command in the form the table states. What stands nearer to the command counts. */
function optionsOf(spec: CommandSpec, layers: readonly Values[]): Values {
  const entries = spec.options.map((option) => {
    const given = layers
      .map((layer) => layer[attributeOf(option)])
      .findLast((value) => value !== undefined);
    if (option.kind === 'flag') return [option.name, given === true];
    return [option.name, option.kind === 'list' ? (given ?? []) : given];
  });
  return Object.fromEntries(entries);
}

interface Program {
  readonly root: Command;
  /** What was understood, once it has been parsed. */
  readonly understood: () => Understood | undefined;
}

interface Understood {
  readonly name: CommandName;
  readonly given: unknown;
  readonly help: boolean;
}

/** The table as a program of commander's that prints nothing and ends nothing. */
function programOf(): Program {
  const root = new Command('warren');
  let understood: Understood | undefined;
  const groups = new Map<string, Command>();
  const silent = (command: Command): Command =>
    command
      .exitOverride()
      .configureOutput({ writeOut: () => undefined, writeErr: () => undefined })
      .showSuggestionAfterError(false)
      .helpCommand(false)
      .helpOption(false)
      .allowExcessArguments(false);

  // What stands behind a command is the command's.
  silent(root).enablePositionalOptions();
  add(root, [...SERVICE, ...OUTPUT, HELP]);
  for (const name of commandNames) {
    const spec = specOf(name);
    const words = name.split(' ');
    let parent = root;
    for (const word of words.slice(0, -1)) {
      const group = groups.get(word) ?? silent(parent.command(word));
      groups.set(word, group);
      parent = group;
    }
    const command = silent(parent.command(words.at(-1) ?? ''));
    for (const { name: of, optional } of spec.arguments) {
      command.argument(optional ? `[${of}]` : `<${of}>`);
    }
    add(command, [...spec.options, HELP]);
    command.action(() => {
      const values = spec.arguments.map(({ name: of }, at) => [of, command.args[at]]);
      const layers = [root.opts(), command.opts()];
      understood = {
        name,
        help: layers.some(({ help }) => help === true),
        given: {
          arguments: Object.fromEntries(values),
          options: optionsOf(spec, layers),
        },
      };
    });
  }
  return { root, understood: () => understood };
}

/** The words at the beginning of `argv`, options left out, that name a command or a group of them. */
export function wordsOf(argv: readonly string[]): readonly string[] {
  const words: string[] = [];
  for (const argument of argv) {
    if (argument === '--') break;
    const longer = [...words, argument].join(' ');
    if (commandNames.some((name) => name === longer || name.startsWith(`${longer} `))) {
      words.push(argument);
    }
  }
  return words;
}

/** The value of an option that has choices must be one of them. */
function wrongChoice(spec: CommandSpec, given: Values): string | undefined {
  for (const option of spec.options) {
    const value = given[option.name];
    // CONDITION is a language of its own; its choices are for completion.
    if (option.kind !== 'text' || !option.choices || option.value === 'CONDITION') continue;
    if (typeof value !== 'string' || option.choices.includes(value)) continue;
    const meant = nearest(value, option.choices);
    return `--${option.name} is one of ${option.choices.join(', ')}.${meant ? ` Did you mean ${meant}?` : ''}`;
  }
  return undefined;
}

/** Reads a command line that has a command in it. Never throws. */
export function parseCommand(argv: readonly string[]): ParsedCommand {
  const words = wordsOf(argv);
  const refused = (reason: string): ParsedCommand => ({ kind: 'refused', reason, words });
  if (offersKey(argv)) return refused(KEY_IN_ARGUMENTS);
  const { root, understood } = programOf();
  try {
    root.parse([...argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // `warren events --help` lacks its ZONE, and is meant all the same.
    if (asksForHelp(argv)) return { kind: 'help', words };
    return refused(complaint(error, words));
  }
  const found = understood();
  if (!found) return refused('There is no command.');
  if (found.help) return { kind: 'help', words };
  const { name, given } = found;
  // Each argument and option was filled in by the specification of that command.
  const invocation = { name, given } as Invocation;
  const fault = wrongChoice(specOf(invocation.name), invocation.given.options);
  return fault === undefined ? { kind: 'command', invocation } : refused(fault);
}

/** `--help` among the options, wherever it stands and whatever else is wrong. */
function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return (end < 0 ? argv : argv.slice(0, end)).some((word) => word === '--help' || word === '-h');
}

/** Every option that may stand in a command line with these words. */
function optionNames(words: readonly string[]): readonly string[] {
  const name = words.join(' ');
  const known = commandNames.find((each) => each === name);
  return (known ? specOf(known).options : [...SERVICE, ...OUTPUT]).map(
    (option) => `--${option.name}`,
  );
}

const quotedIn = (message: string): string => /'([^']*)'/.exec(message)?.[1] ?? '';

function complaint({ code, message }: CommanderError, words: readonly string[]): string {
  const about = ['warren', ...words].join(' ');
  const name = commandNames.find((each) => each === words.join(' '));
  switch (code) {
    case 'commander.unknownCommand': {
      const inside = commandNames
        .filter((each) => each.startsWith(words.join(' ')))
        .map((each) => each.split(' ')[words.length] ?? '');
      const word = quotedIn(message);
      const meant = nearest(word, inside);
      return `There is no command ${quotable(word, 'of that name')}.${meant ? ` Did you mean ${[...words, meant].join(' ')}?` : ''}`;
    }
    case 'commander.unknownOption': {
      const option = quotedIn(message).split('=')[0] ?? '';
      const meant = nearest(option, optionNames(words));
      return `${about} has no option ${quotable(option, 'of that name')}.${meant ? ` Did you mean ${meant}?` : ''}`;
    }
    case 'commander.missingArgument':
      return `${quotedIn(message)} is missing.`;
    case 'commander.optionMissingArgument':
      return `${/--[a-z-]+/.exec(message)?.[0] ?? 'An option'} needs a value.`;
    case 'commander.excessArguments':
      return name && specOf(name).arguments.length > 0
        ? `${about} takes ${specOf(name)
            .arguments.map((argument) => argument.name)
            .join(' ')} and no more. Put quotes around a text with spaces.`
        : `${about} takes nothing behind it.`;
    case 'commander.help':
      return `${about} needs one of: ${commandNames
        .filter((each) => each.startsWith(`${words.join(' ')} `))
        .map((each) => each.split(' ')[words.length])
        .join(', ')}.`;
    default:
      return 'The arguments are not understood.';
  }
}
