import type { RunningConsole } from './console/console.ts';
import type { Ending } from './console/lifecycle.ts';
import type { Machine } from './edges/machine.ts';
import { unansweredLines } from './mutations/outcome-words.ts';
import { type Painter, showStarting } from './painter/painter.ts';
import type { Place } from './panes/pane.ts';
import { promptOn } from './session/access-key.ts';
import { configuredWorkspace, loadConfig } from './session/config-file.ts';
import { type ConsoleSession, openConsoleSession } from './session/console-session.ts';
import type { Edges } from './session/edges.ts';
import { UserError } from './session/errors.ts';
import { momentOption } from './session/option-values.ts';
import type { ConsoleFlags } from './session/options.ts';
import { unansweredChanges } from './state/change.ts';
import { ITEM_KINDS, itemKinds } from './state/item-kinds.ts';
import type { Destination } from './state/workspace.ts';
import { noSuch } from './text/nearest.ts';
import { type Printable, printable, words } from './text/printable.ts';
import { THEMES } from './text/themes.ts';

type StartConsole = typeof import('./console/console.ts').startConsole;

/** What all consoles of a run share. `painter` has already drawn a first frame on the terminal. */
export interface ConsolesOptions
  extends Pick<
    Required<Parameters<StartConsole>[0]>,
    'clock' | 'frameClock' | 'notifies' | 'painter' | 'stopProcess' | 'takesTitle' | 'terminal'
  > {
  /** For the first console. */
  readonly flags: ConsoleFlags;
  readonly edges: Edges;
  /** A replacement for `painter` that writes lines for screen readers. */
  readAloud(): Promise<Painter>;
  /** Whether the terminal's background colour may be queried to choose the theme. */
  readonly mayAskColours: boolean;
  /** Called when a console is on screen, before any data. */
  started(): void;
}

/** What one console runs with. */
interface ConsoleRun {
  readonly flags: ConsoleFlags;
  readonly session: ConsoleSession;
  /** The initial pane. */
  readonly pane: string | undefined;
}

/** A prepared console. Its pane is known when the previous one has ended. */
type NextRun = Omit<ConsoleRun, 'pane'>;

/** What the initial pane shows, by the flags. */
function placeOf(flags: ConsoleFlags, now: number): Place {
  const shown = itemKinds.flatMap((kind) =>
    flags[ITEM_KINDS[kind].option].map((id) => ({ kind, id })),
  );
  return {
    // Without --workspace, these are all that is watched.
    shown: flags.workspace === undefined ? [] : shown,
    ...(flags.where !== undefined && { where: flags.where }),
    at: momentOption(words`at`, flags.at, now) ?? null,
  };
}

/**
 * Runs one console after another, as the operator switches profiles or workspaces. The next one is prepared while the
 * current one keeps running, which stays if the next cannot be opened.
 */
export class Consoles {
  readonly #options: ConsolesOptions;
  #painter: Painter;
  #current: RunningConsole | undefined;
  /** Consoles that ended with pending changes, by attempt. Their outcomes may be known by now. */
  readonly #left: { readonly state: RunningConsole['state']; readonly attempts: Set<string> }[] =
    [];
  /** Files that a console was still writing when it ended. */
  readonly #unwritten: string[] = [];
  /** What could not be saved when a console ended. */
  readonly #lost: Printable[] = [];
  #stopped = false;
  /** Whether the background colour may still be queried. One answer is enough for all consoles. */
  #mayAskColours: boolean;
  /** The key origins since the first console. */
  #keyOrigins: ConsoleSession['keyOrigins'];

  constructor(options: ConsolesOptions) {
    this.#options = options;
    this.#painter = options.painter;
    this.#mayAskColours = options.mayAskColours;
  }

  /** Resolves with how the last one ended. Rejects with a UserError when nothing can be opened. */
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
      // Keep the picture until there is a new one.
      if (isSame) continue;
      // The screen still shows the previous console.
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

  /** The process goes on: no shell could have continued it. */
  readonly notSuspended = (): void => {
    if (this.#current) this.#current.notSuspended();
    else this.#takeTerminal();
  };

  /** Warnings about changes in any console that have no known outcome. */
  unanswered(): readonly Printable[] {
    return this.#left.flatMap(({ state, attempts }) => {
      const { changes, profile } = state();
      // Closing the connection may have made the outcome unknown.
      const open = changes.filter(
        ({ attempt, state: { kind } }) =>
          attempts.has(attempt) && (kind === 'pending' || kind === 'unknown'),
      );
      return open.flatMap((change) => unansweredLines(change, profile.host));
    });
  }

  /** Warnings about changes without an outcome, and about files that were not written. */
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
      // If time is paused, nothing would end the tour.
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

  /** Opens the profile or workspace that the operator selected. */
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
    if (kind !== 'workspace') {
      const named: ConsoleFlags =
        kind === 'recording'
          ? { ...there, replay: name, from: undefined }
          : {
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
    if (!names.includes(name)) throw new UserError([printable(noSuch('workspace', name, names))]);
    return {
      flags: there,
      session: { ...session, workspace: configuredWorkspace(config, name), workspaces: names },
    };
  }

  async #open(flags: ConsoleFlags): Promise<ConsoleSession> {
    const { edges, clock } = this.#options;
    const session = await openConsoleSession(flags, {
      edges,
      clock,
      prompter: promptOn(edges, (work) => this.#withTerminal(work)),
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

  /** Hands over the terminal to ask for a key. */
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
