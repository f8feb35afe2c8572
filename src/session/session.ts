import { type DriftLog, driftLog } from '../contract/drift.ts';
import type { Call, Exchange } from '../contract/operation.ts';
import type { AnswerReader } from '../contract/read-answer.ts';
import type { Clock } from '../edges/clock.ts';
import { type BaseUrl, parseBaseUrl } from '../http/base-url.ts';
import type { Timeouts } from '../http/transmit.ts';
import type { World } from '../platform/world/world.ts';
import type { Profile } from '../state/console-state.ts';
import type { Workspace, WorkspaceItem } from '../state/workspace.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import type { SessionConfig } from './session-config.ts';
import { callReadingKeyAgain, fixedKey, type SessionKey } from './session-key.ts';

/** What the console, or a command, runs on: the way to the service, and what to watch there. */
export interface Session {
  /**
   * @param report is told of every exchange
   * @param noticed is told what became of an access key that was not accepted, and whether there is a new one
   */
  connect(
    report: (exchange: Exchange) => void,
    noticed?: (text: Printable, isNew: boolean) => void,
  ): Call;
  readonly profile: Profile;
  readonly workspace: Workspace;
  /** Whether the history of what is watched is kept beyond the run. */
  readonly history: boolean;
  /** Whether a text holds the access key; absent where there is none to keep. */
  readonly isSecret?: ((text: string) => boolean) | undefined;
  /** A text that was sent as answers have it, with the access key masked; as it is when absent. */
  readonly masked?: ((text: string) => string) | undefined;
  /** The URL of the archive that audit entries are sent along to. */
  readonly auditArchive?: string | undefined;
  /** How the answers so far differed from the contract. */
  readonly drift: DriftLog;
  close(): Promise<void>;
}

interface SessionOptions {
  readonly config: SessionConfig;
  readonly clock: Clock;
  /** Of this program. */
  readonly version: string;
  /** Of the demo's world. */
  readonly seed: number;
  /** Reads the bodies of answers; they are read where they arrive when there is none. */
  readonly reader?: AnswerReader;
  /** Other timeouts than the usual ones, for tests. */
  readonly timeouts?: Partial<Timeouts> | undefined;
}

/** Opens the way to a service; starts the embedded platform for a demo. */
export async function openSession(options: SessionOptions): Promise<Session> {
  const { config } = options;
  return config.kind === 'demo' ? openDemo(config, options) : openService(config, options);
}

type ConfigOf<Kind> = Extract<SessionConfig, { readonly kind: Kind }>;

async function openService(config: ConfigOf<'service'>, options: SessionOptions): Promise<Session> {
  const { baseUrl, key, name, workspace, readOnly, isUnaudited, auditArchive, colour } = config;
  return {
    ...(await connection(baseUrl, key, options)),
    profile: {
      name,
      host: printable(baseUrl.host),
      baseUrl: `${baseUrl.origin}${baseUrl.path}`,
      demo: false,
      readOnly,
      ...(isUnaudited && { isUnaudited }),
      ...(colour && { colour }),
    },
    workspace,
    isSecret: key.isIn,
    masked: key.masked,
    auditArchive,
    history: config.history ?? true,
    close: async () => {},
  };
}

/** So long ago the demo's world began, milliseconds: its deploy is failing when it is first looked at. */
const DEMO_AGE_MS = 100_000;

async function openDemo(config: ConfigOf<'demo'>, options: SessionOptions): Promise<Session> {
  const { clock, seed } = options;
  const { openPlatform } = await import('../platform/platform.ts');
  const platform = await openPlatform({
    clock,
    seed,
    at: clock.now() - DEMO_AGE_MS,
    // Within a process, packing costs more time than it spares.
    compresses: false,
  });
  const parsed = parseBaseUrl(platform.baseUrl);
  if (parsed.kind !== 'ok') throw new Error(parsed.reason);
  const key = fixedKey(platform.accessKey);
  return {
    ...(await connection(parsed.baseUrl, key, options)),
    profile: {
      name: words`demo`,
      host: words`embedded platform`,
      baseUrl: platform.baseUrl,
      demo: true,
      readOnly: config.readOnly,
      ...(config.isUnaudited && { isUnaudited: true }),
      ...(config.asked ? {} : { newcomer: true }),
    },
    workspace: demoWorkspace(platform.world),
    masked: key.masked,
    // Its world is another one with every run.
    history: false,
    close: platform.close,
  };
}

async function connection(
  baseUrl: BaseUrl,
  key: SessionKey,
  { config, clock, version, reader, timeouts }: SessionOptions,
): Promise<Pick<Session, 'connect' | 'drift'>> {
  const { createClient } = await import('../http/client.ts');
  const drift = driftLog();
  return {
    drift,
    connect(report, noticed = () => {}) {
      const call = createClient({
        baseUrl,
        accessKey: key.current,
        userAgent: `warren/${version}`,
        clock,
        drift,
        reader,
        ...(timeouts && { timeouts }),
        onExchange(exchange) {
          config.debug?.exchange(exchange);
          report(exchange);
        },
      });
      return callReadingKeyAgain(call, key, noticed);
    },
  };
}

const watched = ({ id, name }: { id: string | number; name: string }): WorkspaceItem => ({
  id: String(id),
  name,
});

/** Everything the embedded platform's world has: the demo watches all of it. */
export function demoWorkspace(world: World): Workspace {
  return {
    name: 'demo',
    apps: world.applications.map(watched),
    shieldZones: world.shieldZones.map(({ id, host }) => watched({ id, name: host })),
    dnsZones: world.dnsZones.map(({ id, domain }) => watched({ id, name: domain })),
    scripts: world.scripts.map(watched),
    rateLimits: world.rateLimits.map(watched),
  };
}
