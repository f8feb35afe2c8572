import { type IncomingHttpHeaders, request } from 'node:http';
import type { OperationId } from '../../src/contract/operation.ts';
import { operations } from '../../src/contract/operations/index.ts';
import { renderPath } from '../../src/contract/path.ts';
import { type FakeClock, fakeClock } from '../support/fake-clock.ts';
import { openPlatform, type Platform, type PlatformOptions } from '../support/observed-platform.ts';

/** An answer as it came over the wire. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly text: string;
}

/** What may be said of a request beside its method and path. */
export interface Asking {
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** False to leave the key out. */
  readonly withKey?: boolean;
}

/** Asks a platform over a connection of its own; rejects when the connection breaks. */
export function ask(
  { baseUrl, accessKey }: Pick<Platform, 'baseUrl' | 'accessKey'>,
  method: string,
  path: string,
  { body, headers, withKey = true }: Asking = {},
): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(baseUrl);
    const sent = request({
      hostname,
      port,
      method,
      path,
      agent: false,
      headers: {
        ...(withKey ? { accesskey: accessKey } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
    });
    sent.on('error', reject);
    sent.on('response', (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const whole = Buffer.concat(chunks);
        const status = answer.statusCode ?? 0;
        resolve({ status, headers: answer.headers, body: whole, text: whole.toString() });
      });
    });
    sent.end(body);
  });
}

/** A platform on a fake clock, and a way to ask it. */
export interface Visit extends AsyncDisposable {
  readonly clock: FakeClock;
  readonly platform: Platform;
  ask(method: string, path: string, asking?: Asking): Promise<WireAnswer>;
  /** Asks, and gives the body as JSON. */
  json(method: string, path: string, asking?: Asking): Promise<unknown>;
}

/** Opens a platform whose clock stands at 14:02 UTC of 14 March 2026 until it is moved. */
export async function visitPlatform(options: Partial<PlatformOptions> = {}): Promise<Visit> {
  const clock = fakeClock();
  const platform = await openPlatform({ seed: 7, clock, ...options });
  const asked: Visit['ask'] = (method, path, asking) => ask(platform, method, path, asking);
  return {
    clock,
    platform,
    ask: asked,
    json: async (method, path, asking) => JSON.parse((await asked(method, path, asking)).text),
    [Symbol.asyncDispose]: () => platform.close(),
  };
}

/** The path of an operation. */
export const pathOf = (
  id: OperationId,
  values: Readonly<Record<string, string | number | undefined>>,
): string => {
  const texts = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  );
  return renderPath(operations[id], Object.fromEntries(texts));
};

/** The first of a list, which must have one. */
export function first<T>(list: readonly T[]): T {
  const [one] = list;
  if (one === undefined) throw new Error('the list is empty');
  return one;
}

/** The one in a list that answers to a description; there must be one. */
export function the<T>(list: readonly T[], description: (item: T) => boolean): T {
  return first(list.filter(description));
}
