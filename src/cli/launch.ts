import { parseArgs } from 'node:util';
import {
  CONSOLE_OPTIONS,
  type ConsoleFlags,
  type OptionValues,
  PANES,
} from '../session/options.ts';
import { THEME_CHOICES, type ThemeChoice } from '../text/themes.ts';

/** What a command line asks for. */
export type Launch =
  /** `words`: what to show the help of; none for all. */
  | { readonly kind: 'help'; readonly words: readonly string[] }
  | { readonly kind: 'version' }
  | { readonly kind: 'man' }
  | { readonly kind: 'console'; readonly flags: ConsoleFlags }
  | { readonly kind: 'complete'; readonly words: readonly string[] }
  /** A command of the prompt, whole: `parseCommand` takes it. */
  | { readonly kind: 'command' }
  /** `reason`: a sentence. It repeats nothing of the command line that may be a key. */
  | { readonly kind: 'refused'; readonly reason: string };

type NodeOption = { type: 'string' | 'boolean'; short?: string; multiple: boolean };

function nodeOptions(): Record<string, NodeOption> {
  return Object.fromEntries(
    CONSOLE_OPTIONS.map((option) => [
      option.name,
      {
        type: option.kind === 'flag' ? 'boolean' : 'string',
        multiple: option.kind === 'list',
        ...('short' in option ? { short: option.short } : {}),
      },
    ]),
  );
}

/**
 * Reads the arguments after the program's name as far as it takes to know what to load: the console's own
 * options are read here, in two milliseconds; a command's by a parser that takes more.
 */
export function readLaunch(argv: readonly string[]): Launch {
  // The parser takes a millisecond to load.
  if (argv.length === 0) return { kind: 'console', flags: { ...flagsOf({}), theme: undefined } };
  if (argv[0] === '__complete') return { kind: 'complete', words: argv.slice(1) };
  if (offersKey(argv)) return { kind: 'refused', reason: KEY_IN_ARGUMENTS };
  const options = nodeOptions();
  const { positionals } = parseArgs({
    args: [...argv],
    options,
    strict: false,
    allowPositionals: true,
  });
  if (argv[0] === 'help') return { kind: 'help', words: positionals.slice(1) };
  if (positionals.length > 0) return { kind: 'command' };
  try {
    const { values } = parseArgs({ args: [...argv], options, allowPositionals: false });
    if (values['help']) return { kind: 'help', words: [] };
    if (values['version']) return { kind: 'version' };
    if (values['man']) return { kind: 'man' };
    const flags = flagsOf(values);
    const { pane, theme } = flags;
    if (pane !== undefined && !isPane(pane)) {
      const names = PANES.join(', ');
      return { kind: 'refused', reason: `--pane is one of ${names}. See warren --help.` };
    }
    if (theme !== undefined && !isTheme(theme)) {
      const names = THEME_CHOICES.join(', ');
      return { kind: 'refused', reason: `--theme is one of ${names}. See warren --help.` };
    }
    return { kind: 'console', flags: { ...flags, theme } };
  } catch (error) {
    return { kind: 'refused', reason: `${complaint(error)} See warren --help.` };
  }
}

const isPane = (name: string): boolean =>
  PANES.some((pane, at) => name === pane || name === String(at + 1));

const isTheme = (name: string): name is ThemeChoice =>
  THEME_CHOICES.some((theme) => theme === name);

type Value = string | boolean | (string | boolean)[] | undefined;

function flagsOf(values: Readonly<Record<string, Value>>): OptionValues<typeof CONSOLE_OPTIONS> {
  const flags = CONSOLE_OPTIONS.map(({ name, kind }) => {
    const value = values[name];
    if (kind === 'flag') return [name, value === true];
    return [name, kind === 'list' ? (value ?? []) : value];
  });
  // Each option has the value its kind says: that is what the parser was told.
  return Object.fromEntries(flags) as OptionValues<typeof CONSOLE_OPTIONS>;
}

const CODES: Readonly<Record<string, string>> = {
  ERR_PARSE_ARGS_UNKNOWN_OPTION: 'There is no such option',
  ERR_PARSE_ARGS_INVALID_OPTION_VALUE: 'An option has no value, or one that it does not take',
};

function complaint(error: unknown): string {
  if (!(error instanceof TypeError) || !('code' in error)) throw error;
  const words = CODES[String(error.code)];
  if (words === undefined) return 'The arguments are not understood.';
  const [, option] = /'(-{1,2}[a-z][a-z-]{0,23})\b/i.exec(error.message) ?? [];
  return option === undefined ? `${words}.` : `${words}: ${option}.`;
}

/** Option names that people try for a key. */
const KEY_LIKE = /^--?(?:access[-_]?key|api[-_]?key|key|token|password|secret)(?:=|$)/i;

/** Why a command line that offers a key is refused; what came with the option is not repeated. */
export const KEY_IN_ARGUMENTS =
  'The access key is not taken from arguments, where other users can read it. Set WARREN_ACCESS_KEY, or name an access_key_file or an access_key_command in the configuration.';

/** Whether an argument looks like an attempt to hand over a key. */
export function offersKey(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return (end < 0 ? argv : argv.slice(0, end)).some((argument) => KEY_LIKE.test(argument));
}

/** Words of a command line that cannot be a key: short, and letters and dashes alone. */
const HARMLESS = /^-{0,2}[a-z][a-z-]{0,23}$/i;

/** The word in quotes, or `otherwise` when it may be something that must not be repeated. */
export const quotable = (word: string, otherwise: string): string =>
  HARMLESS.test(word) ? `"${word}"` : otherwise;
