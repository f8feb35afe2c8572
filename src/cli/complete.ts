import { HELP_TOPICS, helpTopicNames } from '../help/topics.ts';
import { chooseService } from '../session/choose-service.ts';
import {
  configPath,
  configuredWorkspace,
  EMPTY_CONFIG,
  readConfigFile,
} from '../session/config-file.ts';
import type { Edges } from '../session/edges.ts';
import {
  CONSOLE_OPTIONS,
  type Completes,
  HELP_OPTION,
  type OptionSpec,
  SERVICE_OPTIONS,
} from '../session/options.ts';
import { kindOfOption } from '../state/item-kinds.ts';
import { EMPTY_WORKSPACE, type Workspace } from '../state/workspace.ts';
import { printable } from '../text/printable.ts';
import { columnsOf, filterColumns } from './columns.ts';
import { EVERY_OPTION } from './parse-command.ts';
import { type GivenOption, splitCommandLine } from './parse-options.ts';
import { type CommandName, commandNames, specOf } from './table/commands.ts';
import { type ArgumentSpec, OUTPUT_OPTIONS } from './table/spec.ts';

/** The value of `--profile`, if given. */
function profileIn(line: readonly string[]): string | undefined {
  const at = line.lastIndexOf('--profile');
  return at < 0 ? undefined : line[at + 1];
}

/** What can be completed from the configuration. Empty if it cannot be read: completion reports no errors. */
async function knownTo(line: readonly string[], { env, uid }: Edges): Promise<Known> {
  const file = await readConfigFile(configPath(env), uid);
  const config = file.kind === 'read' ? file.config : EMPTY_CONFIG;
  const profile = profileIn(line);
  const named = config.profiles?.has(profile ?? '') ? profile : undefined;
  const flags = { profile: named, 'base-url': undefined, demo: false, 'read-only': false };
  const chosen = chooseService(flags, env, config);
  const workspace: Workspace =
    chosen.kind === 'service' && chosen.workspace
      ? configuredWorkspace(config, chosen.workspace.value)
      : EMPTY_WORKSPACE;
  return async (kind) => {
    switch (kind) {
      case 'profile':
        return plain([...(config.profiles?.keys() ?? [])]);
      case 'dialect': {
        const { dialectChoices } = await import('../platform/wire/dialect.ts');
        return plain(
          dialectChoices.flatMap(({ id, values }) => values.map((value) => `${id}=${value}`)),
        );
      }
      case 'fault':
        return plain((await import('../platform/faults/named-faults.ts')).faultNames);
      default: {
        const of = kindOfOption(kind);
        return of ? workspace[of].map(({ id, name }) => ({ word: id, about: name })) : [];
      }
    }
  };
}

/** Words that no shell treats specially. They are inserted without quotes. */
const HARMLESS = /^[\w./:@%+,=-]+$/;

const lineOf = ({ word, about }: Candidate): string =>
  HARMLESS.test(word) ? `${word}\t${printable(about)}\n` : '';

/** Candidates for the last word of `line`, one per line. `:file` alone makes the shell complete file names. */
export async function completions(line: readonly string[], edges: Edges): Promise<string> {
  const found = await completeLine(line, await knownTo(line, edges));
  return found === 'files' ? ':file\n' : found.map(lineOf).join('');
}

/** A possible completion and its description. Both may be hostile text. */
interface Candidate {
  readonly word: string;
  readonly about: string;
}

const byName = ({ word, about }: Candidate): Candidate => ({ word: about, about: word });

/** The values, followed by their names if these are accepted too. */
const withNames = (values: readonly Candidate[] | 'files', takesName: boolean) =>
  values === 'files' || !takesName ? values : [...values, ...values.map(byName)];

/** The known values of a kind: items of the current workspace, profiles, and so on. */
export type Known = (kind: Completes) => Promise<readonly Candidate[]>;

const plain = (words: readonly string[]): readonly Candidate[] =>
  words.map((word) => ({ word, about: '' }));

type Values = Pick<ArgumentSpec, 'choices' | 'completes'> & {
  readonly suggests?: readonly string[];
};

async function valuesOf(
  { choices, suggests = choices, completes }: Values,
  known: Known,
): Promise<readonly Candidate[] | 'files'> {
  if (suggests) return plain(suggests);
  if (completes === 'file') return 'files';
  return completes === undefined || completes === 'columns' ? [] : known(completes);
}

/**
 * Completes the last word of `line`.
 *
 * @param line the words after the program name; the last one is being typed, and may be empty
 */
export async function completeLine(
  line: readonly string[],
  known: Known,
): Promise<readonly Candidate[] | 'files'> {
  const typed = line.at(-1) ?? '';
  const { words, given, terminated, open } = splitCommandLine(line.slice(0, -1), EVERY_OPTION);
  const begun = (candidates: readonly Candidate[] | 'files') =>
    candidates === 'files' ? candidates : candidates.filter(({ word }) => word.startsWith(typed));

  const command = commandNames.find((name) => startsWithWords(words, name));
  const options: readonly OptionSpec[] = command
    ? specOf(command).options
    : words.length === 0
      ? CONSOLE_OPTIONS
      : [...SERVICE_OPTIONS, ...OUTPUT_OPTIONS];
  if (open) {
    const option = [...options, ...EVERY_OPTION].find(({ name }) => name === open.name);
    if (option?.name === 'columns' && command) {
      const own = columnCandidates(typed, await columnsOf(command, askedBy(command, words, given)));
      return own.length > 0 ? own : columnCandidates(typed, await filterColumns(command));
    }
    if (!option || option.kind === 'flag') return [];
    const takesName = kindOfOption(option.name) !== undefined;
    return begun(withNames(await valuesOf(option, known), takesName && typed !== ''));
  }
  const [, name, value] = terminated ? [] : (/^--([\w-]+)=(.*)$/s.exec(typed) ?? []);
  if (name !== undefined && value !== undefined) {
    const option = [...options, ...EVERY_OPTION].find((each) => each.name === name);
    if (!option || option.kind === 'flag') return [];
    const found = await completeLine([...line.slice(0, -1), `--${name}`, value], known);
    return found === 'files'
      ? found
      : found.map(({ word, about }) => ({ word: `--${name}=${word}`, about }));
  }
  if (typed.startsWith('-') && !terminated) return begun(optionCandidates(options, given));
  if (command) {
    const argument = specOf(command).arguments[words.length - command.split(' ').length];
    if (!argument) return [];
    const takesName = argument.takesName === true && typed !== '';
    return begun(withNames(await valuesOf(argument, known), takesName));
  }
  if (words[0] === 'help') {
    return begun([...nextWords(words.slice(1)), ...(words.length === 1 ? HELP_CANDIDATES : [])]);
  }
  return begun([...nextWords(words), ...(words.length === 0 ? [HELP_COMMAND] : [])]);
}

/** The arguments and options typed so far, as `columnsOf` needs them. */
const askedBy = (
  command: CommandName,
  words: readonly string[],
  given: readonly GivenOption[],
) => ({
  arguments: Object.fromEntries(
    specOf(command).arguments.map(({ name }, at) => [name, words[command.split(' ').length + at]]),
  ),
  options: Object.fromEntries(given.map(({ name }) => [name, true])),
});

/** Completes the name after the last comma, keeping what is before it. */
function columnCandidates(typed: string, names: readonly string[]): readonly Candidate[] {
  const before = typed.slice(0, typed.lastIndexOf(',') + 1);
  const taken = new Set(before.split(','));
  return plain(names.filter((name) => !taken.has(name)).map((name) => `${before}${name}`)).filter(
    ({ word }) => word.startsWith(typed),
  );
}

const optionCandidates = (
  options: readonly OptionSpec[],
  given: readonly GivenOption[],
): readonly Candidate[] =>
  [...new Set([...options, HELP_OPTION])]
    .filter(({ name, kind }) => kind === 'list' || !given.some((each) => each.name === name))
    .map(({ name, help }) => ({ word: `--${name}`, about: help }));

const HELP_COMMAND: Candidate = { word: 'help', about: 'help about a command or a topic' };

const HELP_CANDIDATES: readonly Candidate[] = helpTopicNames.map((name) => ({
  word: name,
  about: HELP_TOPICS[name].summary,
}));

const startsWithWords = (words: readonly string[], name: string): boolean =>
  name.split(' ').every((word, at) => words[at] === word);

function nextWords(words: readonly string[]): readonly Candidate[] {
  const found = new Map<string, string>();
  for (const name of commandNames) {
    const parts = name.split(' ');
    if (!words.every((word, at) => parts[at] === word)) continue;
    const next = parts[words.length];
    if (next === undefined) continue;
    const isLast = parts.length === words.length + 1;
    found.set(next, isLast ? specOf(name).summary : `commands about ${next}`);
  }
  return [...found].map(([word, about]) => ({ word, about }));
}
