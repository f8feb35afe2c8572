import { type DriftLog, driftLog } from '../contract/drift.ts';
import type { Call, Exchange } from '../contract/operation.ts';
import type { AnswerReader } from '../contract/read-answer.ts';
import type { Clock } from '../edges/clock.ts';
import { type BaseUrl, parseBaseUrl } from '../http/base-url.ts';
import type { Timeouts } from '../http/transmit.ts';
import type { KeyFinder } from '../mutations/key-finder.ts';
import type { World } from '../platform/world/world.ts';
import type { Profile } from '../state/console-state.ts';
import type { Workspace, WorkspaceItem } from '../state/workspace.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import type { SessionConfig } from './session-config.ts';
import { callReadingKeyAgain, fixedKey, type SessionKey } from './session-key.ts';

/** The connection to a service, and what to watch there. */
export interface Session {
  /**
   * @param report receives every exchange
   * @param noticed is told about an access key that was not accepted, and whether there is a new one
   * @param warned is told that the debug log cannot be written
   */
  connect(
    report: (exchange: Exchange) => void,
    noticed?: (text: Printable, isNew: boolean) => void,
    warned?: (text: Printable) => void,
  ): Call;
  readonly profile: Profile;
  readonly workspace: Workspace;
  /** Whether the history of watched items is saved. */
  readonly history: boolean;
  /** Absent if there is none. */
  readonly accessKey?: KeyFinder | undefined;
  /** The URL of the archive that receives audit entries. */
  readonly auditArchive?: string | undefined;
  /** Differences between answers and the contract so far. */
  readonly drift: DriftLog;
  close(): Promise<void>;
}

interface SessionOptions {
  readonly config: SessionConfig;
  readonly clock: Clock;
  readonly version: string;
  /** Of the demo's world. */
  readonly seed: number;
  /** Parses the bodies of answers in another thread; by default on this one. */
  readonly reader?: AnswerReader;
  /** Overrides timeouts in tests. */
  readonly timeouts?: Partial<Timeouts> | undefined;
}

/** Connects to a service, or starts the embedded platform for a demo. */
export async function openSession(options: SessionOptions): Promise<Session> {
  const { config } = options;
  const session = await (config.kind === 'demo'
    ? openDemo(config, options)
    : openService(config, options));
  return {
    ...session,
    async close() {
      await session.close();
      await config.debug?.settled();
    },
  };
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
    // Nothing beyond this module needs the key itself.
    accessKey: { isIn: key.isIn, masked: key.masked },
    auditArchive,
    history: config.history,
    close: async () => {},
  };
}

/** Age of a new demo world in milliseconds, so that its deploy is already failing. */
const DEMO_AGE_MS = 100_000;

async function openDemo(config: ConfigOf<'demo'>, options: SessionOptions): Promise<Session> {
  const { clock, seed } = options;
  const { openPlatform } = await import('../platform/platform.ts');
  const platform = await openPlatform({
    clock,
    seed,
    at: clock.now() - DEMO_AGE_MS,
    // Compression within one process costs more than it saves.
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
    // It opens nothing else, and may be used anywhere.
    accessKey: { isIn: () => false, masked: key.masked },
    // Every run has a new world.
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
    connect(report, noticed = () => {}, warned = () => {}) {
      config.debug?.onFailure(warned);
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

/** Everything in the embedded platform's world. */
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
