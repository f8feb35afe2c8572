import { connect, type Socket } from 'node:net';
import { createGunzip, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { problemIn } from '../../../src/contract/problems.ts';
import type { Fault, Stage } from '../../../src/platform/faults/fault.ts';
import { corrupted, faultAnswer } from '../../../src/platform/faults/inject.ts';
import { emptyReply, jsonReply } from '../../../src/platform/wire/reply.ts';
import { ask, first, pathOf, type Visit, visitPlatform } from '../visitor.ts';

const deletionPath = ({ platform }: Visit) =>
  pathOf('app-delete', { appId: first(platform.world.applications).id });

/** What a bare connection sees of the answer to one request. */
interface Conversation {
  readonly socket: Socket;
  received(): string;
  /** How it ended: `open` while it has not. */
  ending(): 'open' | 'closed' | 'reset';
}

function converse({ platform }: Visit, method: string, path: string): Conversation {
  const { port } = new URL(platform.baseUrl);
  const socket = connect(Number(port), '127.0.0.1');
  let received = '';
  let ending: ReturnType<Conversation['ending']> = 'open';
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
  });
  socket.on('error', () => {
    ending = 'reset';
  });
  socket.on('end', () => {
    ending = 'closed';
  });
  socket.write(
    `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccessKey: ${platform.accessKey}\r\n\r\n`,
  );
  return { socket, received: () => received, ending: () => ending };
}

/** Lets the event loop turn until something holds; the test's own time limit ends it when it never does. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

/** Lets the event loop turn for a while, so that what might still come has come. */
async function turnForAWhile(): Promise<void> {
  for (let turns = 0; turns < 50; turns += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const STAGES: readonly { readonly stage: Stage; readonly carriedOut: boolean }[] = [
  { stage: 'before handling', carriedOut: false },
  { stage: 'before answering', carriedOut: true },
  { stage: 'mid-answer', carriedOut: true },
];

describe.each(STAGES)('$stage', ({ stage, carriedOut }) => {
  test.each(['reset', 'close'] as const)('the connection can be %s', async (how) => {
    await using visit = await visitPlatform();
    visit.platform.faults.set({ kind: 'disconnect', stage, how });
    const conversation = converse(visit, 'DELETE', deletionPath(visit));
    await until(() => conversation.ending() !== 'open');
    expect(conversation.ending()).toBe(how === 'reset' ? 'reset' : 'closed');
    expect(conversation.received().length > 0).toBe(stage === 'mid-answer');
    expect(conversation.received()).not.toContain('\r\n\r\n');
    expect(visit.platform.served.requests).toMatchObject([{ carriedOut, status: undefined }]);
    conversation.socket.destroy();
  });

  test('nothing more may arrive', async () => {
    await using visit = await visitPlatform();
    visit.platform.faults.set({ kind: 'hang', stage }, { times: 1 });
    const conversation = converse(visit, 'DELETE', deletionPath(visit));
    await until(() => visit.platform.served.requests[0]?.carriedOut === carriedOut);
    if (stage === 'mid-answer') await until(() => conversation.received() !== '');
    // Others are answered meanwhile.
    expect((await visit.ask('GET', '/search')).status).toBe(200);
    await turnForAWhile();
    expect(conversation.ending()).toBe('open');
    expect(conversation.received().length > 0).toBe(stage === 'mid-answer');
    conversation.socket.destroy();
  });
});

test('a broken answer is shorter than its headers say', async () => {
  await using visit = await visitPlatform();
  visit.platform.faults.set({ kind: 'disconnect', stage: 'mid-answer', how: 'close' });
  await expect(visit.ask('GET', '/search?size=200')).rejects.toThrow(/aborted/);
});

describe('a slow answer', () => {
  const BYTES_PER_SECOND = 100;

  test.each(['headers', 'body'] as const)(
    'is slow from its %s on, and complete in the end',
    async (from) => {
      await using visit = await visitPlatform();
      const path = '/search?search=shop&size=3';
      const { text } = await visit.ask('GET', path);
      visit.platform.faults.set({ kind: 'slow', bytesPerSecond: BYTES_PER_SECOND, from });
      const conversation = converse(visit, 'GET', path);
      await until(() => visit.clock.sleeping === 1 && conversation.received() !== '');
      const atOnce = conversation.received().length;
      expect(conversation.received().includes('\r\n\r\n')).toBe(from === 'body');
      for (let tick = 0; tick < 5; tick += 1) {
        await visit.clock.advance(100);
        await until(() => conversation.received().length >= atOnce + 10 * (tick + 1));
        await until(() => visit.clock.sleeping === 1);
      }
      expect(conversation.received().length).toBe(atOnce + 50);
      while (conversation.ending() === 'open') {
        await visit.clock.advance(100);
        await turnForAWhile();
      }
      expect(conversation.ending()).toBe('closed');
      expect(conversation.received().endsWith(text)).toBe(true);
    },
  );

  test('is not mixed with the next answer on its connection', async () => {
    await using visit = await visitPlatform();
    const path = '/search?search=shop&size=3';
    const { text } = await visit.ask('GET', path);
    visit.platform.faults.set({ kind: 'slow', bytesPerSecond: 10_000, from: 'body' });
    const conversation = converse(visit, 'GET', path);
    const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccessKey: ${visit.platform.accessKey}\r\n\r\n`;
    conversation.socket.write(request);
    await until(() => visit.platform.served.requests.length === 3);
    while (conversation.ending() === 'open') {
      await visit.clock.advance(100);
      await turnForAWhile();
    }
    expect(conversation.received().endsWith(`\r\n\r\n${text}`)).toBe(true);
    expect(conversation.received().split('HTTP/1.1 ')).toHaveLength(2);
  });

  test('stops when the client has gone', async () => {
    await using visit = await visitPlatform();
    visit.platform.faults.set({ kind: 'slow', bytesPerSecond: 10, from: 'headers' });
    const conversation = converse(visit, 'GET', '/search');
    await until(() => visit.clock.sleeping === 1);
    conversation.socket.destroy();
    await until(() => visit.clock.sleeping === 0);
    await turnForAWhile();
    expect(visit.clock.sleeping).toBe(0);
  });
});

describe('another answer', () => {
  const failing: Fault = { kind: 'answer', status: 500, body: 'problem' };

  test('replaces the handler’s, and nothing is carried out', async () => {
    await using visit = await visitPlatform();
    visit.platform.faults.set(failing, { times: 1 });
    expect(await visit.ask('DELETE', deletionPath(visit))).toMatchObject({ status: 500 });
    expect(visit.platform.served.requests[0]).toMatchObject({ carriedOut: false, status: 500 });
    expect(await visit.ask('DELETE', deletionPath(visit))).toMatchObject({ status: 200 });
  });

  test('may arrive after everything was carried out', async () => {
    await using visit = await visitPlatform({ dialect: { 'second-delete': '404' } });
    visit.platform.faults.set({ ...failing, carriedOut: true }, { times: 1 });
    expect(await visit.ask('DELETE', deletionPath(visit))).toMatchObject({ status: 500 });
    expect(visit.platform.served.requests[0]).toMatchObject({ carriedOut: true, status: 500 });
    expect(await visit.ask('DELETE', deletionPath(visit))).toMatchObject({ status: 404 });
  });

  test('may be a redirect', async () => {
    await using visit = await visitPlatform();
    await using other = await visitPlatform();
    const location = `${other.platform.baseUrl}/search`;
    visit.platform.faults.set({
      kind: 'answer',
      status: 307,
      body: 'empty',
      headers: { location },
    });
    const answer = await visit.ask('GET', '/search');
    expect([answer.status, answer.headers.location]).toEqual([307, location]);
    expect(other.platform.served.requests).toEqual([]);
  });

  test('may be corrupted', async () => {
    await using visit = await visitPlatform();
    visit.platform.faults.set({ kind: 'corrupt', how: 'truncated JSON' }, { operation: 'search' });
    const { status, headers, text, body } = await visit.ask('GET', '/search');
    expect(status).toBe(200);
    expect(headers['content-length']).toBe(String(body.length));
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
  });

  test('may be bytes that are no HTTP', async () => {
    await using visit = await visitPlatform();
    visit.platform.faults.set({ kind: 'raw', bytes: 'SSH-2.0-OpenSSH_9.9\r\n' });
    await expect(visit.ask('GET', '/search')).rejects.toThrow(/Parse Error/);
  });

  test('may have a reason phrase with terminal controls', async () => {
    await using visit = await visitPlatform();
    const bytes = 'HTTP/1.1 500 \u001b[2Jgone\r\ncontent-length: 0\r\n\r\n';
    visit.platform.faults.set({ kind: 'raw', bytes });
    expect((await visit.ask('GET', '/search')).status).toBe(500);
  });
});

describe('a huge answer', () => {
  const BYTES = 3_000_000;

  test('has the requested number of bytes, and is JSON', async () => {
    await using visit = await visitPlatform();
    visit.platform.faults.set({ kind: 'huge', bytes: BYTES, gzip: false });
    const { text } = await visit.ask('GET', '/search');
    expect(text).toHaveLength(BYTES);
    expect(Object.keys(JSON.parse(text))).toEqual(['filler']);
  });

  test('is small when compressed', async () => {
    await using visit = await visitPlatform();
    visit.platform.faults.set({ kind: 'huge', bytes: BYTES, gzip: true });
    const { body, headers } = await visit.ask('GET', '/search');
    expect(headers['content-encoding']).toBe('gzip');
    expect(body.length).toBeLessThan(BYTES / 100);
    const unzip = createGunzip();
    unzip.end(body);
    let size = 0;
    for await (const chunk of unzip) size += chunk.length;
    expect(size).toBe(BYTES);
  });

  test('does no harm when the client disconnects', async () => {
    await using visit = await visitPlatform();
    const off = visit.platform.faults.set({ kind: 'huge', bytes: 200_000_000, gzip: false });
    const conversation = converse(visit, 'GET', '/search');
    await until(() => conversation.received().length > 100_000);
    conversation.socket.destroy();
    off();
    expect((await visit.ask('GET', '/search')).status).toBe(200);
  });
});

describe('refused connections', () => {
  test('are accepted again on the same port, by the same world', async () => {
    await using visit = await visitPlatform();
    const open = converse(visit, 'GET', '/search');
    await until(() => open.received() !== '');
    await visit.platform.faults.refuseConnections();
    await until(() => open.ending() !== 'open');
    await expect(visit.ask('GET', '/search')).rejects.toThrow(/ECONNREFUSED/);
    await visit.platform.faults.acceptConnections();
    expect((await ask(visit.platform, 'GET', '/search')).status).toBe(200);
  });

  test('do not prevent a platform from closing', async () => {
    const visit = await visitPlatform();
    await visit.platform.faults.refuseConnections();
    await visit.platform.close();
    await expect(visit.ask('GET', '/search')).rejects.toThrow(/ECONNREFUSED/);
  });
});

test('paging faults reach the pages, and the oracle knows what was served', async () => {
  await using visit = await visitPlatform({
    records: true,
    events: { perDay: 300 },
    dialect: { 'log-page-size': 50, 'log-order': 'oldest' },
  });
  visit.platform.faults.set({ kind: 'duplicates', overlap: 10 });
  visit.platform.faults.set({ kind: 'shuffled' });
  const zone = first(visit.platform.world.shieldZones).id;
  const seen: string[] = [];
  let token: string | undefined;
  do {
    const path = pathOf('event-logs', {
      shieldZoneId: zone,
      date: '03-13-2026',
      continuationToken: token,
    });
    const page = JSON.parse((await visit.ask('GET', path)).text);
    for (const { logId } of page.logs) seen.push(logId);
    token = page.hasMoreData ? page.continuationToken : undefined;
  } while (token !== undefined);
  expect(visit.platform.served.entries().map(({ logId }) => logId)).toEqual(seen);
  expect(seen.length).toBe(300 + 5 * 10);
  expect(new Set(seen).size).toBe(300);
});

test.each([
  'problem',
  'application problem',
  'generic response',
  'generic error response',
  'message',
  'html',
] as const)(
  'a 503 with the body "%s" is one of the failures that the contract can read',
  (body) => {
    const reply = faultAnswer({ kind: 'answer', status: 503, body });
    const text = reply.body.toString();
    const problem = problemIn({
      status: reply.status,
      contentType: reply.headers['content-type'],
      text,
      json: body === 'html' ? undefined : JSON.parse(text),
    });
    expect(problem?.status).toBe(503);
    expect(problem?.title).toBe(
      body === 'html' ? 'HTML instead of JSON' : 'The service could not do this.',
    );
  },
);

test('headers are the requested ones, besides those of the body', () => {
  const reply = faultAnswer({
    kind: 'answer',
    status: 429,
    body: 'plain text',
    headers: { 'retry-after': '-5' },
  });
  expect(reply.headers).toEqual({ 'content-type': 'text/plain', 'retry-after': '-5' });
});

test('an empty body is empty', () => {
  const reply = faultAnswer({
    kind: 'answer',
    status: 302,
    body: 'empty',
    headers: { location: 'http://127.0.0.1:1/' },
  });
  expect(reply.body).toHaveLength(0);
  expect(reply.headers.location).toBe('http://127.0.0.1:1/');
});

const reply = jsonReply(200, { name: 'a', count: 5, on: true, list: [1, 2], none: null });
const textOf = (how: Parameters<typeof corrupted>[1]) => corrupted(reply, how).body.toString();

describe('a corrupted answer', () => {
  test('is JSON cut short', () => {
    const text = textOf('truncated JSON');
    expect(reply.body.toString().startsWith(text)).toBe(true);
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
  });

  test('is an HTML page, or empty, with the same status', () => {
    expect(corrupted(reply, 'html').headers['content-type']).toMatch(/^text\/html/);
    expect(textOf('html')).toMatch(/^<!DOCTYPE html>/);
    expect(corrupted(reply, 'empty')).toEqual(emptyReply(200));
  });

  test('has the same fields with values of other types', () => {
    expect(JSON.parse(textOf('wrong types'))).toEqual({
      name: ['a'],
      count: { value: 5 },
      on: 1,
      list: { length: 2 },
      none: 0,
    });
    expect(corrupted(emptyReply(200), 'wrong types').body.toString()).toBe('0');
  });

  test('contains invalid UTF-8', () => {
    const { body } = corrupted(reply, 'bad bytes');
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(body)).toThrow(TypeError);
  });

  test('has an unknown encoding', () => {
    expect(corrupted(reply, 'unknown encoding').headers['content-encoding']).toBe('x-unheard-of');
  });

  test.each(['gzip cut', 'gzip garbled', 'gzip checksum'] as const)(
    'cannot be unpacked when it is %s',
    (how) => {
      const { body, headers } = corrupted(reply, how);
      expect(headers['content-encoding']).toBe('gzip');
      expect(() => gunzipSync(body)).toThrow(/unexpected end|incorrect/);
    },
  );
});
