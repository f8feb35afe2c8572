import { parseArgs } from 'node:util';
import { nearest } from '../config/nearest.ts';
import type { OptionSpec, OptionValues } from '../session/options.ts';

export interface GivenOption {
  /** Its long name; what was typed, where there is no such option. */
  readonly name: string;
  /** `-o` or `--output`. */
  readonly typed: string;
  readonly value: string | undefined;
}

/** Takes a command line apart; which words are values depends on the options that are `known`. */
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
    /** Whether `--` was among them: what follows it is words. */
    terminated: tokens.some(({ kind }) => kind === 'option-terminator'),
    /** The option at the end that its value is still missing of. */
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

/** The values of options by their name, or what is wrong: a sentence that repeats nothing that may be a key. */
type ReadOptions<Options extends readonly OptionSpec[]> =
  | { readonly kind: 'values'; readonly values: OptionValues<Options> }
  | { readonly kind: 'invalid'; readonly reason: string };

/** Reads the options that were given as `options` say; of one that is given twice, the last counts. */
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
  // Each option has a value of the type that its kind says.
  return { kind: 'values', values: Object.fromEntries(entries) as OptionValues<Options> };
}

/** Options of other programs, and what does the same here. */
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
    const meant = Object.hasOwn(FAMILIAR, name)
      ? FAMILIAR[name]
      : suggestion(
          typed,
          options.map((each) => `--${each.name}`),
        );
    return `Unknown option ${quotable(typed, 'of that name')}.${meant}`;
  }
  if (option.kind === 'flag') return value === undefined ? undefined : `--${name} takes no value.`;
  if (value === undefined) return `--${name} needs a value.`;
  if (!option.choices || option.choices.includes(value)) return undefined;
  return `--${name} is one of ${option.choices.join(', ')}.${suggestion(value, option.choices)}`;
}

/** ` Did you mean …?`, where one of `names` is close to `word`. */
export function suggestion(word: string, names: readonly string[]): string {
  const meant = nearest(word, names);
  return meant === undefined ? '' : ` Did you mean ${meant}?`;
}

/** Words of a command line that cannot be a key: short, and letters and dashes alone. */
const HARMLESS = /^-{0,2}[a-z][a-z-]{0,23}$/i;

/** The word in quotes, or `otherwise` when it may be something that must not be repeated. */
export const quotable = (word: string, otherwise: string): string =>
  HARMLESS.test(word) ? `"${word}"` : otherwise;

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
