import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, gzipSync } from 'node:zlib';
import type { Clock } from '../../edges/clock.ts';
import { readJson } from '../../text/json-and-csv.ts';
import {
  emptyReply,
  errorPage,
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
    case 'answer':
      return fault.carriedOut === true;
    case 'raw':
      return fault.before !== undefined;
    case 'slow':
    case 'corrupt':
      return true;
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
    default:
      return fault satisfies never;
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
  const problem = { title: MESSAGE, status, detail: null, instance: null };
  const errors = [{ field: 'name', message: 'The name is not valid.' }];
  const replies: Readonly<Record<FaultBody, () => Reply>> = {
    empty: () => emptyReply(status),
    problem: () => problemReply(status, { type: 'about:blank', ...problem }),
    'application problem': () => {
      const own = { detail: 'An error was injected.', instance: '/v3/apps' };
      return jsonReply(status, { ...problem, ...own, errors, id: null });
    },
    'generic response': () => jsonReply(status, { error: generic, data: null }),
    'generic error response': () => jsonReply(status, errorPage(generic)),
    message: () => jsonReply(status, { Message: MESSAGE }),
    'plain text': () => ({
      status,
      headers: { 'content-type': 'text/plain' },
      body: Buffer.from(MESSAGE),
    }),
    html: () => htmlReply(status),
  };
  return replies[body]();
}

/** Corrupts the body of a reply; the status stays. */
export function corrupted(reply: Reply, how: Corruption): Reply {
  const { status, body } = reply;
  const withBody = (changed: Buffer): Reply => ({ ...reply, body: changed });
  const corruptions: Readonly<Record<Corruption, () => Reply>> = {
    'truncated JSON': () => withBody(firstHalf(body)),
    html: () => htmlReply(status),
    empty: () => emptyReply(status),
    'wrong types': () => jsonReply(status, mistyped(readJson(body.toString()) ?? null)),
    'byte order mark': () => withBody(Buffer.concat([Buffer.from('\uFEFF'), body])),
    'another id': () => withBody(Buffer.from(aboutAnother(body.toString()))),
    'bad bytes': () => withBody(Buffer.concat([firstHalf(body), Buffer.from([0xff, 0xc3, 0x28])])),
    'unknown encoding': () => encoded(reply, 'x-unheard-of', body),
    'gzip cut': () => encoded(reply, 'gzip', firstHalf(gzipSync(body))),
    'gzip garbled': () => encoded(reply, 'gzip', body),
    'gzip checksum': () => encoded(reply, 'gzip', withBadChecksum(gzipSync(body))),
  };
  return corruptions[how]();
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
