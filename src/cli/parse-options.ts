import { parseArgs } from 'node:util';
import type { OptionSpec, OptionValues } from '../session/options.ts';
import { suggestion } from '../text/nearest.ts';

export interface GivenOption {
  /** The long name; as typed, if there is no such option. */
  readonly name: string;
  /** `-o` or `--output`. */
  readonly typed: string;
  readonly value: string | undefined;
}

/** Tokenises a command line. Which words are option values depends on the `known` options. */
export function splitCommandLine(argv: readonly string[], known: readonly OptionSpec[]) {
  const { tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(known.map((option) => [option.name, parserOption(option)])),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const given = tokens.flatMap((token): readonly GivenOption[] =>
    token.kind === 'option' ? [{ name: token.name, typed: token.rawName, value: token.value }] : [],
  );
  const last = given.at(-1);
  const takesValue = known.some(({ name, kind }) => name === last?.name && kind !== 'flag');
  return {
    words: tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : [])),
    given,
    /** Whether there was a `--`, which ends the options. */
    terminated: tokens.some(({ kind }) => kind === 'option-terminator'),
    /** An option at the end that still lacks its value. */
    open:
      tokens.at(-1)?.kind === 'option' && takesValue && last?.value === undefined
        ? last
        : undefined,
  };
}

const parserOption = ({ kind, short }: OptionSpec) => ({
  type: kind === 'flag' ? ('boolean' as const) : ('string' as const),
  ...(short === undefined ? {} : { short }),
});

/** `reason` never repeats words that may be a key. */
type ReadOptions<Options extends readonly OptionSpec[]> =
  | { readonly kind: 'values'; readonly values: OptionValues<Options> }
  | { readonly kind: 'invalid'; readonly reason: string };

/** Validates the given options. If one is repeated, the last counts. */
export function readOptions<const Options extends readonly OptionSpec[]>(
  given: readonly GivenOption[],
  options: Options,
): ReadOptions<Options> {
  for (const option of given) {
    const reason = faultOf(option, options);
    if (reason !== undefined) return { kind: 'invalid', reason };
  }
  const entries = options.map(({ name, kind }) => {
    const values = given.filter((option) => option.name === name).map(({ value }) => value);
    if (kind === 'flag') return [name, values.length > 0];
    return [name, kind === 'list' ? values : values.at(-1)];
  });
  // The kind of each option determines the type of its value.
  return { kind: 'values', values: Object.fromEntries(entries) as OptionValues<Options> };
}

/** Options of other programs, and their equivalent here. */
const FAMILIAR: Readonly<Record<string, string>> = {
  config: ' XDG_CONFIG_HOME says where the configuration is; warren config path shows it.',
  context: ' Did you mean --profile?',
  namespace: ' Did you mean --workspace?',
};

function faultOf(
  { name, typed, value }: GivenOption,
  options: readonly OptionSpec[],
): string | undefined {
  const option = options.find((each) => each.name === name);
  if (!option) {
    if (/^-\d/.test(typed))
      return `${typed} is not an option; put -- before a value that begins with -.`;
    const meant = Object.hasOwn(FAMILIAR, name)
      ? FAMILIAR[name]
      : suggestion(
          typed,
          options.map((each) => `--${each.name}`),
        );
    return `${unknown('option', typed)}${meant}`;
  }
  if (option.kind === 'flag') return value === undefined ? undefined : `--${name} takes no value.`;
  if (value === undefined) return `--${name} needs a value.`;
  if (!option.choices || option.choices.includes(value)) return undefined;
  return `--${name} is one of ${option.choices.join(', ')}.${suggestion(value, option.choices)}`;
}

/** Words that cannot be a key: short, and only letters, hyphens and dots. */
const HARMLESS = /^-{0,2}[a-z][a-z.-]{0,23}$/i;

/** The word in quotes, or `otherwise` if it might be a secret. */
export const quotable = (word: string, otherwise: string): string =>
  HARMLESS.test(word) ? `"${word}"` : otherwise;

/** `Unknown column "nam".`, or without the word if it might be a secret. */
export const unknown = (what: string, word: string): string =>
  HARMLESS.test(word) ? `Unknown ${what} "${word}".` : `There is no such ${what}.`;

/** Option names that people try for an access key. */
const KEY_LIKE = /^--?(?:access[-_]?key|api[-_]?key|key|token|password|secret)(?:=|$)/i;

/** Never repeats the value of the option. */
export const KEY_IN_ARGUMENTS =
  'The access key is not taken from arguments, where other users can read it. Set WARREN_ACCESS_KEY, or name an access_key_file or an access_key_command in the configuration.';

/** Whether an argument looks like an attempt to pass a key. */
export function offersKey(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return (end < 0 ? argv : argv.slice(0, end)).some((argument) => KEY_LIKE.test(argument));
}
