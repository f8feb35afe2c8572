import { spawnSync } from 'node:child_process';

/** What a program is started below in a pseudo-terminal. */
export interface Place {
  readonly name: string;
  /** The command line that runs a script, which is given words. */
  command(script: string, words: readonly string[]): readonly string[];
  /** Whether the terminal is the pseudo-terminal itself, and all that is written to it can be read. */
  readonly isDirect: boolean;
}

const shell = (name: string, ...options: readonly string[]): Place => ({
  name,
  command: (script, words) => [name, ...options, '-c', script, name, ...words],
  isDirect: true,
});

/** A word for a shell. */
export const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;

/** Of the servers started: one that is there already would give a console its own environment. */
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

/** A shell of another language: it runs one that understands the script, and survives what that survives. */
const FISH: Place = {
  name: 'fish',
  command: (script, words) => [
    ...['fish', '--no-config', '-c'],
    'trap : INT TERM; test -n "$HANGS_UP"; or trap : HUP; command dash -c $argv[1] dash $argv[2..]',
    ...[script, ...words],
  ],
  isDirect: true,
};

/** Where consoles die: shells that restore nothing themselves, as a script runs in them, and a multiplexer. */
const PLACES: readonly Place[] = [
  shell('dash'),
  shell('bash', '--norc'),
  shell('zsh', '-f'),
  FISH,
  TMUX,
];

/** Those that this machine has, and what it lacks of them. */
export function placesHere(): {
  readonly places: readonly Place[];
  readonly missing: readonly string[];
} {
  const places = PLACES.filter(({ name }) => isInstalled(name));
  const missing = PLACES.filter((place) => !places.includes(place)).map(({ name }) => name);
  return { places, missing };
}
