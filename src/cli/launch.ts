import { CONSOLE_OPTIONS, type ConsoleFlags } from '../session/options.ts';
import { KEY_IN_ARGUMENTS, offersKey, readOptions, splitCommandLine } from './parse-options.ts';

export type Launch =
  /** `words` is the help topic; empty for the overview. */
  | { readonly kind: 'help'; readonly words: readonly string[] }
  | { readonly kind: 'version' }
  | { readonly kind: 'man' }
  | { readonly kind: 'console'; readonly flags: ConsoleFlags }
  | { readonly kind: 'complete'; readonly words: readonly string[] }
  /** Parsed later by `parseCommand`, which needs the table of all commands. */
  | { readonly kind: 'command' }
  /** `reason` never repeats words of the command line that may be a key. */
  | { readonly kind: 'invalid'; readonly reason: string };

const invalid = (reason: string): Launch => ({ kind: 'invalid', reason });

/** Reads the arguments only as far as needed to decide what to load. */
export function readLaunch(argv: readonly string[]): Launch {
  if (argv[0] === '__complete') return { kind: 'complete', words: argv.slice(1) };
  if (offersKey(argv)) return invalid(KEY_IN_ARGUMENTS);
  const { words, given } = splitCommandLine(argv, CONSOLE_OPTIONS);
  if (words[0] === 'help' && argv[0] === 'help') return { kind: 'help', words: words.slice(1) };
  if (words.length > 0) return { kind: 'command' };
  const read = readOptions(given, CONSOLE_OPTIONS);
  if (given.some(({ name }) => name === 'help')) return { kind: 'help', words: [] };
  if (read.kind === 'invalid') return read;
  const { values } = read;
  if (values.version) return { kind: 'version' };
  if (values.man) return { kind: 'man' };
  return { kind: 'console', flags: values };
}
