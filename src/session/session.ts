import { type DriftLog, driftLog } from '../contract/drift.ts';
import type { Exchange } from '../contract/exchange.ts';
import type { Call } from '../contract/operation.ts';
import type { Clock } from '../edges/clock.ts';
import { type BaseUrl, parseBaseUrl } from '../http/base-url.ts';
import type { World } from '../platform/world/world.ts';
import type { Profile } from '../state/console-state.ts';
import type { Watched, Workspace } from '../state/workspace.ts';
import { printable, words } from '../text/printable.ts';
import type { SessionConfig } from './session-config.ts';

/** What the console, or a command, runs on: the way to the service, and what to watch there. */
export interface Session {
  connect(report: (exchange: Exchange) => void): Call;
  readonly profile: Profile;
  readonly workspace: Workspace;
  /** How the answers so far differed from the contract. */
  readonly drift: DriftLog;
  close(): Promise<void>;
}

/** What a session is made of. */
interface SessionOptions {
  readonly config: SessionConfig;
  readonly clock: Clock;
  /** Of this program. */
  readonly version: string;
  /** Of the demo's world. */
  readonly seed: number;
}

/** Opens the way to a service; starts the embedded platform for a demo. */
export async function openSession(options: SessionOptions): Promise<Session> {
  const { config, clock, seed } = options;
  const demo = config.kind === 'demo' ? await openDemo({ clock, seed }) : undefined;
  const { createClient } = await import('../http/client.ts');
  const drift = driftLog();
  const connectTo =
    (baseUrl: BaseUrl, accessKey: string): Session['connect'] =>
    (report) =>
      createClient({
        baseUrl,
        accessKey: () => accessKey,
        userAgent: `warren/${options.version}`,
        clock,
        drift,
        onExchange: (exchange) => {
          config.debug?.exchange(exchange);
          report(exchange);
        },
      });

  if (config.kind === 'service') {
    const { baseUrl, accessKey, name, workspace, readOnly, isUnaudited, colour } = config;
    return {
      connect: connectTo(baseUrl, accessKey),
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
      drift,
      close: async () => {},
    };
  }
  if (!demo) throw new Error('A demo has a platform.');
  const parsed = parseBaseUrl(demo.baseUrl);
  if (parsed.kind !== 'ok') throw new Error(parsed.reason);
  return {
    connect: connectTo(parsed.baseUrl, demo.accessKey),
    profile: {
      name: words`demo`,
      host: words`embedded platform`,
      baseUrl: demo.baseUrl,
      demo: true,
      readOnly: config.readOnly,
      ...(config.isUnaudited && { isUnaudited: true }),
      ...(config.asked ? {} : { newcomer: true }),
    },
    workspace: demo.workspace,
    drift,
    close: demo.close,
  };
}

/** An embedded platform that serves a demo. */
export interface Demo {
  /** `http://127.0.0.1:40123` */
  readonly baseUrl: string;
  readonly accessKey: string;
  /** Everything there is to watch. */
  readonly workspace: Workspace;
  close(): Promise<void>;
}

/** So long ago the demo's world began, milliseconds: its deploy is failing when it is first looked at. */
const UNDER_WAY = 100_000;

/** Opens the embedded platform of a demo. */
export async function openDemo({
  clock,
  seed,
}: {
  readonly clock: Clock;
  /** Of the world. */
  readonly seed: number;
}): Promise<Demo> {
  const { openPlatform } = await import('../platform/platform.ts');
  const platform = await openPlatform({
    clock,
    seed,
    at: clock.now() - UNDER_WAY,
    // Within a process, packing costs more time than it spares.
    compresses: false,
  });
  const { baseUrl, accessKey, world } = platform;
  return { baseUrl, accessKey, workspace: demoWorkspace(world), close: platform.close };
}

const watched = ({
  id,
  name,
}: {
  readonly id: string | number;
  readonly name: string;
}): Watched => ({
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
