import { spawnSync } from 'node:child_process';

/** A shell or multiplexer that a program runs in, within a pseudo-terminal. */
export interface Place {
  readonly name: string;
  /** The command line that runs a script with arguments. */
  command(script: string, words: readonly string[]): readonly string[];
  /** Whether the program writes to the pseudo-terminal itself, so that all its output can be read. */
  readonly isDirect: boolean;
}

const shell = (name: string, ...options: readonly string[]): Place => ({
  name,
  command: (script, words) => [name, ...options, '-c', script, name, ...words],
  isDirect: true,
});

/** Quotes a word for a shell. */
export const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;

/** Numbers the multiplexer servers. A running server would give the console its own environment. */
let servers = 0;

const TMUX: Place = {
  name: 'tmux',
  command(script, words) {
    const line = ['dash', '-c', script, 'dash', ...words].map(quoted).join(' ');
    servers += 1;
    const server = `warren-${process.pid}-${servers}`;
    return ['tmux', '-L', server, '-f', '/dev/null', 'new-session', line];
  },
  isDirect: false,
};

export const isInstalled = (name: string) =>
  spawnSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' }).status === 0;

/** fish cannot run the script itself, so it runs sh and ignores the same signals. */
const FISH: Place = {
  name: 'fish',
  command: (script, words) => [
    ...['fish', '--no-config', '-c'],
    'trap : INT TERM; test -n "$HANGS_UP"; or trap : HUP; command dash -c $argv[1] dash $argv[2..]',
    ...[script, ...words],
  ],
  isDirect: true,
};

/** Shells that run a script and so do not restore the terminal themselves, and a multiplexer. */
const PLACES: readonly Place[] = [
  shell('dash'),
  shell('bash', '--norc'),
  shell('zsh', '-f'),
  FISH,
  TMUX,
];

/** The places available on this machine, and the missing ones. */
export function placesHere(): {
  readonly places: readonly Place[];
  readonly missing: readonly string[];
} {
  const places = PLACES.filter(({ name }) => isInstalled(name));
  const missing = PLACES.filter((place) => !places.includes(place)).map(({ name }) => name);
  return { places, missing };
}
