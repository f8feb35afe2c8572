import { nearest } from './config/nearest.ts';
import type { RunningConsole } from './console/console.ts';
import type { Ending } from './console/lifecycle.ts';
import type { Clock } from './edges/clock.ts';
import type { Machine } from './edges/machine.ts';
import type { Terminal } from './edges/terminal.ts';
import type { Painter } from './painter/painter.ts';
import { showStarting } from './painter/skeleton.ts';
import type { Prompter } from './session/access-key.ts';
import { loadConfig } from './session/config-file.ts';
import { configuredWorkspace } from './session/configured.ts';
import { type ConsoleSession, openConsoleSession } from './session/console-session.ts';
import type { Edges } from './session/edges.ts';
import { UserError } from './session/errors.ts';
import type { ConsoleFlags } from './session/options.ts';
import type { Place } from './state/workspace.ts';
import { type Printable, printable, words } from './text/printable.ts';
import { THEMES } from './text/themes.ts';

/** What consoles run on, one after another. */
export interface ConsolesOptions {
  /** What the first one is started with. */
  readonly flags: ConsoleFlags;
  readonly edges: Edges;
  readonly terminal: Terminal;
  /** It has entered the terminal already, with a first frame on it. */
  readonly painter: Painter;
  /** The painter of lines that are read aloud, in place of that one. */
  readAloud(): Promise<Painter>;
  /** Of the consoles; it may stand still. */
  readonly clock: Clock;
  /** What frames are timed by. */
  readonly frameClock: Clock;
  /** False leaves colours out (NO_COLOR). */
  readonly colour: boolean;
  /** Whether the terminal may be asked for its background, where that chooses the theme. */
  readonly mayAskColours: boolean;
  /** Stops the process until the shell continues it. */
  stopProcess(): void;
}

/** Consoles that run, one at a time. */
export interface RunningConsoles {
  /** How the last one ended. Rejects with a UserError when there is nothing to open. */
  readonly ended: Promise<Ending>;
  stop(): void;
  suspend(): void;
  continued(): void;
}

/**
 * Runs a console, and another one whenever the operator goes to another profile or workspace: that is got
 * ready while the one before still runs, which stays when it cannot be opened.
 */
export function runConsoles(options: ConsolesOptions): RunningConsoles {
  const { terminal, clock, edges } = options;
  let { painter } = options;
  let current: RunningConsole | undefined;
  let stopped = false;
  let mayAsk = options.mayAskColours;

  const lendSkeleton = async <T>(work: () => Promise<T>): Promise<T> => {
    painter.suspend();
    terminal.setRaw(false);
    try {
      return await work();
    } finally {
      terminal.setRaw(true);
      painter.resume();
    }
  };
  /** The terminal is given to whoever asks for a key. */
  const during: Prompter['withTerminal'] = (work) => current?.lend(work) ?? lendSkeleton(work);
  const secret: Prompter['secret'] = async (question) => {
    const { askSecret } = await import('./session/ask-secret.ts');
    return during(() => askSecret(question, edges));
  };

  const open = (flags: ConsoleFlags) =>
    openConsoleSession(flags, { edges, clock, prompter: { secret, withTerminal: during } });

  async function run(): Promise<Ending> {
    const [{ startConsole }, { realMachine }, first] = await Promise.all([
      import('./console/console.ts'),
      import('./edges/machine.ts'),
      open(options.flags),
    ]);
    if (first.screenReader && painter.kind === 'screen') painter = await options.readAloud();
    painter.setTheme(THEMES[first.theme]);
    if (first.ascii !== undefined) painter.setAscii(first.ascii);
    const { flags } = options;
    let stay: Stay = {
      flags,
      session: first,
      pane: flags.pane ?? (flags.from === undefined ? undefined : 'events'),
    };
    for (;;) {
      const { ended, next } = await stayAt(stay, startConsole, realMachine(edges.env));
      if (next?.session.close !== stay.session.close) await stay.session.close();
      if (!next) return ended;
      stay = next;
      // What is on the screen is of the place that was left.
      painter.resize(terminal.size());
      showStarting(painter, terminal.size());
    }
  }

  /** Runs one console; `next` is where the operator went from there. */
  async function stayAt(
    { flags, session, pane }: Stay,
    startConsole: StartConsole,
    machine: Machine,
  ): Promise<{ readonly ended: Ending; readonly next: Stay | undefined }> {
    let prepared: Omit<Stay, 'pane'> | undefined;
    const drop = async () => {
      if (prepared && prepared.session.close !== session.close) await prepared.session.close();
      prepared = undefined;
    };
    current = startConsole({
      terminal,
      clock,
      frameClock: options.frameClock,
      painter,
      machine,
      connect: session.connect,
      drift: session.drift,
      surroundings: session.surroundings,
      profile: session.profile,
      workspace: session.workspace,
      workspaceFile: session.workspaceFile,
      interval: session.interval,
      keys: session.keys,
      pane,
      archive: flags.from,
      colour: options.colour,
      asksBackground: mayAsk && session.themeIsGuess === true,
      stopProcess: options.stopProcess,
      elsewhere: {
        profiles: session.profiles,
        workspaces: session.workspaces,
        async prepare(place) {
          await drop();
          try {
            prepared = await prepareNext(place, flags, session);
            return undefined;
          } catch (error) {
            if (error instanceof UserError) return printable(error.lines.join(' '));
            throw error;
          }
        },
      },
    });
    // Once: the answer is as good for the next one.
    mayAsk = false;
    if (stopped) current.stop();
    const ended = await current.ended;
    current = undefined;
    if (ended.kind === 'moved' && prepared)
      return { ended, next: { ...prepared, pane: ended.pane } };
    await drop();
    return { ended, next: undefined };
  }

  async function prepareNext(
    { kind, name }: Place,
    flags: ConsoleFlags,
    session: ConsoleSession,
  ): Promise<Omit<Stay, 'pane'>> {
    const there: ConsoleFlags = {
      ...flags,
      app: [],
      zone: [],
      dns: [],
      script: [],
      'rate-limit': [],
    };
    if (kind === 'profile') {
      const named = {
        ...there,
        profile: name,
        'base-url': undefined,
        demo: false,
        from: undefined,
      };
      return { flags: named, session: await open(named) };
    }
    const config = await loadConfig(edges.env, edges.uid);
    const names = [...(config.workspaces?.keys() ?? [])];
    if (!names.includes(name)) throw new UserError([noWorkspace(name, names)]);
    return {
      flags: there,
      session: { ...session, workspace: configuredWorkspace(config, name), workspaces: names },
    };
  }

  return {
    ended: run(),
    stop() {
      stopped = true;
      current?.stop();
    },
    suspend() {
      if (current) return current.suspend();
      painter.suspend();
      terminal.setRaw(false);
      options.stopProcess();
    },
    continued() {
      if (current) return current.continued();
      terminal.setRaw(true);
      painter.resume();
    },
  };
}

/** A console of the row: what it is started with, and on which session. */
interface Stay {
  readonly flags: ConsoleFlags;
  readonly session: ConsoleSession;
  /** The pane to begin with. */
  readonly pane: string | undefined;
}

type StartConsole = typeof import('./console/console.ts').startConsole;

function noWorkspace(name: string, names: readonly string[]): Printable {
  if (names.length === 0) return words`There is no such workspace; none is configured.`;
  const meant = nearest(name, names);
  const list = printable(names.join(', '));
  return meant === undefined
    ? words`There is no such workspace; there is ${list}.`
    : words`There is no such workspace; there is ${list}. Did you mean ${printable(meant)}?`;
}
