import { HELP_TOPICS, helpTopicNames } from '../../help/topics.ts';
import { DEFAULT_DIALECT, dialectChoices } from '../../platform/wire/dialect.ts';
import { exitCodes } from '../../session/errors.ts';
import { CONSOLE_OPTIONS, type OptionSpec, SERVICE_OPTIONS } from '../../session/options.ts';
import { printable } from '../../text/printable.ts';
import { wrapLines } from '../../text/width.ts';
import { quotable, suggestion } from '../parse-options.ts';
import { commandNames, specOf } from '../table/commands.ts';
import {
  type ArgumentSpec,
  type CommandSpec,
  OUTPUT_OPTIONS,
  WATCH_OPTIONS,
} from '../table/spec.ts';

const WIDTH = 96;

/** Labels on the left, what they are on the right. */
function listed(pairs: readonly (readonly [label: string, text: string])[]): readonly string[] {
  const room = pairs.reduce((most, [label]) => Math.max(most, label.length), 0);
  return pairs.flatMap(([label, text]) =>
    wrapLines(printable(text), WIDTH - room - 4).map(
      (line, at) => `  ${(at === 0 ? label : '').padEnd(room)}  ${line}`,
    ),
  );
}

const optionPairs = (options: readonly OptionSpec[]) =>
  options.map((option) => [optionUsage(option), option.help] as const);

function generalHelp(): readonly string[] {
  return [
    'warren: an operations console for an edge platform',
    '',
    'usage: warren [options]            the console',
    '       warren COMMAND [options]    one thing, for scripts',
    '',
    'commands',
    ...listed(
      commandNames.map(
        (name) =>
          [
            [name, ...specOf(name).arguments.map((argument) => argument.name)].join(' '),
            specOf(name).summary,
          ] as const,
      ),
    ),
    '',
    'console options',
    ...listed(optionPairs(CONSOLE_OPTIONS)),
    '',
    'help topics: warren help TOPIC',
    ...listed(helpTopicNames.map((name) => [name, HELP_TOPICS[name].summary] as const)),
    '',
    'The access key is never an argument: WARREN_ACCESS_KEY, or an access_key_file or an',
    'access_key_command in the configuration. With nothing configured the console runs on an',
    'embedded platform. warren COMMAND --help has examples. With -o json, a failure of the service',
    'is told as JSON as well: the last line on standard error, with all that the service said.',
  ];
}

/** Each dialect of the embedded platform and its values, the usual one first. */
export const DIALECTS: readonly (readonly [id: string, values: string])[] = dialectChoices.map(
  ({ id, values }) => {
    const usual = String(DEFAULT_DIALECT[id]);
    return [id, [usual, ...values.filter((value) => value !== usual)].join(', ')];
  },
);

/** Whether a command can be told how the embedded platform is to speak. */
export const takesDialects = ({ options }: Pick<CommandSpec, 'options'>): boolean =>
  options.some((option) => option.kind !== 'flag' && option.completes === 'dialect');

function commandHelp(name: string, spec: CommandSpec): readonly string[] {
  const { own, shared } = optionGroups(spec);
  const section = (title: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : ['', title, ...lines];
  return [
    `warren ${name}: ${spec.summary}`,
    '',
    `usage: ${commandUsage(name, spec)}`,
    ...(spec.more ? ['', ...spec.more.flatMap((text) => wrapLines(printable(text), WIDTH))] : []),
    ...section(
      'arguments',
      listed(spec.arguments.map(({ name: of, help }) => [of, help] as const)),
    ),
    ...section('options', listed(optionPairs(own))),
    ...(takesDialects(spec)
      ? section('dialects (NAME, and each VALUE, the usual one first)', listed(DIALECTS))
      : []),
    ...section('shared options', listed(optionPairs(shared))),
    ...section(
      'examples',
      Object.entries(spec.examples).flatMap(([line, does]) => [`  ${line}`, `      ${does}`]),
    ),
    ...section('exit codes', listed(exitCodes)),
  ];
}

/** Lines of the help about a group of commands, such as `app`. */
const groupHelp = (group: string): readonly string[] => [
  `usage: warren ${group} COMMAND [options]`,
  '',
  'commands',
  ...listed(
    commandNames
      .filter((name) => name.startsWith(`${group} `))
      .map((name) => [
        commandUsage(name, specOf(name)).slice('warren '.length),
        specOf(name).summary,
      ]),
  ),
];

/** The help about the words of a command line: everything, a group of commands, a command or a topic. */
export async function helpText(
  words: readonly string[],
  columns: number = WIDTH,
): Promise<string | undefined> {
  const lines = await linesAbout(words.join(' '), Math.min(columns, WIDTH));
  return lines && `${lines.join('\n')}\n`;
}

async function linesAbout(name: string, columns: number): Promise<readonly string[] | undefined> {
  if (name === '') return generalHelp();
  const command = commandNames.find((each) => each === name);
  if (command) return commandHelp(command, specOf(command));
  if (commandNames.some((each) => each.startsWith(`${name} `))) return groupHelp(name);
  const topic = helpTopicNames.find((each) => each === name);
  if (!topic) return undefined;
  const { renderMarkdown } = await import('../../help/render-markdown.ts');
  return renderMarkdown(await HELP_TOPICS[topic].load(), columns);
}

export function noHelp(words: readonly string[]): string {
  const word = words.join(' ');
  const groups = commandNames.map((name) => name.split(' ')[0] ?? name);
  const names = [...groups, ...commandNames, ...helpTopicNames];
  return `There is no help topic or command ${quotable(word, 'of that name')}.${suggestion(word, names)}`;
}

/** `-o, --output FORMAT`. */
export const optionUsage = (option: OptionSpec): string =>
  `${option.short ? `-${option.short}, ` : ''}--${option.name}${option.kind === 'flag' ? '' : ` ${option.value}`}`;

const SHARED: ReadonlySet<string> = new Set(
  [...SERVICE_OPTIONS, ...OUTPUT_OPTIONS, ...WATCH_OPTIONS].map(({ name }) => name),
);

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
