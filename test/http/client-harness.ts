import { once } from 'node:events';
import type { Server } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { ApiError } from '../../src/contract/api-error.ts';
import type { Exchange, Operation } from '../../src/contract/operation.ts';
import type { BaseUrl } from '../../src/http/base-url.ts';
import { type ClientOptions, createClient } from '../../src/http/client.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { noDrift } from '../support/no-drift.ts';

export const KEY = 'CANARY-0123456789abcdef0123456789abcdef';
export const FOUND = '{"Query":"a","Total":0,"From":0,"Size":20,"SearchResults":[]}';
export const NOW = Date.parse('2026-03-14T14:02:00Z');

/** For a server that is never going to answer. */
export const SHORT = { response: 150 };

export function client(baseUrl: BaseUrl, options: Partial<ClientOptions> = {}) {
  const exchanges: Exchange[] = [];
  const call = createClient({
    baseUrl,
    accessKey: () => KEY,
    userAgent: 'warren/test',
    clock: fakeClock(NOW),
    drift: noDrift,
    onExchange: (exchange) => exchanges.push(exchange),
    ...options,
  });
  /** The error of a call that is meant to fail. */
  async function failure<Input, Answer>(
    operation: Operation<Input, Answer>,
    input: Input,
    signal?: AbortSignal,
  ): Promise<ApiError> {
    try {
      return expect.fail(`answered ${JSON.stringify(await call(operation, input, signal))}`);
    } catch (error) {
      if (error instanceof ApiError) return error;
      throw error;
    }
  }
  return { call, failure, exchanges };
}

export const over = (host: string, scheme: 'http' | 'https'): BaseUrl => ({
  origin: `${scheme}://${host}`,
  host,
  path: '',
});

/** The host and port of a server on loopback that ends with the test. */
export async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  const address = server.address();
  return `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

export const ask = { search: 'a' };
export const app = { appId: 'k3Jd82' };
export const variable = { id: '5', Name: 'A', Required: false, DefaultValue: 'b' };
