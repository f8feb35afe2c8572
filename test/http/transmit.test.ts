import { getEventListeners, once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer as createTcpServer, type Socket } from 'node:net';
import {
  createServer as createTlsServer,
  getCACertificates,
  setDefaultCACertificates,
} from 'node:tls';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { changeOutcome } from '../../src/contract/api-error.ts';
import { appDelete } from '../../src/contract/operations/app-delete.ts';
import { scriptAddVariable } from '../../src/contract/operations/script-add-variable.ts';
import { search } from '../../src/contract/operations/search.ts';
import { byteServer, reply } from './byte-server.ts';
import { app, ask, client, FOUND, listening, over, SHORT, variable } from './client-harness.ts';
import { selfSigned } from './self-signed.ts';

/** A piece of an answer. */
const half = FOUND.slice(0, 20);

describe('a connection that', () => {
  it('is refused leaves nothing sent', async () => {
    const gone = createHttpServer();
    const host = await listening(gone);
    gone.close();
    await once(gone, 'close');
    const { failure } = client(over(host, 'http'));
    expect(await failure(appDelete, app)).toMatchObject({
      kind: 'unreachable',
      title: `Connection refused by ${host}`,
      cause: 'ECONNREFUSED',
    });
  });

  it('is closed before the head of the answer leaves a change unknown', async () => {
    const server = await byteServer((socket) => socket.end());
    expect((await client(server.baseUrl).failure(appDelete, app)).kind).toBe('interrupted');
    expect(server.requests).toHaveLength(1);
  });

  it('is reset before the head of the answer leaves a change unknown', async () => {
    const server = await byteServer((socket) => socket.resetAndDestroy());
    const error = await client(server.baseUrl).failure(scriptAddVariable, variable);
    expect([error.kind, error.cause]).toEqual(['interrupted', 'ECONNRESET']);
    expect(server.requests).toHaveLength(1);
  });

  it.each<[string, string]>([
    [
      'another protocol',
      'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
    ],
    ['another protocol without its name', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
  ])('E13: goes over to %s has no answer, whoever ends it', async (_, head) => {
    const ends = [
      (socket: Socket) => socket.end(),
      (socket: Socket) => socket.resetAndDestroy(),
      () => undefined,
    ];
    for (const end of ends) {
      const server = await byteServer((socket) => socket.write(head, () => end(socket)));
      const { failure } = client(server.baseUrl, { timeouts: SHORT });
      for (const { kind } of [await failure(appDelete, app), await failure(search, ask)])
        expect(['interrupted', 'unexpected']).toContain(kind);
    }
  });

  it.each<[string, string]>([
    ['with a length', `HTTP/1.1 200 OK\r\ncontent-length: 61\r\n\r\n${half}`],
    ['in chunks', `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n14\r\n${half}\r\n`],
  ])('breaks amid a body %s is interrupted', async (_, bytes) => {
    for (const end of ['end', 'resetAndDestroy'] as const) {
      const server = await byteServer((socket) => socket.write(bytes, () => socket[end]()));
      expect((await client(server.baseUrl).failure(search, ask)).kind).toBe('interrupted');
    }
  });

  it('breaks amid gzip is interrupted', async () => {
    const body = gzipSync(FOUND.repeat(100)).subarray(0, 40);
    const head = 'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\nconnection: close\r\n\r\n';
    const server = await byteServer((socket) =>
      socket.end(Buffer.concat([Buffer.from(head), body])),
    );
    expect((await client(server.baseUrl).failure(search, ask)).kind).toBe('interrupted');
  });

  it('never answers times out', async () => {
    const server = await byteServer(() => undefined);
    const { failure } = client(server.baseUrl, { timeouts: SHORT });
    expect(await failure(appDelete, app)).toMatchObject({
      kind: 'timeout',
      title: expect.stringMatching(/^Timed out waiting for a response from /),
    });
  });

  it('sends its head a byte at a time times out', async () => {
    const server = await byteServer((socket) => {
      const head = [...'HTTP/1.1 200 OK\r\nx-long: '.padEnd(1_000, 'y')];
      const timer = setInterval(() => socket.write(head.shift() ?? 'y'), 20);
      socket.once('close', () => clearInterval(timer));
    });
    expect((await client(server.baseUrl, { timeouts: SHORT }).failure(search, ask)).kind).toBe(
      'timeout',
    );
  });

  it('trickles its body is given up', async () => {
    const server = await byteServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const timer = setInterval(() => socket.write(' '), 20);
      socket.once('close', () => clearInterval(timer));
    });
    const error = await client(server.baseUrl, { timeouts: { trickle: 150 } }).failure(search, ask);
    expect([error.kind, error.title]).toEqual(['timeout', 'The answer came too slowly']);
  });

  it('stops amid its body runs out of the time for all', async () => {
    const server = await byteServer((socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n{'));
    const { failure } = client(server.baseUrl, { timeouts: { request: 1_000 } });
    expect(await failure(search, ask)).toMatchObject({ kind: 'timeout', status: 200 });
  });

  it('never speaks TLS is unreachable', async () => {
    const server = await byteServer(() => undefined);
    const baseUrl = over(server.baseUrl.host, 'https');
    const { failure } = client(baseUrl, { timeouts: { secureConnect: 150 } });
    expect(await failure(appDelete, app)).toMatchObject({
      kind: 'unreachable',
      title: expect.stringMatching(/^Timed out waiting for a TLS connection to /),
    });
  });

  it('speaks something else than TLS is unreachable', async () => {
    const server = createHttpServer();
    const baseUrl = over(await listening(server), 'https');
    expect((await client(baseUrl).failure(appDelete, app)).kind).toBe('unreachable');
  });

  it('shows a self-signed certificate is refused, even where the environment says not to care', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const requests: string[] = [];
    const server = createTlsServer(selfSigned('127.0.0.1'), (socket) => {
      socket.on('data', (bytes) => requests.push(bytes.toString()));
    });
    server.on('tlsClientError', () => undefined);
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const host = await listening(server);
    expect(await client(over(host, 'https')).failure(search, ask)).toMatchObject({
      kind: 'unreachable',
      title: `The certificate of ${host} is self-signed`,
    });
    expect(requests).toEqual([]);
  });
});

/** A TLS server whose connection gets plain `bytes` in between once the request was read. */
async function brokenTls(bytes: string | Buffer) {
  const identity = selfSigned('localhost');
  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, identity.cert]);
  onTestFinished(() => setDefaultCACertificates(trusted));
  const requests: string[] = [];
  const clients: Socket[] = [];
  const service = createTlsServer(identity, (socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (read) => {
      requests.push(read.toString());
      for (const client of clients) client.end(bytes);
    });
  });
  const port = Number((await listening(service)).split(':')[1]);
  const between = createTcpServer((client) => {
    clients.push(client);
    const server = connect(port, '127.0.0.1');
    client.on('error', () => undefined);
    client.pipe(server).on('error', () => undefined);
    server.pipe(client);
  });
  const host = (await listening(between)).replace('127.0.0.1', 'localhost');
  return { baseUrl: over(host, 'https'), requests };
}

describe('TLS that breaks after the service read the request', () => {
  it.each<[string, string | Buffer]>([
    ['an answer without TLS', 'HTTP/1.1 502 Bad Gateway\r\n\r\n'],
    ['a record that cannot be decrypted', Buffer.from('1703030010'.padEnd(42, '7'), 'hex')],
    ['an alert', Buffer.from('15030300020228', 'hex')],
  ])('by %s leaves a change unknown', async (_, bytes) => {
    const { baseUrl, requests } = await brokenTls(bytes);
    const error = await client(baseUrl).failure(appDelete, app);
    expect(requests).toEqual([expect.stringMatching(/^DELETE /)]);
    expect([error.kind, changeOutcome(error)]).toEqual(['interrupted', 'unknown']);
    expect(error.title).toBe(`The connection to ${baseUrl.host} broke`);
  });
});

describe('connections', () => {
  it('are kept alive for reads, and new for each change', async () => {
    const server = await byteServer((socket, request) =>
      socket.write(reply(200, request.startsWith('GET') ? FOUND : '')),
    );
    const { call } = client(server.baseUrl);
    for (let n = 0; n < 3; n += 1) await call(search, ask);
    expect(server.connections).toBe(1);
    for (let n = 0; n < 3; n += 1) await call(appDelete, app);
    expect([server.connections, server.requests.length]).toEqual([4, 6]);
  });

  it('that were kept alive and are closed as a read is sent cause one silent repeat', async () => {
    let answered = 0;
    const server = await byteServer((socket) => {
      answered += 1;
      if (answered === 2) socket.resetAndDestroy();
      else socket.write(reply(200, FOUND));
    });
    const { call, exchanges } = client(server.baseUrl);
    await call(search, ask);
    await call(search, ask);
    expect(server.requests).toHaveLength(3);
    expect(exchanges.map(({ outcome }) => outcome.kind)).toEqual([
      'in-flight',
      'answered',
      'in-flight',
      'answered',
    ]);
  });

  it.each([
    ['after the head of an answer', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'],
    ['amid its body', `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n14\r\n${half}\r\n`],
    ['amid a body with a length', `HTTP/1.1 200 OK\r\ncontent-length: 61\r\n\r\n${half}`],
  ])('that were kept and break %s have the read not repeated', async (_, begun) => {
    let answered = 0;
    const server = await byteServer((socket) => {
      answered += 1;
      if (answered === 1) socket.write(reply(200, FOUND));
      // The head must have arrived before the reset throws away what has not.
      else socket.write(begun, () => setTimeout(() => socket.resetAndDestroy(), 50));
    });
    const { call, failure } = client(server.baseUrl);
    await call(search, ask);
    expect((await failure(search, ask)).kind).toBe('interrupted');
    expect([server.requests.length, server.connections]).toEqual([2, 1]);
  });

  it('that are new and closed as a read is sent have it not repeated', async () => {
    const server = await byteServer((socket) => socket.resetAndDestroy());
    expect((await client(server.baseUrl).failure(search, ask)).kind).toBe('interrupted');
    expect(server.requests).toHaveLength(1);
  });

  it('that were kept and stay silent have the read not repeated', async () => {
    let answered = 0;
    const server = await byteServer((socket) => {
      answered += 1;
      if (answered === 1) socket.write(reply(200, FOUND));
    });
    const { call, failure } = client(server.baseUrl, { timeouts: SHORT });
    await call(search, ask);
    expect((await failure(search, ask)).kind).toBe('timeout');
    expect([server.requests.length, server.connections]).toEqual([2, 1]);
  });

  it('that break again are not tried a third time', async () => {
    let answered = 0;
    const server = await byteServer((socket) => {
      answered += 1;
      if (answered > 1) socket.resetAndDestroy();
      else socket.write(reply(200, FOUND));
    });
    const { call, failure } = client(server.baseUrl);
    await call(search, ask);
    expect((await failure(search, ask)).kind).toBe('interrupted');
    expect(server.requests).toHaveLength(3);
  });

  it.each([500, 502, 503, 504, 429])(
    'carry a request that is answered with %i only once',
    async (status) => {
      const server = await byteServer((socket) => socket.end(reply(status)));
      const { failure } = client(server.baseUrl);
      await failure(search, ask);
      await failure(appDelete, app);
      expect(server.requests).toHaveLength(2);
    },
  );
});

it('leaves no listener on a signal that outlives a request', async () => {
  const { signal } = new AbortController();
  const server = await byteServer((socket) => socket.end());
  await client(server.baseUrl).failure(search, ask, signal);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
