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
