import { nearest } from './config/nearest.ts';
import type { RunningConsole } from './console/console.ts';
import type { Ending } from './console/lifecycle.ts';
import type { Clock } from './edges/clock.ts';
import type { Machine } from './edges/machine.ts';
import type { Terminal } from './edges/terminal.ts';
import { unansweredLines } from './mutations/outcome-words.ts';
import { type Painter, showStarting } from './painter/painter.ts';
import type { NotificationWay } from './painter/sequences.ts';
import type { Place } from './panes/pane.ts';
import type { Prompter } from './session/access-key.ts';
import { configuredWorkspace, loadConfig } from './session/config-file.ts';
import { type ConsoleSession, openConsoleSession } from './session/console-session.ts';
import type { Edges } from './session/edges.ts';
import { UserError } from './session/errors.ts';
import { momentOption } from './session/option-values.ts';
import type { ConsoleFlags } from './session/options.ts';
import { unansweredChanges } from './state/change.ts';
import { ITEM_KINDS, itemKinds } from './state/item-kinds.ts';
import type { Destination } from './state/workspace.ts';
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
  /** Whether the terminal may be asked for its background, where that chooses the theme. */
  readonly mayAskColours: boolean;
  /** Whether the terminal is known to take a title, and to give back the one it had. */
  readonly takesTitle: boolean;
  readonly notifies: NotificationWay | null;
  /** Stops the process until the shell continues it. */
  stopProcess(): void;
  /** A console is on the screen, and nothing of the service has come yet. */
  started(): void;
}

/** What one console of the sequence runs on. */
interface ConsoleRun {
  readonly flags: ConsoleFlags;
  readonly session: ConsoleSession;
  /** The pane to begin with. */
  readonly pane: string | undefined;
}

/** A console that was prepared; its pane is known when the one before has ended. */
type NextRun = Omit<ConsoleRun, 'pane'>;

type StartConsole = typeof import('./console/console.ts').startConsole;

/** What the flags ask to be shown in the pane to begin with. */
function placeOf(flags: ConsoleFlags, now: number): Place {
  const shown = itemKinds.flatMap((kind) =>
    flags[ITEM_KINDS[kind].option].map((id) => ({ kind, id })),
  );
  return {
    // Without a workspace that was asked for they are all that is watched.
    shown: flags.workspace === undefined ? [] : shown,
    ...(flags.where !== undefined && { where: flags.where }),
    at: momentOption(words`at`, flags.at, now) ?? null,
  };
}

/**
 * Runs a console, and another one whenever the operator switches to another profile or workspace. That one is
 * prepared while the one before still runs, which stays when the other cannot be opened.
 */
export class Consoles {
  readonly #options: ConsolesOptions;
  #painter: Painter;
  #current: RunningConsole | undefined;
  /** Consoles that were left while changes had no answer, by their attempts: one may have come since. */
  readonly #left: { readonly state: RunningConsole['state']; readonly attempts: Set<string> }[] =
    [];
  /** Files that a console had begun when it ended. */
  readonly #unwritten: string[] = [];
  /** What could not be kept when a console ended. */
  readonly #lost: Printable[] = [];
  #stopped = false;
  /** Whether the terminal may still be asked for its background: one answer is good for all consoles. */
  #mayAskColours: boolean;
  /** What keys are for, since the first console. */
  #keyOrigins: ConsoleSession['keyOrigins'];

  constructor(options: ConsolesOptions) {
    this.#options = options;
    this.#painter = options.painter;
    this.#mayAskColours = options.mayAskColours;
  }

  /** Resolves with how the last one ended. Rejects with a UserError when there is nothing to open. */
  async run(): Promise<Ending> {
    const { flags, edges, terminal } = this.#options;
    const [{ startConsole }, { realMachine }, session] = await Promise.all([
      import('./console/console.ts'),
      import('./edges/machine.ts'),
      this.#open(flags),
    ]);
    await this.#setUpPainter(session);
    const firstPane = flags.pane ?? (flags.from === undefined ? undefined : 'events');
    let run: ConsoleRun = { flags, session, pane: firstPane };
    for (;;) {
      const { ended, next } = await this.#runOne(run, startConsole, realMachine(edges.env));
      if (next?.session.close !== run.session.close) await run.session.close();
      if (!next) return ended;
      const isSame = next.session === run.session;
      run = next;
      // The picture stays until there is another one.
      if (isSame) continue;
      // What is on the screen is of the console before.
      this.#painter.resize(terminal.size());
      showStarting(this.#painter, terminal.size());
    }
  }

  readonly stop = (): void => {
    this.#stopped = true;
    this.#current?.stop();
  };

  readonly suspend = (): void => {
    if (this.#current) this.#current.suspend();
    else {
      this.#releaseTerminal();
      this.#options.stopProcess();
    }
  };

  readonly continued = (): void => {
    if (this.#current) this.#current.continued();
    else this.#takeTerminal();
  };

  /** What must be said of changes that were sent and have no answer yet, of all consoles there were. */
  unanswered(): readonly Printable[] {
    return this.#left.flatMap(({ state, attempts }) => {
      const { changes, profile } = state();
      // To end the connection may have made it one of unknown outcome.
      const open = changes.filter(
        ({ attempt, state: { kind } }) =>
          attempts.has(attempt) && (kind === 'pending' || kind === 'unknown'),
      );
      return open.flatMap((change) => unansweredLines(change, profile.host));
    });
  }

  /** The same, and what must be said of files that were to be written, and are not there. */
  leftUndone(): readonly Printable[] {
    const paths = [...this.#unwritten, ...(this.#current?.unwritten ?? [])];
    return [
      ...this.unanswered(),
      ...this.#lost,
      ...paths.map(
        (path) => words`${printable(path)} was not written: the console ended before it was whole.`,
      ),
    ];
  }

  /** Runs one console; `next` is where the operator went from there. */
  async #runOne(
    run: ConsoleRun,
    startConsole: StartConsole,
    machine: Machine,
  ): Promise<{ readonly ended: Ending; readonly next: ConsoleRun | undefined }> {
    const { flags, session, pane } = run;
    const { edges, terminal, clock, frameClock, takesTitle, notifies, stopProcess } = this.#options;
    let prepared: NextRun | undefined;
    const discard = async () => {
      if (prepared && prepared.session.close !== session.close) await prepared.session.close();
      prepared = undefined;
    };
    const prepare = async (place: Destination) => {
      await discard();
      try {
        prepared = await this.#prepare(place, run);
        return undefined;
      } catch (error) {
        if (error instanceof UserError) return printable(error.lines.join(' '));
        throw error;
      }
    };
    const keepsHistory = session.history && !flags['no-history'];
    const current = startConsole({
      ...session,
      terminal,
      clock: session.replay?.player.clock ?? clock,
      frameClock,
      painter: this.#painter,
      machine,
      searcher: session.worker,
      pane,
      place: placeOf(flags, clock.now()),
      archive: flags.from,
      version: edges.version,
      random: edges.random,
      fileThreads: true,
      historyDirectory: keepsHistory ? machine.stateDirectory : null,
      lost: (text) => this.#lost.push(text),
      takesTitle,
      notifies,
      // Where time stands still nothing could end it.
      tour: session.profile.demo && clock === frameClock,
      asksBackground: this.#mayAskColours && session.themeIsGuess === true,
      stopProcess,
      elsewhere: { profiles: session.profiles, workspaces: session.workspaces, prepare },
    });
    this.#current = current;
    this.#mayAskColours = false;
    this.#options.started();
    if (this.#stopped) current.stop();
    const ended = await current.ended;
    this.#current = undefined;
    this.#unwritten.push(...current.unwritten);
    const attempts = unansweredChanges(current.state().changes).map(({ attempt }) => attempt);
    this.#left.push({ state: current.state, attempts: new Set(attempts) });
    if (ended.kind === 'again') {
      await discard();
      return { ended, next: { flags, session, pane: ended.pane } };
    }
    if (ended.kind === 'moved' && prepared) {
      return { ended, next: { ...prepared, pane: ended.pane } };
    }
    await discard();
    return { ended, next: undefined };
  }

  /** Opens the profile or the workspace that the operator names. */
  async #prepare({ kind, name }: Destination, { flags, session }: ConsoleRun): Promise<NextRun> {
    const { edges } = this.#options;
    const there: ConsoleFlags = {
      ...flags,
      app: [],
      zone: [],
      dns: [],
      script: [],
      'rate-limit': [],
      workspace: undefined,
      where: undefined,
      at: undefined,
    };
    if (kind === 'recording') {
      const named = { ...there, replay: name, from: undefined };
      return { flags: named, session: await this.#open(named) };
    }
    if (kind === 'profile') {
      const named = {
        ...there,
        profile: name,
        'base-url': undefined,
        demo: false,
        from: undefined,
        replay: undefined,
      };
      return { flags: named, session: await this.#open(named) };
    }
    const config = await loadConfig(edges.env, edges.uid);
    const names = [...(config.workspaces?.keys() ?? [])];
    if (!names.includes(name)) throw new UserError([noWorkspace(name, names)]);
    return {
      flags: there,
      session: { ...session, workspace: configuredWorkspace(config, name), workspaces: names },
    };
  }

  async #open(flags: ConsoleFlags): Promise<ConsoleSession> {
    const { edges, clock } = this.#options;
    const withTerminal: Prompter['withTerminal'] = (work) => this.#withTerminal(work);
    const secret: Prompter['secret'] = async (question, otherwise) => {
      const { askSecret } = await import('./session/ask-secret.ts');
      return withTerminal(() => askSecret(question, edges, otherwise));
    };
    const session = await openConsoleSession(flags, {
      ...{ edges, clock, prompter: { secret, withTerminal } },
      keyOrigins: this.#keyOrigins,
    });
    this.#keyOrigins ??= session.keyOrigins;
    return session;
  }

  async #setUpPainter({ screenReader, theme, ascii, links }: ConsoleSession): Promise<void> {
    if (screenReader && this.#painter.kind === 'screen') {
      this.#painter = await this.#options.readAloud();
    }
    this.#painter.setTheme(THEMES[theme]);
    if (ascii !== undefined) this.#painter.setAscii(ascii);
    if (links !== undefined) this.#painter.setLinks(links);
  }

  /** Gives the terminal to whoever asks for a key. */
  async #withTerminal<T>(work: () => Promise<T>): Promise<T> {
    if (this.#current) return this.#current.lend(work);
    this.#releaseTerminal();
    try {
      return await work();
    } finally {
      this.#takeTerminal();
    }
  }

  #releaseTerminal(): void {
    this.#painter.suspend();
    this.#options.terminal.setRaw(false);
  }

  #takeTerminal(): void {
    this.#options.terminal.setRaw(false);
    this.#options.terminal.setRaw(true);
    this.#painter.resume();
  }
}

function noWorkspace(name: string, names: readonly string[]): Printable {
  if (names.length === 0) return words`No workspace “${printable(name)}”; none is configured.`;
  const meant = nearest(name, names);
  const none = words`No workspace “${printable(name)}”. Workspaces: ${printable(names.join(', '))}.`;
  return meant === undefined ? none : words`${none} Did you mean ${printable(meant)}?`;
}
