import type { ArchivePasswords } from '../archive/archive.ts';
import type { KeyBinding } from '../commands/key-binding.ts';
import type { Config } from '../config/config.ts';
import { DEFAULT_INTERVAL_MS } from '../config/defaults.ts';
import { ApiError } from '../contract/api-error.ts';
import { driftLog } from '../contract/drift.ts';
import { noted, passed, skipped } from '../doctor/check.ts';
import type { DoctorFacts } from '../doctor/terminal-checks.ts';
import type { Clock } from '../edges/clock.ts';
import { realFiles } from '../edges/files.ts';
import { stateDirectory } from '../edges/machine.ts';
import { WorkerThread } from '../events/worker/worker-thread.ts';
import { auditPath, type SendAudit } from '../mutations/audit.ts';
import type { Replay } from '../recording/replay.ts';
import { EMPTY_WORKSPACE, noWorkspaceFile, type WorkspaceFile } from '../state/workspace.ts';
import { lazy } from '../text/memoize.ts';
import { suggestion } from '../text/nearest.ts';
import { printable, words } from '../text/printable.ts';
import type { ThemeName } from '../text/themes.ts';
import { archivePasswords, type Prompter } from './access-key.ts';
import { type AsnFile, readAsnNames } from './asn-names.ts';
import type { KeyOrigins } from './choose-service.ts';
import {
  configuredKeys,
  configuredWorkspace,
  flaggedWorkspace,
  loadPreferences,
} from './config-file.ts';
import type { Edges } from './edges.ts';
import { asUserError, UserError } from './errors.ts';
import { seedOf } from './option-values.ts';
import type { ConsoleFlags } from './options.ts';
import { openSession, type Session } from './session.ts';
import { prepareSession, resolveService, type SessionConfig } from './session-config.ts';
import { chooseAscii, chooseTheme } from './settings.ts';
import { configuredWorkspaceFile } from './workspace-file.ts';

export interface ConsoleSession extends Session {
  /** Polling interval in milliseconds. */
  readonly interval: number;
  /** Runs the configured command for a watch that fired; rejects with the reason if it fails. */
  readonly onWatch?: ((fired: object) => Promise<void>) | undefined;
  /** Sends audit entries to a team's archive; absent if they stay on this machine. */
  readonly sendAudit?: SendAudit | undefined;
  /** Reads the names of autonomous systems, if a file is configured. */
  readonly asnNames?: (() => AsnFile) | undefined;
  readonly surroundings: DoctorFacts;
  /** Parses answers and searches log text in another thread. */
  readonly worker: WorkerThread;
  /** Saves the workspace. */
  readonly workspaceFile: WorkspaceFile;
  /** Custom key bindings. */
  readonly keys: readonly KeyBinding[];
  readonly theme: ThemeName;
  readonly archivePasswords: ArchivePasswords;
  /** The key origins at the start of the run; absent without a service. */
  readonly keyOrigins?: KeyOrigins;
  /** Configured profiles, which the operator can switch to. */
  readonly profiles: readonly string[];
  readonly workspaces: readonly string[];
  /** Whether the theme was only guessed, so that the terminal's background may change it. */
  readonly themeIsGuess?: boolean;
  readonly ascii?: boolean;
  /** Whether addresses are links; undefined to let the terminal decide. */
  readonly links?: boolean | undefined;
  /** Whether the configuration asks for screen reader output. */
  readonly screenReader?: boolean;
  /** The recording that replaces a service. */
  readonly replay?: Replay;
}

interface ConsoleSessionOptions {
  readonly edges: Edges;
  /** The console's clock, which may be paused. */
  readonly clock: Clock;
  readonly prompter: Prompter;
  /** The key origins at the start of the run; undefined for the first console. */
  readonly keyOrigins?: KeyOrigins | undefined;
}

/**
 * Opens what flags, environment and configuration select: the embedded platform when nothing is configured, and no
 * service for an archive.
 *
 * @throws UserError when it cannot be opened
 */
export async function openConsoleSession(
  flags: ConsoleFlags,
  { edges, clock, prompter, keyOrigins }: ConsoleSessionOptions,
): Promise<ConsoleSession> {
  const passwords = archivePasswords(edges, prompter);
  const worker = new WorkerThread();
  const shared = (session: Session, config: Config) => {
    const { value: theme, isGuess: themeIsGuess } = chooseTheme(
      flags.theme,
      edges.env,
      config.theme,
    );
    return {
      worker,
      theme,
      themeIsGuess,
      archivePasswords: passwords,
      surroundings: surroundingsOf(edges, session, worker),
      ascii: chooseAscii(flags.ascii, edges.env, config.ascii).value,
      links: config.links?.value,
      screenReader: config.screen_reader?.value ?? false,
      keys: configuredKeys(config),
      asnNames: asnNamesIn(config, edges),
      close() {
        worker.end();
        return session.close();
      },
    };
  };
  const serviceless = async <Opened extends Session>(session: Opened) => ({
    ...session,
    ...shared(session, await loadPreferences(edges.env, edges.uid)),
    profiles: [],
    workspaces: [],
  });
  if (flags.from !== undefined) {
    return {
      ...(await serviceless(await openArchiveSession(flags.from, passwords))),
      workspaceFile: noWorkspaceFile(words`an archive is open, which has no workspace.`),
    };
  }
  if (flags.replay !== undefined) {
    const { openReplaySession } = await import('./replay-session.ts');
    const session = await openReplaySession(flags.replay, edges);
    return {
      ...(await serviceless(session)),
      workspaceFile: noWorkspaceFile(
        words`a ${session.replay.noun} is open, and nothing of it is changed.`,
      ),
      // The numbers in an anonymous recording are made up.
      asnNames: undefined,
    };
  }
  const seed = seedOf(flags.seed);
  const resolved = await resolveService(flags, edges, keyOrigins);
  const prepared = await prepareSession(resolved, edges, prompter, 'demo');
  const session = await openSession({
    config: prepared,
    clock,
    seed,
    version: edges.version,
    reader: worker,
  });
  const { config } = resolved;
  return {
    ...session,
    ...shared(session, config),
    workspaceFile: workspaceFileOf(prepared, edges),
    workspace: flaggedWorkspace(flags, {
      ...session,
      workspace: workspaceNamed(flags, config) ?? session.workspace,
    }),
    interval: prepared.interval,
    onWatch: onWatchIn(config, edges),
    sendAudit: sendAuditIn(session, passwords, edges),
    keyOrigins: resolved.keyOrigins,
    profiles: [...(config.profiles?.keys() ?? [])],
    // Workspace ids mean nothing to the demo.
    workspaces: prepared.kind === 'demo' ? [] : [...(config.workspaces?.keys() ?? [])],
  };
}

function workspaceNamed({ workspace: name, demo }: ConsoleFlags, config: Config) {
  if (name === undefined || demo) return undefined;
  if (config.workspaces?.has(name)) return configuredWorkspace(config, name);
  const hint = printable(suggestion(name, [...(config.workspaces?.keys() ?? [])]));
  throw new UserError([words`The configuration has no workspace ${printable(name)}.${hint}`]);
}

const asnNamesIn = ({ asn_names: file }: Config, edges: Edges): ConsoleSession['asnNames'] =>
  file && lazy(() => readAsnNames(file.value, edges));

function onWatchIn({ on_watch: argv = [] }: Config, edges: Edges): ConsoleSession['onWatch'] {
  if (argv.length === 0) return undefined;
  const run = lazy(async () => {
    const { onWatchInTurn } = await import('./on-watch.ts');
    return onWatchInTurn(
      argv.map(({ value }) => value),
      edges,
    );
  });
  return async (fired) => (await run())(fired);
}

function sendAuditIn(
  { auditArchive: place }: Session,
  passwords: ArchivePasswords,
  edges: Edges,
): ConsoleSession['sendAudit'] {
  const path = auditPath(stateDirectory(edges.env));
  if (place === undefined || path === null) return undefined;
  return async (...parts) => {
    const { keepSending, openAuditSender } = await import('./audit-sender.ts');
    const sender = openAuditSender({ files: realFiles(), path, place, passwords });
    await keepSending(sender, edges.clock)(...parts);
  };
}

function workspaceFileOf(config: SessionConfig, edges: Edges): WorkspaceFile {
  if (config.kind === 'demo') {
    return noWorkspaceFile(words`the demo has no file for it; warren init sets one up.`);
  }
  const { profile, key } = config;
  if (profile === null) {
    return noWorkspaceFile(words`no profile is for this service; warren init writes one.`);
  }
  return configuredWorkspaceFile(edges, { profile, key });
}

/**
 * Opens a console without a service on an archive, from a file or the URL of a server.
 *
 * @throws UserError when it cannot be opened
 */
export async function openArchiveSession(
  path: string,
  passwords?: ArchivePasswords,
): Promise<Session & Pick<ConsoleSession, 'interval'>> {
  const [{ readEventArchive }, { DatabaseError }] = await Promise.all([
    import('../archive/open.ts'),
    import('../sqlite/database.ts'),
  ]);
  // The console itself opens it and reports progress.
  await readEventArchive(path, passwords, { isKnown: true })
    .then((archive) => archive.close())
    .catch(asUserError(DatabaseError));
  return {
    connect: () => async () => {
      throw new ApiError({ kind: 'refused', title: 'There is no service: an archive is open' });
    },
    profile: {
      name: words`archive`,
      host: printable(path.split('/').at(-1) || path),
      baseUrl: '',
      demo: false,
      readOnly: true,
      offline: true,
    },
    workspace: EMPTY_WORKSPACE,
    history: false,
    drift: driftLog(),
    close: async () => {},
    interval: DEFAULT_INTERVAL_MS,
  };
}

/** The program version, as a finding. */
export const programFinding = ({ version, runtime }: Pick<Edges, 'version' | 'runtime'>) =>
  passed(words`program`, words`warren ${printable(version)} on ${printable(runtime)}`);

/** What the doctor of a console checks besides terminal and service. */
const surroundingsOf = (
  edges: Edges,
  { drift }: Pick<Session, 'drift'>,
  worker: WorkerThread,
): DoctorFacts => ({
  env: edges.env,
  program: programFinding(edges),
  async checkFiles() {
    const { checkFiles } = await import('./file-checks.ts');
    return checkFiles(edges);
  },
  drift: drift.entries,
  thread: () => threadFinding(worker),
});

/** Whether event pages are parsed in another thread, as a finding. */
export function threadFinding({ phase, failure }: Pick<WorkerThread, 'phase' | 'failure'>) {
  const what = words`thread`;
  if (failure !== null) {
    return noted(
      what,
      words`It cannot be used: ${printable(failure)}`,
      words`Pages of events are read between key presses, which may lag while they load.`,
    );
  }
  return phase === 'none'
    ? skipped(what, words`It starts with the first page of events.`)
    : passed(what, words`Pages of events and large answers are read in another thread.`);
}
