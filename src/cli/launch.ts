import { CONSOLE_OPTIONS, type ConsoleFlags } from '../session/options.ts';
import { KEY_IN_ARGUMENTS, offersKey, readOptions, splitCommandLine } from './parse-options.ts';

/** What a command line asks for. */
export type Launch =
  /** `words`: what to show the help of; none for all. */
  | { readonly kind: 'help'; readonly words: readonly string[] }
  | { readonly kind: 'version' }
  | { readonly kind: 'man' }
  | { readonly kind: 'console'; readonly flags: ConsoleFlags }
  | { readonly kind: 'complete'; readonly words: readonly string[] }
  /** A command: `parseCommand` reads it, which needs the table of all commands. */
  | { readonly kind: 'command' }
  /** `reason`: sentences. They repeat nothing of the command line that may be a key. */
  | { readonly kind: 'invalid'; readonly reason: string };

const invalid = (reason: string): Launch => ({ kind: 'invalid', reason });

/** Reads the arguments after the program's name as far as it takes to know what to load. */
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
