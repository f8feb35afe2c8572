import { HELP_TOPICS, helpTopicNames } from '../help/topics.ts';
import { chooseService } from '../session/choose-service.ts';
import { configPath, EMPTY_CONFIG, readConfigFile } from '../session/config-file.ts';
import { configuredWorkspace } from '../session/configured.ts';
import type { Edges } from '../session/edges.ts';
import { CONSOLE_OPTIONS, type Completes, type OptionSpec, SERVICE } from '../session/options.ts';
import { EMPTY_WORKSPACE, type WatchedKind, type Workspace } from '../state/workspace.ts';
import { printable } from '../text/printable.ts';
import { commandNames, specOf } from './table/commands.ts';
import { type ArgumentSpec, HELP, OUTPUT } from './table/spec.ts';

const KINDS: Readonly<Partial<Record<Completes, WatchedKind>>> = {
  app: 'apps',
  zone: 'shieldZones',
  dns: 'dnsZones',
  script: 'scripts',
  'rate-limit': 'rateLimits',
};

/** The word behind `--profile`, as far as it has been typed. */
function profileIn(line: readonly string[]): string | undefined {
  const at = line.lastIndexOf('--profile');
  return at < 0 ? undefined : line[at + 1];
}

/** What the configuration knows; nothing, where it cannot be read: completion never complains. */
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
  return {
    profiles: [...(config.profiles?.keys() ?? [])],
    things(kind) {
      const of = KINDS[kind];
      return of ? workspace[of].map(({ id, name }) => ({ word: id, about: name })) : [];
    },
    async dialects() {
      const { dialectChoices } = await import('../platform/wire/dialect.ts');
      return dialectChoices.flatMap(({ id, values }) => values.map((value) => `${id}=${value}`));
    },
  };
}

/** What stands for itself in every shell: the word goes onto a command line as it is, unquoted. */
const HARMLESS = /^[\w./:@%+,=-]+$/;

/** A candidate as a line for the shell: word, tab, what it is. */
const lineOf = ({ word, about }: Candidate): string =>
  HARMLESS.test(word) ? `${word}\t${printable(about)}\n` : '';

/**
 * The candidates for the last of `line`, the words after the program's name, a line each. `:file` alone
 * asks the shell for file names.
 */
export async function completions(line: readonly string[], edges: Edges): Promise<string> {
  const found = await completeLine(line, await knownTo(line, edges));
  return found === 'files' ? ':file\n' : found.map(lineOf).join('');
}

/** A word that could stand there, and what it is. Both may be hostile text. */
export interface Candidate {
  readonly word: string;
  readonly about: string;
}

/** What completion may look things up in. */
export interface Known {
  readonly profiles: readonly string[];
  /** The things of a kind in the workspace in force. */
  things(kind: Completes): readonly Candidate[];
  /** `NAME=VALUE`. */
  dialects(): Promise<readonly string[]>;
}

const plain = (words: readonly string[]): readonly Candidate[] =>
  words.map((word) => ({ word, about: '' }));

async function valuesOf(
  { choices, completes }: Pick<ArgumentSpec, 'choices' | 'completes'>,
  known: Known,
): Promise<readonly Candidate[] | 'files'> {
  if (choices) return plain(choices);
  switch (completes) {
    case undefined:
      return [];
    case 'file':
      return 'files';
    case 'profile':
      return plain(known.profiles);
    case 'dialect':
      return plain(await known.dialects());
    default:
      return known.things(completes);
  }
}

type ValueOption = Exclude<OptionSpec, { kind: 'flag' }>;

/** The words before the cursor, sorted out. */
interface Typed {
  /** Words that are no options and no values of any. */
  readonly words: readonly string[];
  /** The option that the next word is the value of. */
  readonly open: ValueOption | undefined;
  readonly given: ReadonlySet<string>;
  readonly onlyWords: boolean;
}

function sortOut(before: readonly string[], options: readonly OptionSpec[]): Typed {
  const words: string[] = [];
  const given = new Set<string>();
  let open: ValueOption | undefined;
  let onlyWords = false;
  for (const word of before) {
    if (open) open = undefined;
    else if (onlyWords || !word.startsWith('-')) words.push(word);
    else if (word === '--') onlyWords = true;
    else {
      const name = word.split('=')[0];
      const option = options.find((each) => `--${each.name}` === name || `-${each.short}` === name);
      if (option) given.add(option.name);
      if (option && option.kind !== 'flag' && !word.includes('=')) open = option;
    }
  }
  return { words, open, given, onlyWords };
}

const everyOption: readonly OptionSpec[] = [
  ...CONSOLE_OPTIONS,
  ...commandNames.flatMap((name) => specOf(name).options),
];

/**
 * What the last of `line` could be completed to.
 *
 * @param line the words after the program's name; the last is the one being typed, perhaps empty
 */
export async function completeLine(
  line: readonly string[],
  known: Known,
): Promise<readonly Candidate[] | 'files'> {
  const typed = line.at(-1) ?? '';
  const { words, open, given, onlyWords } = sortOut(line.slice(0, -1), everyOption);
  const begun = (candidates: readonly Candidate[] | 'files') =>
    candidates === 'files' ? candidates : candidates.filter(({ word }) => word.startsWith(typed));

  if (open) return begun(await valuesOf(open, known));
  const command = commandNames.find((name) => startsWithWords(words, name));
  if (typed.startsWith('-') && !onlyWords) {
    const options = command
      ? [...specOf(command).options, HELP]
      : words.length === 0
        ? CONSOLE_OPTIONS
        : [...SERVICE, ...OUTPUT, HELP];
    return begun(
      options
        .filter(({ name, kind }) => kind === 'list' || !given.has(name))
        .map(({ name, help }) => ({ word: `--${name}`, about: help })),
    );
  }
  if (command) {
    const argument = specOf(command).arguments[words.length - command.split(' ').length];
    return argument ? begun(await valuesOf(argument, known)) : [];
  }
  if (words[0] === 'help') {
    return begun([...nextWords(words.slice(1)), ...(words.length === 1 ? HELP_CANDIDATES : [])]);
  }
  return begun([...nextWords(words), ...(words.length === 0 ? [HELP_COMMAND] : [])]);
}

const HELP_COMMAND: Candidate = { word: 'help', about: 'help about a command or a topic' };

const HELP_CANDIDATES: readonly Candidate[] = helpTopicNames.map((name) => ({
  word: name,
  about: HELP_TOPICS[name].summary,
}));

const startsWithWords = (words: readonly string[], name: string): boolean =>
  name.split(' ').every((word, at) => words[at] === word);

/** The words that lead on to a command. */
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
