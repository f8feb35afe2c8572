import { type DriftLog, driftLog } from '../contract/drift.ts';
import type { Exchange } from '../contract/exchange.ts';
import type { Call } from '../contract/operation.ts';
import type { Clock } from '../edges/clock.ts';
import { type BaseUrl, parseBaseUrl } from '../http/base-url.ts';
import type { Profile } from '../state/console-state.ts';
import type { Workspace } from '../state/workspace.ts';
import { printable, words } from '../text/printable.ts';
import type { Prepared } from './connection/prepare.ts';
import { openDemo } from './demo-platform.ts';

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
  readonly prepared: Prepared;
  readonly clock: Clock;
  /** Of this program. */
  readonly version: string;
  /** Of the demo's world. */
  readonly seed: number;
}

/** Opens the way to a service; starts the embedded platform for a demo. */
export async function openSession(options: SessionOptions): Promise<Session> {
  const { prepared, clock, seed } = options;
  const demo = prepared.kind === 'demo' ? await openDemo({ clock, seed }) : undefined;
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
          prepared.debug?.exchange(exchange);
          report(exchange);
        },
      });

  if (prepared.kind === 'service') {
    const { baseUrl, accessKey, name, workspace, readOnly, colour } = prepared;
    return {
      connect: connectTo(baseUrl, accessKey),
      profile: {
        name,
        host: printable(baseUrl.host),
        baseUrl: `${baseUrl.origin}${baseUrl.path}`,
        demo: false,
        readOnly,
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
      readOnly: prepared.readOnly,
      ...(prepared.asked ? {} : { newcomer: true }),
    },
    workspace: demo.workspace,
    drift,
    close: demo.close,
  };
}
