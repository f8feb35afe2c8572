import { HELP_TOPICS, type HelpTopicName, helpTopicNames } from '../../help/topics.ts';
import { DEFAULT_DIALECT, dialectChoices } from '../../platform/wire/dialect.ts';
import { exitCodes } from '../../session/errors.ts';
import { CONSOLE_OPTIONS, type OptionSpec, SERVICE_OPTIONS } from '../../session/options.ts';
import { suggestion } from '../../text/nearest.ts';
import { printable } from '../../text/printable.ts';
import { wrapLines } from '../../text/width.ts';
import { quotable } from '../parse-options.ts';
import { type CommandName, commandNames, specOf } from '../table/commands.ts';
import {
  type ArgumentSpec,
  type CommandSpec,
  OUTPUT_OPTIONS,
  WATCH_OPTIONS,
} from '../table/spec.ts';

const TITLE = 'warren: an operations console for an edge platform';

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

/** A part of the help: its heading, which the first and the last may lack, and its lines. */
interface HelpPart {
  readonly title?: string;
  readonly lines: readonly string[];
}

const printed = (parts: readonly HelpPart[]): readonly string[] =>
  parts
    .filter(({ lines }) => lines.length > 0)
    .flatMap(({ title, lines }) => ['', ...(title === undefined ? [] : [title]), ...lines])
    .slice(1);

/** What `warren --help` shows below its first line. */
export function generalHelp(columns: number): readonly string[] {
  const list = (pairs: Pairs) => listed(pairs, columns);
  const commands = commandNames.map((name): Pairs[number] => {
    const { arguments: own, summary } = specOf(name);
    return [[name, ...own.map((argument) => argument.name)].join(' '), summary];
  });
  return printed([
    {
      lines: [
        'usage: warren [options]            open the console',
        '       warren COMMAND [options]    run one command, for scripts',
      ],
    },
    { title: 'commands', lines: list(commands) },
    { title: 'console options', lines: list(optionPairs(CONSOLE_OPTIONS)) },
    {
      title: 'help topics: warren help TOPIC',
      lines: list(helpTopicNames.map((name) => [name, HELP_TOPICS[name].summary])),
    },
    {
      lines: wrapLines(
        printable(
          'The access key is never an argument: it comes from WARREN_ACCESS_KEY, or from an access_key_file or an access_key_command in the configuration. With nothing configured the console runs on an embedded platform. warren COMMAND --help has examples. With -o json, a failure is also printed as JSON: the last line on standard error, with all that the service said, unless script add-variable sent a value.',
        ),
        columns,
      ),
    },
  ]);
}

/** The dialects of the embedded platform and their values, the default first. */
const DIALECTS: readonly (readonly [id: string, values: string])[] = dialectChoices.map(
  ({ id, values }) => {
    const usual = String(DEFAULT_DIALECT[id]);
    return [id, [usual, ...values.filter((value) => value !== usual)].join(', ')];
  },
);

const takesDialects = ({ options }: Pick<CommandSpec, 'options'>): boolean =>
  options.some((option) => option.kind !== 'flag' && option.completes === 'dialect');

/** What `warren COMMAND --help` shows; a brief one only names what many commands share. */
export function commandHelp(
  name: CommandName,
  columns: number,
  how: 'whole' | 'brief' = 'whole',
): readonly string[] {
  const spec = specOf(name);
  const { own, shared } = optionGroups(spec);
  const list = (pairs: Pairs) => listed(pairs, columns);
  const wrapped = (text: string, indent = 0) =>
    wrapLines(printable(text), columns - indent).map((line) => ' '.repeat(indent) + line);
  const examples = Object.entries(spec.examples);
  const isWhole = how === 'whole';
  return printed([
    { lines: wrapped(`warren ${name}: ${spec.summary}`) },
    { lines: [`usage: ${commandUsage(name, spec)}`] },
    { lines: (spec.more ?? []).flatMap((text) => wrapped(text)) },
    { title: 'arguments', lines: list(spec.arguments.map(({ name: of, help }) => [of, help])) },
    { title: 'options', lines: list(optionPairs(own)) },
    {
      title: 'dialects (NAME, and each VALUE, the usual one first)',
      lines: takesDialects(spec) ? list(DIALECTS) : [],
    },
    {
      title: 'shared options',
      lines: isWhole
        ? list(optionPairs(shared))
        : wrapped(shared.map((option) => `--${option.name}`).join(', '), 2),
    },
    {
      title: 'examples',
      lines: examples.flatMap(([line, does]) => [`  ${line}`, ...wrapped(does, 6)]),
    },
    { title: 'exit codes', lines: isWhole ? exitCodeList(columns) : [] },
  ]);
}

export const sharedOptionList = (columns: number): readonly string[] =>
  listed(optionPairs(SHARED_OPTIONS), columns);

export const exitCodeList = (columns: number): readonly string[] => listed(exitCodes, columns);

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
  if (name === '') return [TITLE, '', ...generalHelp(columns)];
  const command = commandNames.find((each) => each === name);
  if (command) return commandHelp(command, columns);
  if (commandNames.some((each) => each.startsWith(`${name} `))) return groupHelp(name, columns);
  const topic = helpTopicNames.find((each) => each === name);
  return topic && topicHelp(topic, columns);
}

export async function topicHelp(topic: HelpTopicName, columns: number): Promise<readonly string[]> {
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
const optionUsage = (option: OptionSpec): string =>
  `${option.short ? `-${option.short}, ` : ''}--${option.name}${option.kind === 'flag' ? '' : ` ${option.value}`}`;

const SHARED_OPTIONS: readonly OptionSpec[] = [
  ...OUTPUT_OPTIONS,
  ...WATCH_OPTIONS,
  ...SERVICE_OPTIONS,
];
const SHARED: ReadonlySet<string> = new Set(SHARED_OPTIONS.map(({ name }) => name));

function optionGroups(spec: Pick<CommandSpec, 'options'>): {
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
const commandUsage = (name: string, spec: CommandSpec): string =>
  [
    'warren',
    name,
    ...spec.arguments.map(argumentUsage),
    ...(spec.options.length > 0 ? ['[options]'] : []),
  ].join(' ');
