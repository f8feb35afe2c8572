import { type DriftLog, driftLog } from '../contract/drift.ts';
import type { Exchange } from '../contract/exchange.ts';
import type { Call } from '../contract/operation.ts';
import type { Clock } from '../edges/clock.ts';
import { type BaseUrl, parseBaseUrl } from '../http/base-url.ts';
import { createClient } from '../http/client.ts';
import type { Profile } from '../state/console-state.ts';
import type { Workspace } from '../state/workspace.ts';
import { printable, words } from '../text/printable.ts';
import type { Prepared } from './connection/prepare.ts';
import { demoWorkspace } from './demo-workspace.ts';

/** What the console, or a command, runs on: the way to the service, and what to watch there. */
export interface Session {
  connect(report: (exchange: Exchange) => void): Call;
  readonly profile: Profile;
  readonly workspace: Workspace;
  /** How the answers so far differed from the contract. */
  readonly drift: DriftLog;
  close(): Promise<void>;
}

/** So long ago the demo's world began, milliseconds: its deploy is failing when it is first looked at. */
const UNDER_WAY = 100_000;

/** Opens the way to a service; starts the embedded platform for a demo. */
export async function openSession({
  prepared,
  clock,
  version,
  seed,
}: {
  readonly prepared: Prepared;
  readonly clock: Clock;
  readonly version: string;
  /** Of the demo's world. */
  readonly seed: number;
}): Promise<Session> {
  const drift = driftLog();
  const { debug } = prepared;
  const client = (baseUrl: BaseUrl, accessKey: string) => (report: (exchange: Exchange) => void) =>
    createClient({
      baseUrl,
      accessKey: () => accessKey,
      userAgent: `warren/${version}`,
      clock,
      drift,
      onExchange: (exchange) => {
        debug?.exchange(exchange);
        report(exchange);
      },
    });

  if (prepared.kind === 'service') {
    const { baseUrl, accessKey, name, workspace, readOnly } = prepared;
    return {
      connect: client(baseUrl, accessKey),
      profile: {
        name,
        host: printable(baseUrl.host),
        baseUrl: `${baseUrl.origin}${baseUrl.path}`,
        demo: false,
        readOnly,
      },
      workspace,
      drift,
      close: async () => {},
    };
  }

  const { openPlatform } = await import('../platform/platform.ts');
  const platform = await openPlatform({
    clock,
    seed,
    at: clock.now() - UNDER_WAY,
    // Within a process, packing costs more time than it spares.
    compresses: false,
  });
  const parsed = parseBaseUrl(platform.baseUrl);
  if (parsed.kind !== 'ok') throw new Error(parsed.reason);
  return {
    connect: client(parsed.baseUrl, platform.accessKey),
    profile: {
      name: words`demo`,
      host: words`embedded platform`,
      baseUrl: platform.baseUrl,
      demo: true,
      readOnly: prepared.readOnly,
      ...(prepared.asked ? {} : { newcomer: true }),
    },
    workspace: demoWorkspace(platform.world),
    drift,
    close: () => platform.close(),
  };
}
