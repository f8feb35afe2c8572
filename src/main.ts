import { readLaunch } from './cli/launch.ts';
import { frozenClock, LONGEST_WAIT, realClock } from './edges/clock.ts';
import {
  canBeAsked,
  type Environment,
  hasLinks,
  isWithoutUnicode,
  notificationWay,
  type ProcessTerminal,
  processTerminal,
  type Terminal,
  takesTitle,
  terminalKind,
} from './edges/terminal.ts';
import { lineTerminal } from './input/key-reader.ts';
import { createPainter, FIRST_WORDS, type Painter, showStarting } from './painter/painter.ts';
import { BRACKETED_PASTE, MOUSE, RESTORE, TITLE } from './painter/sequences.ts';
import { debuggingSwitch } from './session/debugging.ts';
import type { Edges } from './session/edges.ts';
import { EXIT } from './session/errors.ts';
import type { ConsoleFlags } from './session/options.ts';
import { printable } from './text/printable.ts';

/** The version in package.json; inserted by the bundler. */
declare const WARREN_VERSION: string | undefined;
const VERSION = typeof WARREN_VERSION === 'string' ? WARREN_VERSION : '0.0.0-unbundled';

const say = (line: string): void => {
  const { stderr } = process;
  // A message that cannot be written must not change the exit code.
  if (stderr.listenerCount('error') === 0) stderr.on('error', () => {});
  stderr.write(`${printable(line)}\n`);
};

/** Exit codes after signals: 128 plus the number, as in shells. */
const ENDINGS: ReadonlyMap<NodeJS.Signals, number> = new Map([
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGQUIT', 131],
  ['SIGUSR2', 140],
  ['SIGALRM', 142],
  ['SIGTERM', 143],
  ['SIGXCPU', 152],
  ['SIGVTALRM', 154],
  // Node's profiler uses this signal hundreds of times a second.
  ...(isProfiled() ? [] : ([['SIGPROF', 155]] as const)),
]);

function isProfiled(): boolean {
  const options = [...process.execArgv, ...(process.env['NODE_OPTIONS'] ?? '').split(/\s+/)];
  return options.some((option) => /^--(?:cpu-)?prof\b/.test(option));
}

/** Calls `end` with the first signal that ends the run; a second one of the same kind exits at once. */
function onEnding(end: (code: number) => void): void {
  for (const [signal, code] of ENDINGS) {
    let isFirst = true;
    // Keep listening: otherwise a dependency of Ink kills the process, and nothing is cleaned up.
    process.on(signal, () => {
      if (!isFirst) process.exit(code);
      isFirst = false;
      end(code);
    });
  }
}

/** Node would print uncaught errors on the full screen, with source code. */
function onUncaught(release: () => void): void {
  process.on('uncaughtException', (error) => {
    release();
    process.exit(bug(error));
  });
}

type Watchdog = ReturnType<typeof import('./edges/process-watchdog.ts').startProcessWatchdog>;

/** The environment at the start. Only this copy has secrets; children and crash reports do not get them. */
const startEnvironment: Environment = { ...process.env };
delete process.env['WARREN_ACCESS_KEY'];
delete process.env['WARREN_ARCHIVE_PASSWORD'];
if (process.report) process.report.excludeEnv = true;

const RUNTIME = `Node ${process.versions.node}, ${process.platform} ${process.arch}`;

function edgesOf(interrupted: AbortSignal): Edges {
  const env = startEnvironment;
  const { stdin, stdout } = process;
  return {
    env,
    stdin,
    stdout,
    // Not used while the console is on screen, which has its own stream.
    get stderr() {
      return process.stderr;
    },
    clock: realClock(),
    interrupted,
    uid: process.getuid?.(),
    random: Math.random,
    version: VERSION,
    runtime: RUNTIME,
  };
}

async function main(): Promise<number> {
  const argv = process.argv.slice(2);
  const shown = debuggingSwitch(startEnvironment, process.execArgv);
  if (shown !== undefined && !argv.includes('--allow-debugging')) {
    say(`warren: ${shown} That would show the access key.`);
    say('Start without it, or add --allow-debugging.');
    return EXIT.usage;
  }
  const launch = readLaunch(argv);
  // Files are private to the user.
  process.umask(0o077);
  switch (launch.kind) {
    case 'version':
      return sayVersion();
    case 'invalid':
      say(`warren: ${launch.reason}`);
      say('See warren --help.');
      return EXIT.usage;
    case 'console':
      return openConsole(launch.flags);
    default:
      return runCommand(argv, launch);
  }
}

/** Loads nothing else. */
function sayVersion(): Promise<number> {
  return new Promise((resolve) => {
    process.stdout.on('error', (error: NodeJS.ErrnoException) => {
      // The reader may have closed the pipe.
      if (error.code === 'EPIPE') return resolve(EXIT.done);
      say(`warren: The output cannot be written (${error.code}).`);
      return resolve(EXIT.unexpected);
    });
    process.stdout.write(`warren ${VERSION}\n`, (error) => error ?? resolve(EXIT.done));
  });
}

async function openConsole(flags: ConsoleFlags): Promise<number> {
  const kind = terminalKind(process.env, flags['screen-reader']);
  const terminal = processTerminal(process, RESET_SEQUENCES[kind]);
  if (terminal.isThere()) return runConsole(flags, kind, terminal);
  say('warren: The console needs a terminal on both standard input and output.');
  say('Commands work without one; see warren --help.');
  return EXIT.usage;
}

/** Everything but the console; see `cli/run.ts`. */
async function runCommand(
  argv: readonly string[],
  launch: Parameters<typeof import('./cli/run.ts').run>[1],
): Promise<number> {
  onUncaught(() => {});
  const ending = new AbortController();
  let status: number = EXIT.interrupted;
  onEnding((code) => {
    status = code;
    ending.abort();
  });
  const { run } = await import('./cli/run.ts');
  let console: readonly string[] | undefined;
  // A command may wait for a thread, and our threads do not keep the process alive.
  const staying = setInterval(() => {}, LONGEST_WAIT);
  const code = await run(argv, launch, edgesOf(ending.signal), (args) => {
    console = args;
  }).finally(() => clearInterval(staying));
  if (console && code === EXIT.done) {
    const next = readLaunch(console);
    if (next.kind === 'console') return openConsole(next.flags);
  }
  return code === EXIT.interrupted ? status : code;
}

/**
 * Delay after the first frame, in milliseconds: starting a process is slow, and the first data should be shown
 * before.
 */
const WATCHDOG_DELAY_MS = 1000;

/** After a stop, the signal that continued the process is handled within this time, in milliseconds. */
const CONTINUED_WITHIN_MS = 100;

interface StopListeners {
  onStop(): void;
  onContinue(): void;
  /** Nothing could continue the process, and it was not stopped. */
  onIgnored(): void;
}

/** Listens to stop signals. Returns what stops the process. */
function handleStops({ onStop, onContinue, onIgnored }: StopListeners): () => void {
  let isStopping = false;
  process.on('SIGTSTP', onStop);
  process.on('SIGCONT', () => {
    isStopping = false;
    onContinue();
  });
  return () => {
    isStopping = true;
    // The whole group, as the terminal would, so that npm and its shell stop and continue with us.
    process.off('SIGTSTP', onStop);
    process.kill(0, 'SIGTSTP');
    process.on('SIGTSTP', onStop);
    // The system ignores it where no shell could continue us, as with `ssh -t host warren`.
    setTimeout(() => {
      if (isStopping) onIgnored();
      isStopping = false;
    }, CONTINUED_WITHIN_MS);
  };
}

/** Resets everything that a painter of each kind sets. */
const RESET_SEQUENCES = {
  screen: MOUSE.off + RESTORE,
  reader: BRACKETED_PASTE.off,
  plain: '',
};
type Kind = keyof typeof RESET_SEQUENCES;

/** Starts a second process that restores the terminal if this one cannot. */
async function startWatchdog(kind: Kind, { isWaitedFor }: ProcessTerminal): Promise<Watchdog> {
  const [{ startProcessWatchdog }, { stateDirectory }] = await Promise.all([
    import('./edges/process-watchdog.ts'),
    import('./edges/machine.ts'),
  ]);
  return startProcessWatchdog({
    restoration:
      kind === 'screen' && takesTitle(process.env)
        ? TITLE.restore + RESET_SEQUENCES[kind]
        : RESET_SEQUENCES[kind],
    stateDirectory: stateDirectory(startEnvironment),
    uid: process.getuid?.(),
    about: `warren ${VERSION}, ${RUNTIME}`,
    printable,
    isOverSsh: startEnvironment['SSH_TTY'] !== undefined,
    // A debugger stops the main thread, too.
    noticesFreezes: !isWaitedFor && !process.argv.includes('--allow-debugging'),
  });
}

async function runConsole(flags: ConsoleFlags, kind: Kind, own: ProcessTerminal): Promise<number> {
  const frameClock = realClock();
  const frozenAt = Date.parse(process.env['WARREN_FROZEN_AT'] ?? '');
  const clock = Number.isNaN(frozenAt) ? frameClock : frozenClock(frozenAt);
  let watchdog: Watchdog | undefined;
  const watched: Terminal = {
    ...own,
    setRaw(raw) {
      own.setRaw(raw);
      watchdog?.setTaken(raw);
    },
  };
  const terminal = kind === 'plain' ? lineTerminal(watched) : watched;
  const colour = !startEnvironment['NO_COLOR'];
  // ink-text-input draws its cursor with chalk, which checks the environment.
  process.env['FORCE_COLOR'] = '1';
  // Node would print a warning about the combination over the screen.
  delete process.env['NO_COLOR'];
  delete process.env['NODE_DISABLE_COLORS'];
  process.removeAllListeners('warning');

  const ascii = flags.ascii || isWithoutUnicode(process.env);
  const shared = { output: terminal, clock: frameClock, ascii };
  const linePainter = async (as: 'reader' | 'plain'): Promise<Painter> => {
    const { createLinePainter } = await import('./painter/line-painter.ts');
    return createLinePainter({ ...shared, ...terminal.size(), kind: as });
  };
  let painter =
    kind === 'screen'
      ? createPainter({ ...shared, ...FIRST_WORDS, colour, links: hasLinks(process.env) })
      : await linePainter(kind);

  const ending = new AbortController();
  let status: number = EXIT.done;
  onEnding((code) => {
    status = code;
    ending.abort();
  });
  const restore = () => {
    painter.leave();
    terminal.setRaw(false);
  };
  process.once('exit', restore);
  let release = restore;
  onUncaught(() => release());

  let consoles: import('./run-consoles.ts').Consoles | undefined;
  let isSuspended = false;
  const stopProcess = handleStops({
    // Until the terminal is raw, Ctrl-Z is a signal that would stop us while the screen is taken.
    onStop() {
      if (consoles) consoles.suspend();
      else isSuspended = true;
    },
    onContinue: () => consoles?.continued(),
    onIgnored: () => consoles?.notSuspended(),
  });

  // A background process is stopped here, before anything is drawn.
  if (!own.isOurs) terminal.setRaw(true);
  // Show something before anything else is loaded, and again over typed characters.
  showStarting(painter, FIRST_WORDS);
  painter.enter();
  terminal.setRaw(true);
  painter.resize(terminal.size());
  showStarting(painter, terminal.size());
  painter.flush();

  let isWatched = process.platform === 'win32';
  const watch = async () => {
    if (isWatched) return;
    isWatched = true;
    watchdog = await startWatchdog(kind, own);
    watchdog.setTaken(true);
  };

  try {
    const { Consoles } = await import('./run-consoles.ts');
    const opened = new Consoles({
      flags,
      edges: edgesOf(ending.signal),
      terminal,
      painter,
      readAloud: async () => {
        painter.leave();
        painter = await linePainter('reader');
        painter.enter();
        return painter;
      },
      clock,
      frameClock,
      mayAskColours: canBeAsked(process.env),
      takesTitle: takesTitle(process.env),
      notifies: notificationWay(process.env),
      stopProcess,
      // Not before the first data of a nearby service is drawn: it takes 5 ms.
      started: () => void setTimeout(watch, WATCHDOG_DELAY_MS).unref(),
    });
    release = () => {
      restore();
      for (const line of opened.leftUndone()) say(`warren: ${line}`);
    };
    consoles = opened;
    if (isSuspended) opened.suspend();
    ending.signal.addEventListener('abort', opened.stop);
    if (ending.signal.aborted) opened.stop();
    const ended = await opened.run();
    if (ended.kind === 'crash') restore();
    for (const line of opened.leftUndone()) say(`warren: ${line}`);
    if (ended.kind === 'crash') return bug(ended.error);
    return opened.unanswered().length > 0 ? EXIT.outcomeUnknown : status;
  } catch (error) {
    restore();
    const { UserError } = await import('./session/errors.ts');
    if (!(error instanceof UserError)) return bug(error);
    if (error.code === EXIT.interrupted) return status || error.code;
    for (const line of error.lines) say(`warren: ${line}`);
    return error.code;
  }
}

function bug(error: unknown): number {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  for (const line of `warren: This is a bug. ${text}`.split('\n')) say(line);
  return EXIT.bug;
}

// With a file size limit (ulimit -f), a failed write is an error, and must not kill the process.
process.on('SIGXFSZ', () => {});

// The young generation keeps its initial size. This saves 80 MB while a day of events is loaded. Threads started later
// get as much as they would have grown to, within their limits: a day of events is loaded in 0.85 of the time.
setTimeout(async () => {
  const { setFlagsFromString } = await import('node:v8');
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--min-semi-space-size=4');
}, 1000).unref();

main().then(
  (code) => process.exit(code),
  (error: unknown) => process.exit(bug(error)),
);
