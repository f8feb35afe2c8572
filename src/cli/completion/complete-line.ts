import type { ArgumentSpec, Completes, OptionSpec } from '../table/command-spec.ts';
import { commandNames, specOf } from '../table/commands.ts';
import { CONSOLE_OPTIONS } from '../table/console.ts';
import { HELP, OUTPUT, SERVICE } from '../table/shared-options.ts';

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
  return begun(nextWords(words));
}

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
