import type { DyingConsole } from './dying.ts';

/** A way to end the console. */
export interface Death {
  readonly name: string;
  /** A preloaded script that ends the console from within, and its argument. */
  readonly within?: { readonly script: 'die' | 'freeze'; readonly how: string };
  /** Whether the watchdog must have started first. */
  readonly isWatched?: boolean;
  /** The file size limit, in blocks. */
  readonly fileLimit?: number;
  /** Whether it strikes before the first full frame. */
  readonly isEarly?: boolean;
  /** Whether the terminal itself goes away. Its state cannot be checked then, and no process may be left. */
  readonly losesTerminal?: boolean;
  /** The exit status. */
  readonly status: number | readonly number[];
  /** The message on the restored terminal; none if undefined. */
  readonly says?: RegExp;
  inflict(console: DyingConsole): Promise<void> | void;
}

const KILLED = /^warren was killed, or crashed\. Crash note: \S/;
const FROZEN = /^warren did not answer for 5 seconds and was ended\. Crash note: \S/;
const BUG = /^warren: This is a bug\. /;

const signal = (name: NodeJS.Signals, status: number): Death => ({
  name: `${name} to the console`,
  status,
  inflict: ({ signal }) => signal(name),
});

const group = (name: NodeJS.Signals, status: number): Death => ({
  name: `${name} to the whole job`,
  status,
  inflict: ({ signalJob }) => signalJob(name),
});

const crash = (name: NodeJS.Signals, status: number): Death => ({
  name: `${name} to the console`,
  isWatched: true,
  status,
  says: KILLED,
  inflict: ({ signal }) => signal(name),
});

const freeze = (how: string): Death => ({
  name: `a busy loop in ${how}`,
  within: { script: 'freeze', how },
  isWatched: true,
  status: 137,
  says: FROZEN,
  inflict: ({ type }) => type('Zj'),
});

const within = (how: string, status: Death['status'], more: Partial<Death> = {}): Death => ({
  name: how,
  within: { script: 'die', how },
  status,
  inflict: ({ type }) => type('Z'),
  ...more,
});

const throwsInRender: Death = {
  name: 'throws in a render',
  within: { script: 'freeze', how: 'a render that throws' },
  status: 70,
  says: BUG,
  inflict: ({ type }) => type('Zj'),
};

/** The console survives a signal and quits normally. */
const survived = (name: NodeJS.Signals): Death => ({
  name: `${name}, which changes nothing, then q`,
  status: 0,
  async inflict({ signal, answers, type }) {
    signal(name);
    await answers();
    type('q');
  },
});

/** Every tested way to end the console. */
export const DEATHS: readonly Death[] = [
  ...[
    signal('SIGHUP', 129),
    signal('SIGINT', 130),
    signal('SIGQUIT', 131),
    signal('SIGUSR2', 140),
    signal('SIGALRM', 142),
    signal('SIGTERM', 143),
    signal('SIGXCPU', 152),
    signal('SIGVTALRM', 154),
    signal('SIGPROF', 155),
    group('SIGHUP', 129),
    group('SIGINT', 130),
    group('SIGTERM', 143),
  ],
  ...[
    crash('SIGILL', 132),
    crash('SIGTRAP', 133),
    crash('SIGABRT', 134),
    crash('SIGBUS', 135),
    crash('SIGFPE', 136),
    crash('SIGKILL', 137),
    crash('SIGSEGV', 139),
    crash('SIGSTKFLT', 144),
    crash('SIGIO', 157),
    crash('SIGPWR', 158),
    crash('SIGSYS', 159),
  ],
  ...[survived('SIGPIPE'), survived('SIGUSR1'), survived('SIGWINCH')],
  ...['a render', 'a key handler', 'a timer', 'SQLite', 'a regular expression'].map(freeze),
  ...[
    throwsInRender,
    within('throws in a key', 70, { says: BUG }),
    within('throws in a timer', 70, { says: BUG }),
    within('throws in a tick', 70, { says: BUG }),
    within('throws in a promise', 70, { says: BUG }),
    within('throws what is no error', 70, { says: BUG }),
    within('runs out of stack', 70, { says: BUG }),
    within('runs out of memory', 134, { isWatched: true, says: KILLED }),
    within('calls process.exit', 0),
    within('calls process.exit with a code', 3),
    within('calls process.abort', 134, { isWatched: true, says: KILLED }),
    within('calls process.reallyExit', 0, { isWatched: true, says: KILLED }),
    within('terminal answers EIO', [0, 129]),
    within('terminal answers EPIPE', [0, 129]),
    within('input fails', [0, 129]),
    within('input ends', [0, 129]),
  ],
  {
    name: 'SIGTERM in its first moment',
    isEarly: true,
    status: 143,
    inflict: ({ signal }) => signal('SIGTERM'),
  },
  {
    name: 'SIGTERM after what watches it was killed',
    isWatched: true,
    status: 143,
    inflict({ signal, killWatchdog }) {
      killWatchdog();
      signal('SIGTERM');
    },
  },
  {
    name: 'SIGKILL while it is stopped',
    isWatched: true,
    status: 137,
    says: KILLED,
    inflict({ signal }) {
      signal('SIGSTOP');
      signal('SIGKILL');
    },
  },
  {
    name: 'SIGSTOP, SIGCONT, then q',
    status: 0,
    async inflict({ signal, answers, type }) {
      signal('SIGSTOP');
      signal('SIGCONT');
      await answers();
      type('q');
    },
  },
  { name: 'q', status: 0, inflict: ({ type }) => type('q') },
  { name: 'Ctrl-C twice', status: [0, 130], inflict: ({ type }) => type('\u0003\u0003') },
  {
    name: 'q where no file may grow',
    fileLimit: 0,
    status: 0,
    inflict: ({ type }) => type('q'),
  },
  {
    name: 'SIGTERM where no file may grow',
    fileLimit: 0,
    status: 143,
    inflict: ({ signal }) => signal('SIGTERM'),
  },
  {
    name: 'hang-up',
    losesTerminal: true,
    status: [],
    inflict: ({ hangUp }) => hangUp(),
  },
  {
    name: 'hang-up while it is stopped',
    losesTerminal: true,
    status: [],
    inflict({ signal, hangUp }) {
      signal('SIGSTOP');
      hangUp();
    },
  },
];
