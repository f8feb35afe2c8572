import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { zstdDecompressSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  compressed,
  isLoopbackHost,
  keyCheck,
  listen,
  MAX_BODY_BYTES,
  requestBody,
} from '../../../src/platform/server/server.ts';
import { jsonReply } from '../../../src/platform/wire/reply.ts';
import { collectGarbage } from '../../support/collect-garbage.ts';
import { first, pathOf, type Visit, visitPlatform } from '../visitor.ts';

describe('every answer', () => {
  test('has the date of the world’s clock, a request id and its length', async () => {
    await using visit = await visitPlatform();
    const one = await visit.ask('GET', '/search?size=1');
    const other = await visit.ask('GET', '/nowhere');
    expect(one.headers.date).toBe('Sat, 14 Mar 2026 14:02:00 GMT');
    expect(one.headers['cdn-requestid']).toMatch(/^[0-9a-f]{32}$/);
    expect(other.headers['cdn-requestid']).not.toBe(one.headers['cdn-requestid']);
    expect(one.headers['content-length']).toBe(String(one.body.length));
    expect(one.headers['content-type']).toBe('application/json; charset=utf-8');
  });
});

describe('compression', () => {
  const overview = ({ ask, platform }: Visit, headers: Readonly<Record<string, string>>) =>
    ask('GET', pathOf('app-overview', { appId: first(platform.world.applications).id }), {
      headers,
    });

  test('is compressed on request', async () => {
    await using visit = await visitPlatform();
    const plain = await overview(visit, {});
    const packed = await overview(visit, { 'accept-encoding': 'gzip, zstd' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(packed.headers['content-encoding']).toBe('zstd');
    expect(packed.headers['content-length']).toBe(String(packed.body.length));
    expect(zstdDecompressSync(packed.body)).toEqual(plain.body);
  });

  test('can be switched off', async () => {
    await using visit = await visitPlatform({ compresses: false });
    const answer = await overview(visit, { 'accept-encoding': 'zstd' });
    expect(answer.headers['content-encoding']).toBeUndefined();
  });
});

test('concurrent requests are answered individually', async () => {
  await using visit = await visitPlatform();
  const terms = Array.from({ length: 40 }, (_, at) => `shop-${at}`);
  const answers = await Promise.all(
    terms.map((term) => visit.json('GET', `/search?search=${term}`)),
  );
  expect(answers.map((answer) => (answer as { Query: string }).Query)).toEqual(terms);
});

describe('a Host header', () => {
  test.each(['127.0.0.1', '127.0.0.1:8080', 'localhost', 'localhost:1', 'LOCALHOST:80'])(
    '%s is this machine',
    (host) => {
      expect(isLoopbackHost(host)).toBe(true);
    },
  );

  test.each([
    undefined,
    '',
    'example.com',
    'localhost.example.com',
    '127.0.0.1.example.com',
    '127.0.0.1:80@example.com',
    '127.0.0.2',
    'localhost:',
    '0.0.0.0',
    ' localhost',
  ])('%s is not', (host) => {
    expect(isLoopbackHost(host)).toBe(false);
  });
});

test('only the complete key is accepted', () => {
  const isKeyRight = keyCheck('abc123');
  expect(isKeyRight('abc123')).toBe(true);
  for (const wrong of [undefined, '', 'abc12', 'abc1234', 'abc123abc123', 'ABC123', 'abc123 ']) {
    expect(isKeyRight(wrong)).toBe(false);
  }
});

test('a long reply is compressed if the client accepts zstd, a short one is left alone', async () => {
  const long = jsonReply(200, { text: 'x'.repeat(2000) });
  const reply = await compressed(long, 'gzip, zstd');
  expect(reply.headers['content-encoding']).toBe('zstd');
  expect(reply.body.length).toBeLessThan(200);
  expect(zstdDecompressSync(reply.body)).toEqual(long.body);
  expect(await compressed(long, 'gzip, br')).toBe(long);
  const short = jsonReply(200, {});
  expect(await compressed(short, 'zstd')).toBe(short);
});

/** Reads the body of the one request that `send` writes. */
async function bodyOf(...chunks: readonly (string | Buffer)[]): Promise<unknown> {
  const server = createServer();
  const body = new Promise((resolve, reject) => {
    server.on('request', (request, response) => {
      requestBody(request).then(resolve, reject);
      response.end();
    });
  });
  const socket = connect(await listen(server, 0), '127.0.0.1');
  socket.on('error', () => socket.destroy());
  for (const chunk of chunks) socket.write(chunk);
  try {
    return await body;
  } finally {
    socket.destroy();
    server.closeAllConnections();
    server.close();
  }
}

const POST = 'POST / HTTP/1.1\r\nHost: a\r\n';

test('a body is read whole, in any number of pieces', async () => {
  expect(await bodyOf(`${POST}Content-Length: 5\r\n\r\nhe`, 'llo')).toEqual(Buffer.from('hello'));
  expect(await bodyOf(`${POST}\r\n`)).toEqual(Buffer.alloc(0));
});

test('a body of exactly 5 MiB is read, one byte more is not', async () => {
  const largest = Buffer.alloc(MAX_BODY_BYTES, 'x');
  expect(await bodyOf(`${POST}Content-Length: ${MAX_BODY_BYTES}\r\n\r\n`, largest)).toHaveLength(
    MAX_BODY_BYTES,
  );
  const head = `${POST}Transfer-Encoding: chunked\r\n\r\n${(MAX_BODY_BYTES + 1).toString(16)}\r\n`;
  expect(await bodyOf(head, largest, 'x\r\n0\r\n\r\n')).toBeUndefined();
});

test('a body announced as far too large is not waited for', async () => {
  expect(await bodyOf(`${POST}Content-Length: ${20 * MAX_BODY_BYTES}\r\n\r\n`)).toBeUndefined();
});

test('a client that sends more than 5 MiB gets an answer every time, while it is still sending', async () => {
  await using visit = await visitPlatform();
  const { id } = first(visit.platform.world.scripts);
  const path = pathOf('script-add-variable', { id });
  for (let time = 0; time < 8; time += 1) {
    const { status } = await visit.ask('POST', path, {
      body: 'x'.repeat(4 * MAX_BODY_BYTES),
      headers: { 'content-type': 'application/json' },
    });
    expect(status).toBe(413);
  }
});

test('the query follows the first question mark, and may contain more', async () => {
  await using visit = await visitPlatform();
  const { text } = await visit.ask('GET', '/search?search=shop?x&size=2');
  expect(JSON.parse(text)).toMatchObject({ Query: 'shop?x' });
});

test('an answer without content has no length', async () => {
  await using visit = await visitPlatform({ dialect: { 'delete-success-status': '204' } });
  const path = pathOf('app-delete', { appId: first(visit.platform.world.applications).id });
  const { status, headers } = await visit.ask('DELETE', path);
  expect(status).toBe(204);
  expect(headers['content-length']).toBeUndefined();
});

test('a body without the key is discarded: any process on this machine can send one', async () => {
  await using visit = await visitPlatform();
  const { port } = new URL(visit.platform.baseUrl);
  const most = Buffer.alloc(4 << 20, 'x');
  const head = `POST /nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${MAX_BODY_BYTES}\r\n\r\n`;
  const arrived: Socket[] = [];
  const note = (message: unknown) => arrived.push((message as { socket: Socket }).socket);
  subscribe('http.server.request.start', note);
  await collectGarbage();
  const before = process.memoryUsage().arrayBuffers;
  const sockets = Array.from({ length: 20 }, () => connect(Number(port), '127.0.0.1'));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  for (const socket of sockets) {
    socket.write(head);
    socket.write(most);
  }
  const read = () => arrived.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
  await expect.poll(read, { timeout: 10_000 }).toBeGreaterThanOrEqual(sockets.length * most.length);
  unsubscribe('http.server.request.start', note);
  const kept = async () => {
    await collectGarbage();
    return process.memoryUsage().arrayBuffers - before;
  };
  await expect.poll(kept).toBeLessThan(5 * most.length);

  const whole = await visit.ask('POST', '/nowhere', {
    body: 'x'.repeat(MAX_BODY_BYTES + 1),
    withKey: false,
  });
  expect(whole.status).toBe(401);
});
