import { HELP_TOPICS, helpTopicNames } from '../../help/topics.ts';
import { DEFAULT_DIALECT, dialectChoices } from '../../platform/wire/dialect.ts';
import { exitCodes } from '../../session/errors.ts';
import { CONSOLE_OPTIONS, type OptionSpec, SERVICE_OPTIONS } from '../../session/options.ts';
import { suggestion } from '../../text/nearest.ts';
import { printable } from '../../text/printable.ts';
import { wrapLines } from '../../text/width.ts';
import { quotable } from '../parse-options.ts';
import { commandNames, specOf } from '../table/commands.ts';
import {
  type ArgumentSpec,
  type CommandSpec,
  OUTPUT_OPTIONS,
  WATCH_OPTIONS,
} from '../table/spec.ts';

/** The maximum, for readability. */
const MAX_WIDTH = 96;
/** Minimum width of a description in a narrow terminal. */
const MIN_WIDTH = 20;

type Pairs = readonly (readonly [label: string, text: string])[];

/** A two-column list, wrapped to `columns` cells. */
function listed(pairs: Pairs, columns: number): readonly string[] {
  const room = pairs.reduce((most, [label]) => Math.max(most, label.length), 0);
  return pairs.flatMap(([label, text]) =>
    wrapLines(printable(text), Math.max(MIN_WIDTH, columns - room - 4)).map(
      (line, at) => `  ${(at === 0 ? label : '').padEnd(room)}  ${line}`,
    ),
  );
}

const optionPairs = (options: readonly OptionSpec[]) =>
  options.map((option) => [optionUsage(option), option.help] as const);

function generalHelp(columns: number): readonly string[] {
  const list = (pairs: Pairs) => listed(pairs, columns);
  return [
    'warren: an operations console for an edge platform',
    '',
    'usage: warren [options]            open the console',
    '       warren COMMAND [options]    run one command, for scripts',
    '',
    'commands',
    ...list(
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
    ...list(optionPairs(CONSOLE_OPTIONS)),
    '',
    'help topics: warren help TOPIC',
    ...list(helpTopicNames.map((name) => [name, HELP_TOPICS[name].summary] as const)),
    '',
    ...wrapLines(
      printable(
        'The access key is never an argument: it comes from WARREN_ACCESS_KEY, or from an access_key_file or an access_key_command in the configuration. With nothing configured the console runs on an embedded platform. warren COMMAND --help has examples. With -o json, a failure is also printed as JSON: the last line on standard error, with all that the service said.',
      ),
      columns,
    ),
  ];
}

/** The dialects of the embedded platform and their values, the default first. */
export const DIALECTS: readonly (readonly [id: string, values: string])[] = dialectChoices.map(
  ({ id, values }) => {
    const usual = String(DEFAULT_DIALECT[id]);
    return [id, [usual, ...values.filter((value) => value !== usual)].join(', ')];
  },
);

export const takesDialects = ({ options }: Pick<CommandSpec, 'options'>): boolean =>
  options.some((option) => option.kind !== 'flag' && option.completes === 'dialect');

function commandHelp(name: string, spec: CommandSpec, columns: number): readonly string[] {
  const { own, shared } = optionGroups(spec);
  const list = (pairs: Pairs) => listed(pairs, columns);
  const section = (title: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : ['', title, ...lines];
  return [
    ...wrapLines(printable(`warren ${name}: ${spec.summary}`), columns),
    '',
    `usage: ${commandUsage(name, spec)}`,
    ...(spec.more ? ['', ...spec.more.flatMap((text) => wrapLines(printable(text), columns))] : []),
    ...section('arguments', list(spec.arguments.map(({ name: of, help }) => [of, help] as const))),
    ...section('options', list(optionPairs(own))),
    ...(takesDialects(spec)
      ? section('dialects (NAME, and each VALUE, the usual one first)', list(DIALECTS))
      : []),
    ...section('shared options', list(optionPairs(shared))),
    ...section(
      'examples',
      Object.entries(spec.examples).flatMap(([line, does]) => [
        `  ${line}`,
        ...wrapLines(printable(does), columns - 6).map((text) => `      ${text}`),
      ]),
    ),
    ...section('exit codes', list(exitCodes)),
  ];
}

/** Help for a group of commands, such as `app`. */
const groupHelp = (group: string, columns: number): readonly string[] => [
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
    columns,
  ),
];

/** Help for the words of a command line: everything, a group of commands, a command, or a topic. */
export async function helpText(
  words: readonly string[],
  columns: number,
): Promise<string | undefined> {
  const lines = await linesAbout(words.join(' '), Math.min(columns, MAX_WIDTH));
  return lines && `${lines.join('\n')}\n`;
}

async function linesAbout(name: string, columns: number): Promise<readonly string[] | undefined> {
  if (name === '') return generalHelp(columns);
  const command = commandNames.find((each) => each === name);
  if (command) return commandHelp(command, specOf(command), columns);
  if (commandNames.some((each) => each.startsWith(`${name} `))) return groupHelp(name, columns);
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
