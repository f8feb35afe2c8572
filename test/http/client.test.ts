import { execFile } from 'node:child_process';
import { inspect, promisify } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Exchange, Operation } from '../../src/contract/operation.ts';
import { appDelete } from '../../src/contract/operations/app-delete.ts';
import { eventLogs } from '../../src/contract/operations/event-logs.ts';
import { guardianUpload } from '../../src/contract/operations/guardian-upload.ts';
import { scriptAddVariable } from '../../src/contract/operations/script-add-variable.ts';
import { search } from '../../src/contract/operations/search.ts';
import { type AnswerReader, readBody } from '../../src/contract/read-answer.ts';
import { parseBaseUrl } from '../../src/http/base-url.ts';
import { dialectFrom } from '../../src/platform/wire/dialect.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { openPlatform } from '../support/observed-platform.ts';
import { byteServer, reply } from './byte-server.ts';
import { app, ask, client, FOUND, KEY, NOW, SHORT, variable } from './client-harness.ts';

describe('a request', () => {
  // Assumption: credential-of-shield-operations
  it('carries the method, the path below the base URL, the key, and no other secret', async () => {
    const server = await byteServer((socket) => socket.end(reply(200, FOUND)));
    const baseUrl = { ...server.baseUrl, path: '/edge' };
    await client(baseUrl).call(search, { search: 'a b', from: 20 });
    const [head = '', body] = (server.requests[0] ?? '').split('\r\n\r\n');
    const [line, ...headers] = head.split('\r\n');
    expect(line).toBe('GET /edge/search?search=a+b&from=20 HTTP/1.1');
    expect(headers.map((header) => header.toLowerCase()).sort()).toEqual([
      'accept-encoding: gzip, deflate, br, zstd',
      'accept: application/json',
      `accesskey: ${KEY.toLowerCase()}`,
      'connection: keep-alive',
      `host: ${server.baseUrl.host}`,
      'user-agent: warren/test',
    ]);
    expect(body).toBe('');
  });

  it('carries its body as JSON', async () => {
    const server = await byteServer((socket) => socket.end(reply(200, '{"Id":1}')));
    await client(server.baseUrl).call(scriptAddVariable, variable);
    expect(server.requests[0]).toMatch(/^POST \/compute\/script\/5\/variables\/add HTTP/);
    expect(server.requests[0]).toMatch(/content-type: application\/json/i);
    expect(server.requests[0]?.split('\r\n\r\n')[1]).toBe(
      '{"Name":"A","Required":false,"DefaultValue":"b"}',
    );
  });

  it.each([[''], ['.'], ['..'], ['a/b'], ['%2e%2e'], ['a\nb']])(
    'is not sent for the id %j',
    async (appId) => {
      const server = await byteServer((socket) => socket.end(reply(200)));
      const { failure, exchanges } = client(server.baseUrl);
      expect((await failure(appDelete, { appId })).kind).toBe('bad-request');
      expect([server.connections, exchanges]).toEqual([0, []]);
    },
  );

  it('is not sent with the key in its address, where it would be logged; a body may contain it', async () => {
    const server = await byteServer((socket) => socket.end(reply(200, '{"Id":1}')));
    const { call, failure, exchanges } = client(server.baseUrl);
    expect((await failure(appDelete, { appId: KEY })).kind).toBe('bad-request');
    const error = await failure(search, { search: `x ${KEY}` });
    expect(error.message).toContain('hold the access key');
    expect(inspect(error)).not.toContain(KEY);
    expect([server.connections, exchanges]).toEqual([0, []]);
    await call(scriptAddVariable, { ...variable, DefaultValue: KEY });
    expect(server.connections).toBe(1);
  });

  it('is not sent without a key that a header can carry', async () => {
    const server = await byteServer((socket) => socket.end(reply(200)));
    for (const key of ['', 'a\r\nb']) {
      const { failure } = client(server.baseUrl, { accessKey: () => key });
      expect((await failure(search, ask)).kind).toBe('bad-request');
    }
    expect(server.connections).toBe(0);
  });

  it('goes directly to the service even if the environment names a proxy', async () => {
    const proxy = await byteServer((socket) => socket.end(reply(502)));
    const server = await byteServer((socket) => socket.end(reply(200, FOUND)));
    const source = new URL('../../src/', import.meta.url).href;
    const program = `
      const { createClient } = await import('${source}http/client.ts');
      const { search } = await import('${source}contract/operations/search.ts');
      const call = createClient({
        baseUrl: ${JSON.stringify(server.baseUrl)}, accessKey: () => 'key', userAgent: 'warren/test',
        clock: { now: Date.now, elapsed: Date.now }, drift: { note() {}, add() {} }, onExchange() {},
      });
      process.stdout.write(String((await call(search, { search: 'a' })).Total));`;
    const proxied = `http://${proxy.baseUrl.host}`;
    const env = {
      ...process.env,
      NODE_USE_ENV_PROXY: '1',
      HTTP_PROXY: proxied,
      http_proxy: proxied,
    };
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', program],
      { env: { ...env, NO_PROXY: '', no_proxy: '', NODE_OPTIONS: '' } },
    );
    expect(stdout).toBe('0');
    expect([proxy.connections, server.requests.length]).toEqual([0, 1]);
  });
});

describe('a redirect', () => {
  const calls = [
    ['GET', search, ask],
    ['DELETE', appDelete, app],
    ['POST', scriptAddVariable, { ...variable, DefaultValue: undefined }],
    ['PATCH', guardianUpload, { shieldZoneId: '7', content: '{}' }],
  ] as const;
  const matrix = [301, 302, 303, 307, 308].flatMap((status) =>
    calls.map(([method, operation, input]) => ({ status, method, operation, input })),
  );

  it.each(matrix)('$status on $method is not followed', async ({ status, operation, input }) => {
    const elsewhere = await byteServer((socket) => socket.end(reply(200, FOUND)));
    const location = `${elsewhere.baseUrl.origin}/search`;
    const server = await byteServer((socket) => socket.end(reply(status, '', { location })));
    const { failure } = client(server.baseUrl);
    const error = await failure(operation as Operation<unknown, unknown>, input);
    expect([error.kind, error.status]).toEqual(['redirected', status]);
    expect(error.title).toBe(`The service redirects to ${elsewhere.baseUrl.host}`);
    expect([server.requests.length, elsewhere.connections]).toEqual([1, 0]);
  });

  it('is not followed to the same origin either', async () => {
    const server = await byteServer((socket) =>
      socket.end(reply(302, '', { location: '/mc/apps/other' })),
    );
    expect((await client(server.baseUrl).failure(appDelete, app)).kind).toBe('redirected');
    expect(server.requests).toHaveLength(1);
  });
});

describe('an answer', () => {
  it.each([
    ['gzip', gzipSync(FOUND)],
    ['br', brotliCompressSync(FOUND)],
  ])('is decompressed from %s', async (encoding, body) => {
    const server = await byteServer((socket) =>
      socket.end(reply(200, body, { 'content-encoding': encoding })),
    );
    const { call, exchanges } = client(server.baseUrl);
    expect(await call(search, ask)).toMatchObject({ Query: 'a', SearchResults: [] });
    expect(exchanges.at(-1)?.outcome).toMatchObject({ kind: 'answered', bytes: FOUND.length });
  });

  // Assumption: delete-success-status
  it.each([[200], [202], [204]])('to a deletion may be an empty %i', async (status) => {
    const server = await byteServer((socket) => socket.end(reply(status)));
    expect(await client(server.baseUrl).call(appDelete, app)).toBeNull();
  });

  it.each<[string, Buffer, string]>([
    ['is empty', reply(200), 'The answer is empty'],
    ['is null', reply(200, 'null'), 'The answer does not fit the contract'],
    [
      'is HTML',
      reply(200, '<html><title>Sign in', { 'content-type': 'text/html' }),
      'HTML instead of JSON',
    ],
    [
      'is broken off and says it is whole',
      reply(200, '{"Query":"a","Tot'),
      'The answer is not JSON',
    ],
    [
      'is in another encoding',
      reply(200, 'x', { 'content-encoding': 'rot13' }),
      'The answer is in an encoding that was not asked for',
    ],
    ['is not gzip as it says', reply(200, 'plain', { 'content-encoding': 'gzip' }), 'is corrupt'],
    ['is not HTTP', Buffer.from('SSH-2.0-OpenSSH_9.6\r\n'), 'did not answer in HTTP'],
    [
      'has two lengths',
      Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'),
      'did not answer in HTTP',
    ],
    [
      'has a head without end',
      Buffer.from(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(40_000)}`),
      'did not answer in HTTP',
    ],
  ])('that %s is unexpected', async (_, bytes, title) => {
    const server = await byteServer((socket) => socket.end(bytes));
    const error = await client(server.baseUrl).failure(search, ask);
    expect([error.kind, error.title]).toEqual(['unexpected', expect.stringContaining(title)]);
  });

  it('may be the contract’s JSON with another content type', async () => {
    const server = await byteServer((socket) =>
      socket.end(reply(200, `\uFEFF${FOUND}`, { 'content-type': 'text/plain' })),
    );
    expect((await client(server.baseUrl).call(search, ask)).Total).toBe(0);
  });

  // Assumption: log-page-size
  it('larger than 8 MiB is rejected, even if compressed', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '));
    const server = await byteServer((socket) =>
      socket.end(reply(200, bomb, { 'content-encoding': 'gzip' })),
    );
    const { failure, exchanges } = client(server.baseUrl);
    const error = await failure(search, ask);
    expect(error).toMatchObject({
      kind: 'unexpected',
      status: 200,
      title: 'The answer is larger than 8 MiB',
    });
    expect(exchanges.at(-1)?.outcome.kind).toBe('failed');
  });

  it('that never ends is rejected at the same size', async () => {
    const server = await byteServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const chunk = Buffer.alloc(1024 * 1024, ' ');
      const more = (): void => {
        while (!socket.destroyed && socket.write(chunk));
        if (!socket.destroyed) socket.once('drain', more);
      };
      more();
    });
    expect((await client(server.baseUrl).failure(search, ask)).title).toBe(
      'The answer is larger than 8 MiB',
    );
  });

  it('after a thousand early hints is accepted', async () => {
    const hints = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(1000);
    const server = await byteServer((socket) =>
      socket.end(Buffer.concat([Buffer.from(hints), reply(200, FOUND)])),
    );
    expect((await client(server.baseUrl).call(search, ask)).Total).toBe(0);
  });

  // Assumption: failure-status
  it('that reports a failure is one, even with a 2xx', async () => {
    const body = '{"error":{"success":false,"message":"No.","errorKey":"not_found.x"},"data":null}';
    const server = await byteServer((socket) => socket.end(reply(202, body)));
    const error = await client(server.baseUrl).failure(guardianUpload, {
      shieldZoneId: '7',
      content: '{}',
    });
    expect(error).toMatchObject({
      kind: 'not-found',
      status: 202,
      title: 'No.',
      errorKey: 'not_found.x',
    });
  });

  it.each([
    ['', 'unauthorised'],
    ['{"statusCode":401}', 'unauthorised'],
    ['{"Message":"Authorization has been denied for this request."}', 'unauthorised'],
    ['{"title":"Unauthorized","status":401}', 'unauthorised'],
    [
      '{"errorResponse":{"success":false,"errorKey":"invalid_datetime_window.event_logs"}}',
      'outside-window',
    ],
  ])('of 401 with %j is %s', async (body, kind) => {
    const server = await byteServer((socket) => socket.end(reply(401, body)));
    const day = { shieldZoneId: '7', date: '01-01-2099' };
    expect((await client(server.baseUrl).failure(eventLogs, day)).kind).toBe(kind);
  });

  it.each([
    ['3', undefined, 3_000],
    ['Sat, 14 Mar 2026 14:02:30 GMT', undefined, 30_000],
    ['Sat, 14 Mar 2026 15:00:20 GMT', 'Sat, 14 Mar 2026 15:00:00 GMT', 20_000],
    ['garbage', undefined, undefined],
  ])('that asks to wait %s, at %s, says for how long', async (retryAfter, date, ms) => {
    const headers = { 'retry-after': retryAfter, ...(date ? { date } : {}) };
    const server = await byteServer((socket) => socket.end(reply(429, '', headers)));
    const error = await client(server.baseUrl).failure(search, ask);
    expect([error.kind, error.retryAfterMs]).toEqual(['rate-limited', ms]);
  });

  it('that failed has the request id for support', async () => {
    const server = await byteServer((socket) =>
      socket.end(reply(500, '', { 'cdn-requestid': 'e139c9b1' })),
    );
    expect((await client(server.baseUrl).failure(search, ask)).requestId).toBe('e139c9b1');
  });
});

describe('cancelling', () => {
  it('before the call sends nothing', async () => {
    const server = await byteServer((socket) => socket.end(reply(200, FOUND)));
    const { failure, exchanges } = client(server.baseUrl);
    expect((await failure(search, ask, AbortSignal.abort())).kind).toBe('aborted');
    expect([server.connections, exchanges]).toEqual([0, []]);
  });

  it.each([
    ['before the answer', ''],
    ['amid the answer', 'HTTP/1.1 200 OK\r\ncontent-length: 61\r\n\r\n{'],
  ])('%s hangs up and rejects as aborted', async (_, bytes) => {
    const controller = new AbortController();
    const closed = Promise.withResolvers<void>();
    const server = await byteServer((socket) => {
      socket.once('close', () => closed.resolve());
      socket.write(bytes, () => setImmediate(() => controller.abort()));
    });
    const { failure, exchanges } = client(server.baseUrl);
    const error = await failure(search, ask, controller.signal);
    expect(error.kind).toBe('aborted');
    await closed.promise;
    expect(exchanges.at(-1)?.outcome).toEqual({ kind: 'failed', ms: 0, error });
  });

  it('while the answer is being read rejects as aborted', async () => {
    const controller = new AbortController();
    const server = await byteServer((socket) => socket.end(reply(200, FOUND)));
    const reader: AnswerReader = {
      async read(operation, unread, drift) {
        controller.abort();
        return readBody(operation, unread, drift);
      },
    };
    const { failure, exchanges } = client(server.baseUrl, { reader });
    const error = await failure(search, ask, controller.signal);
    expect(error.kind).toBe('aborted');
    expect(exchanges.at(-1)?.outcome).toMatchObject({ kind: 'failed', error: { kind: 'aborted' } });
  });
});

describe('the ledger', () => {
  it('is reported when a request is sent and when it is finished', async () => {
    const clock = fakeClock(NOW);
    const server = await byteServer((socket) => {
      const headers = { date: 'Sat, 14 Mar 2026 14:03:00 GMT', 'cdn-requestid': 'r-1' };
      void clock.advance(240).then(() => socket.end(reply(200, FOUND, headers)));
    });
    const { call, exchanges } = client(server.baseUrl, { clock });
    await call(search, { search: 'a b' });
    const exchange = {
      id: 1,
      at: NOW,
      operation: 'search',
      method: 'GET',
      path: '/search?search=a+b',
    };
    expect(exchanges).toEqual([
      { ...exchange, outcome: { kind: 'in-flight' } },
      {
        ...exchange,
        outcome: {
          kind: 'answered',
          status: 200,
          ms: 240,
          bytes: FOUND.length,
          skewMs: 59_760,
          error: null,
          requestId: 'r-1',
        },
      },
    ]);
  });

  it('does not report the clock skew of a cached answer', async () => {
    const skewOf = async (age: string) => {
      const headers = { date: 'Sat, 14 Mar 2026 13:02:00 GMT', age };
      const server = await byteServer((socket) => socket.end(reply(200, FOUND, headers)));
      const { call, exchanges } = client(server.baseUrl, { clock: fakeClock(NOW) });
      await call(search, { search: 'a b' });
      const outcome = exchanges.at(-1)?.outcome;
      return outcome?.kind === 'answered' ? outcome.skewMs : undefined;
    };
    expect(await skewOf('3600')).toBeNull();
    expect(await skewOf('1')).toBeNull();
    expect(await skewOf('0')).toBe(-3_600_000);
  });

  it('has the error the caller gets, and a number for each request', async () => {
    const server = await byteServer((socket) => socket.end(reply(500)));
    const { failure, exchanges } = client(server.baseUrl);
    const first = await failure(search, ask);
    const second = await failure(appDelete, app);
    expect(exchanges.map(({ id }) => id)).toEqual([1, 1, 2, 2]);
    expect(exchanges[1]?.outcome).toMatchObject({ kind: 'answered', status: 500, error: first });
    expect(exchanges[3]?.outcome).toMatchObject({ kind: 'answered', error: second });
  });
});

describe('the access key', () => {
  /** Every way in which an error may end up before somebody's eyes. */
  function everythingOf(error: unknown, exchanges: readonly Exchange[]): string {
    return [
      inspect(error, { depth: Infinity, showHidden: true }),
      inspect(exchanges, { depth: Infinity, showHidden: true }),
      JSON.stringify(error),
      JSON.stringify(exchanges),
      String(error),
      error instanceof Error ? `${error.stack}${error.message}${inspect(error.cause)}` : '',
    ].join('\n');
  }

  const echo = `{"title":"Bad key ${KEY}","detail":"${KEY}","errors":[{"field":"${KEY}","message":"${KEY}"}]}`;
  it.each<[string, Buffer | undefined]>([
    ['a reset', undefined],
    ['a 401', reply(401)],
    ['a redirect', reply(302, '', { location: `https://${KEY}.example/${KEY}` })],
    ['a problem that echoes the key', reply(400, echo)],
    ['a text that echoes the key', reply(502, `got ${KEY}`)],
    ['a success that echoes the key instead of JSON', reply(200, `got ${KEY}`)],
    ['a request id that echoes the key', reply(500, '', { 'cdn-requestid': KEY })],
    [
      'a reason phrase that echoes the key',
      Buffer.from(`HTTP/1.1 500 ${KEY}\r\ncontent-length: 0\r\n\r\n`),
    ],
    ['an encoding that echoes the key', reply(200, 'x', { 'content-encoding': KEY })],
    ['an answer that is not HTTP', Buffer.from(`${KEY}\r\n\r\n`)],
    ['a broken body', Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n${KEY}`)],
  ])('is nowhere in what is left of %s', async (_, bytes) => {
    const server = await byteServer((socket) => {
      if (bytes) socket.end(bytes);
      else socket.resetAndDestroy();
    });
    const { failure, exchanges } = client(server.baseUrl);
    for (const error of [await failure(search, ask), await failure(scriptAddVariable, variable)]) {
      const text = everythingOf(error, exchanges).toLowerCase();
      expect(text).not.toContain(KEY.toLowerCase());
      expect(text).not.toContain('accesskey');
    }
    expect(server.requests.join()).toContain(KEY);
  });

  it.each([
    ['as JSON may escape it', 'Zx81\\u002BQlpMn\\/7tRw=Yk29'],
    ['as it stands in an address', 'Zx81%2BQlpMn%2F7tRw%3DYk29'],
  ])('is masked where a problem echoes it %s', async (_, echo) => {
    const problem = `{"title":"Bad key ${echo}","status":400,"detail":"${echo}"}`;
    const server = await byteServer((socket) => socket.end(reply(400, problem)));
    const { failure } = client(server.baseUrl, { accessKey: () => 'Zx81+QlpMn/7tRw=Yk29' });
    expect(await failure(search, ask)).toMatchObject({ message: 'Bad key ‹key›: ‹key›' });
  });

  it('is not in the trace of a timeout or cancellation', async () => {
    const server = await byteServer(() => undefined);
    const { failure, exchanges } = client(server.baseUrl, { timeouts: SHORT });
    const controller = new AbortController();
    const aborted = failure(search, ask, controller.signal);
    setImmediate(() => controller.abort());
    for (const error of [await aborted, await failure(search, ask)]) {
      expect(everythingOf(error, exchanges)).not.toContain(KEY);
    }
  });
});

const date = '03-14-2026';

/** A client of a platform that takes the given form of the first page, and what it asked for. */
async function asking(form: 'either' | 'slash' | 'no-slash') {
  const platform = await openPlatform({
    clock: fakeClock(NOW),
    seed: 1,
    dialect: dialectFrom([`first-page=${form}`, 'log-page-size=10']),
  });
  onTestFinished(() => platform.close());
  const base = parseBaseUrl(platform.baseUrl);
  if (base.kind !== 'ok') throw new Error(base.reason);
  const { call, failure, exchanges } = client(base.baseUrl, {
    accessKey: () => platform.accessKey,
  });
  const zone = String(platform.world.shieldZones[0]?.id);
  return {
    first: (shieldZoneId = zone) => call(eventLogs, { shieldZoneId, date }),
    next: (continuationToken: string) =>
      call(eventLogs, { shieldZoneId: zone, date, continuationToken }),
    refused: (input: { shieldZoneId?: string; date?: string }) =>
      failure(eventLogs, { shieldZoneId: zone, date, ...input }),
    asked: () =>
      exchanges
        .filter(({ outcome }) => outcome.kind === 'in-flight')
        .map(({ path }) => path.replace(`/${zone}/`, '/ZONE/').replace(/\/[^/]{20,}$/, '/TOKEN')),
  };
}

const BARE = '/shield/event-logs/ZONE/03-14-2026';

// Assumption: first-page
it('the first page is requested in the form the service accepts, once that is known', async () => {
  const { first, next, asked } = await asking('slash');
  const { logs, continuationToken } = await first();
  expect(logs).toHaveLength(10);
  await first();
  await next(continuationToken ?? '');
  expect(asked()).toEqual([BARE, `${BARE}/`, `${BARE}/`, `${BARE}/TOKEN`]);
});

it.each(['either', 'no-slash'] as const)(
  'one form is enough if it is accepted: %s',
  async (form) => {
    const { first, asked } = await asking(form);
    await first();
    await first();
    expect(asked()).toEqual([BARE, BARE]);
  },
);

it('if both forms are refused, the refusal of the usual one is reported', async () => {
  const { refused, first, asked } = await asking('no-slash');
  expect(await refused({ shieldZoneId: '1' })).toMatchObject({
    kind: 'not-found',
    title: expect.stringContaining('shield zone'),
  });
  expect(asked()).toHaveLength(2);
  // Once the form is known nothing is asked twice.
  await first();
  await refused({ shieldZoneId: '1' });
  expect(asked()).toHaveLength(4);
});

it.each([
  ['is refused for another reason, the refusal of the usual one is reported', 404, 'usual'],
  ['fails, that failure is reported', 503, 'other'],
])('if the other form %s', async (_, status, title) => {
  const server = await byteServer((socket, request) => {
    const isUsual = request.startsWith(`GET /shield/event-logs/1/${date} `);
    const body = JSON.stringify({ title: isUsual ? 'usual' : 'other' });
    socket.write(reply(isUsual ? 404 : status, body, { 'content-type': 'application/json' }));
  });
  const { failure } = client(server.baseUrl);
  const error = await failure(eventLogs, { shieldZoneId: '1', date });
  expect(error.title).toBe(title);
  expect(server.requests).toHaveLength(2);
});

it('the other form is not tried for errors that the form cannot cause', async () => {
  const { refused, asked } = await asking('slash');
  expect((await refused({ date: '03-01-2026' })).kind).toBe('outside-window');
  expect(asked()).toHaveLength(1);
});
