import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, gzipSync } from 'node:zlib';
import type { Clock } from '../../edges/clock.ts';
import { readJson } from '../../text/json-and-csv.ts';
import {
  emptyReply,
  headBytes,
  htmlReply,
  jsonReply,
  problemReply,
  type Reply,
} from '../wire/reply.ts';
import type { Corruption, FaultBody, WireFault } from './fault.ts';

/** Whether the operation is carried out before the fault takes effect. */
export function runsHandler(fault: WireFault): boolean {
  switch (fault.kind) {
    case 'disconnect':
    case 'hang':
      return fault.stage !== 'before handling';
    case 'slow':
    case 'corrupt':
      return true;
    case 'answer':
      return fault.carriedOut === true;
    case 'raw':
      return fault.before !== undefined;
    case 'huge':
    case 'crowded-page':
      return false;
  }
}

export interface Injection {
  readonly socket: Socket;
  readonly clock: Clock;
  /** The handler's answer; undefined if the operation was not carried out. */
  readonly reply: Reply | undefined;
}

/** The answer to send instead, in the normal way; undefined when the fault acts on the connection itself. */
export function faultyReply(fault: WireFault, reply: Reply | undefined): Reply | undefined {
  if (fault.kind === 'answer') return faultAnswer(fault);
  if (fault.kind === 'crowded-page') return crowdedPage(fault.entries);
  return fault.kind === 'corrupt' && reply ? corrupted(reply, fault.how) : undefined;
}

/** Applies a fault to the connection. Resolves when nothing more is to be done. */
export async function injectFault(
  fault: WireFault,
  { socket, clock, reply }: Injection,
): Promise<void> {
  const bytes = reply ? Buffer.concat([headBytes(reply), reply.body]) : Buffer.alloc(0);
  const half = bytes.subarray(0, Math.ceil(bytes.length / 2));
  switch (fault.kind) {
    case 'disconnect':
      if (fault.stage === 'mid-answer') await written(socket, half);
      if (fault.how === 'reset') socket.resetAndDestroy();
      else socket.end();
      return;
    case 'hang':
      if (fault.stage === 'mid-answer') await written(socket, half);
      return;
    case 'slow': {
      const head = bytes.length - (reply?.body.length ?? 0);
      const atOnce = fault.from === 'body' ? head : 0;
      await written(socket, bytes.subarray(0, atOnce));
      await drip(bytes.subarray(atOnce), fault.bytesPerSecond, { socket, clock });
      return;
    }
    case 'huge':
      return sendHuge(socket, fault);
    case 'raw':
      socket.write(fault.bytes, 'latin1');
      socket.end(bytes);
      return;
    case 'answer':
    case 'crowded-page':
    case 'corrupt':
      return;
  }
}

/** Resolves when the kernel has the bytes, or the connection is closed. */
const written = (socket: Socket, bytes: Buffer): Promise<void> =>
  new Promise((resolve) => socket.write(bytes, () => resolve()));

/** Ten writes a second: a slow answer needs few timers. */
const TICK_MS = 100;

async function drip(
  bytes: Buffer,
  bytesPerSecond: number,
  { socket, clock }: Pick<Injection, 'socket' | 'clock'>,
): Promise<void> {
  const gone = new AbortController();
  socket.once('close', () => gone.abort());
  const step = Math.max(1, Math.round((bytesPerSecond * TICK_MS) / 1000));
  for (let at = 0; at < bytes.length && !gone.signal.aborted; at += step) {
    await written(socket, bytes.subarray(at, at + step));
    await clock.sleep((step * 1000) / bytesPerSecond, gone.signal);
  }
  socket.end();
}

/** Sends JSON with one long string, ended by closing the connection. */
async function sendHuge(
  socket: Socket,
  { bytes, gzip }: Extract<WireFault, { kind: 'huge' }>,
): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    connection: 'close',
    ...(gzip ? { 'content-encoding': 'gzip' } : {}),
  };
  socket.write(headBytes({ status: 200, headers }));
  const body = Readable.from(filler(bytes));
  try {
    await (gzip ? pipeline(body, createGzip({ level: 1 }), socket) : pipeline(body, socket));
  } catch {
    // The client closed the connection, as expected.
    socket.destroy();
  }
}

function* filler(bytes: number): Generator<Buffer> {
  const chunk = Buffer.alloc(65_536, 'x');
  yield Buffer.from('{"filler":"');
  for (let left = bytes - 13; left > 0; left -= chunk.length) yield chunk.subarray(0, left);
  yield Buffer.from('"}');
}

const MESSAGE = 'The service could not do this.';

export function faultAnswer(fault: Extract<WireFault, { kind: 'answer' }>): Reply {
  const reply = replyWith(fault.status, fault.body);
  return { ...reply, headers: { ...reply.headers, ...fault.headers } };
}

function replyWith(status: number, body: FaultBody): Reply {
  const generic = {
    statusCode: status,
    success: false,
    message: MESSAGE,
    errorKey: 'fault.injected',
  };
  switch (body) {
    case 'empty':
      return emptyReply(status);
    case 'problem':
      return problemReply(status, {
        type: 'about:blank',
        title: MESSAGE,
        status,
        detail: null,
        instance: null,
      });
    case 'application problem':
      return jsonReply(status, {
        title: MESSAGE,
        status,
        detail: 'An error was injected.',
        instance: '/v3/apps',
        errors: [{ field: 'name', message: 'The name is not valid.' }],
        id: null,
      });
    case 'generic response':
      return jsonReply(status, { error: generic, data: null });
    case 'generic error response':
      return jsonReply(status, {
        logs: null,
        hasMoreData: false,
        continuationToken: null,
        startToken: null,
        errorResponse: generic,
      });
    case 'message':
      return jsonReply(status, { Message: MESSAGE });
    case 'plain text':
      return { status, headers: { 'content-type': 'text/plain' }, body: Buffer.from(MESSAGE) };
    case 'html':
      return htmlReply(status);
  }
}

/** Corrupts the body of a reply; the status stays. */
export function corrupted(reply: Reply, how: Corruption): Reply {
  switch (how) {
    case 'truncated JSON':
      return { ...reply, body: firstHalf(reply.body) };
    case 'html':
      return htmlReply(reply.status);
    case 'empty':
      return emptyReply(reply.status);
    case 'wrong types':
      return jsonReply(reply.status, mistyped(readJson(reply.body.toString()) ?? null));
    case 'byte order mark':
      return { ...reply, body: Buffer.concat([Buffer.from('\uFEFF'), reply.body]) };
    case 'another id':
      return { ...reply, body: Buffer.from(aboutAnother(reply.body.toString())) };
    case 'bad bytes':
      return {
        ...reply,
        body: Buffer.concat([firstHalf(reply.body), Buffer.from([0xff, 0xc3, 0x28])]),
      };
    case 'unknown encoding':
      return encoded(reply, 'x-unheard-of', reply.body);
    case 'gzip cut':
      return encoded(reply, 'gzip', firstHalf(gzipSync(reply.body)));
    case 'gzip garbled':
      return encoded(reply, 'gzip', reply.body);
    case 'gzip checksum':
      return encoded(reply, 'gzip', withBadChecksum(gzipSync(reply.body)));
  }
}

/** The same answer with other zone ids and another search term. */
const aboutAnother = (json: string): string =>
  json
    .replace(/"(ZoneId|shieldZoneId)":(\d+)/g, (_, name, id) => `"${name}":${Number(id) + 1}`)
    .replace(/"Query":"/, '"Query":"another ');

/** A page of nearly empty entries. */
function crowdedPage(entries: number): Reply {
  const labels = {};
  const logs = Array.from({ length: entries }, (_, at) => ({
    logId: String(at),
    timestamp: null,
    log: '',
    labels,
  }));
  return jsonReply(200, { logs, hasMoreData: false, continuationToken: null });
}

const firstHalf = (body: Buffer): Buffer => body.subarray(0, Math.ceil(body.length / 2));

const encoded = (reply: Reply, encoding: string, body: Buffer): Reply => ({
  ...reply,
  headers: { ...reply.headers, 'content-encoding': encoding },
  body,
});

/** gzip ends with the checksum and the length, four bytes each. */
function withBadChecksum(compressed: Buffer): Buffer {
  const checksum = compressed.length - 8;
  compressed.writeUInt8(compressed.readUInt8(checksum) ^ 0xff, checksum);
  return compressed;
}

/** The value with every field of the wrong type. */
function mistyped(value: unknown): unknown {
  if (Array.isArray(value)) return { length: value.length };
  switch (typeof value) {
    case 'string':
      return [value];
    case 'number':
      return { value };
    case 'boolean':
      return Number(value);
    default:
      if (value === null) return 0;
      return Object.fromEntries(
        Object.entries(value ?? {}).map(([name, inner]) => [name, mistyped(inner)]),
      );
  }
}
