import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import net, { type Socket } from 'node:net';
import type { OperationId } from '../../contract/operation.ts';
import type { Clock } from '../../edges/clock.ts';
import type { FaultRegistry, WireFault } from '../faults/fault.ts';
import type { HandlerContext } from '../handlers/handler.ts';
import type { Reply } from '../wire/reply.ts';
import { hash, hex32 } from '../world/chance.ts';
import { type Answer, answer, type Incoming, isTurnedAway, routeOf } from './answer.ts';

interface ServerSettings {
  readonly clock: Clock;
  readonly context: HandlerContext;
  readonly faults: FaultRegistry;
  /** Told of each request that has come; what becomes of it is set in the record. */
  readonly arrived?: ((record: RequestRecord) => void) | undefined;
  readonly isKeyRight: (presented: string | undefined) => boolean;
  /** Whether answers are compressed for whoever asks for it. */
  readonly compresses: boolean;
}

/** A request that reached the platform. Its headers, the key among them, are not kept. */
export interface RequestRecord {
  readonly method: string;
  /** Path and query as they came. */
  readonly target: string;
  /** The operation, when path and method are those of one. */
  readonly operation: OperationId | undefined;
  /** Time of arrival: wall clock, milliseconds. */
  readonly at: number;
  /** Whether the operation was carried out: faults and refusals can come before. */
  carriedOut: boolean;
  /** The status of the answer; undefined while there is none, or when a fault replaced it. */
  status: number | undefined;
  /** Bytes of the answer's body as they were sent; 0 while there is none, or when a fault replaced it. */
  bytes: number;
  /** What a handler threw: a bug of the platform. */
  bug: unknown;
}

const HOST = '127.0.0.1';

const NO_FAULTS = { wire: undefined, paging: [] };

/** A server that is not listening yet. */
export function createPlatformServer(settings: ServerSettings): Server {
  let requests = 0;
  return createServer((request, response) => {
    requests += 1;
    const id = requestId(settings.context.world.seed, requests);
    serve(id, request, response, settings).catch(() => {
      // The connection broke while the request was read or answered.
      request.socket.destroy();
    });
  });
}

/** Listens on the loopback address; resolves with the port. */
export function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    const listening = () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    };
    // Without this Node looks the address up like a name, which takes 5 ms.
    if (isBindable()) server.listen(new net.BoundSocket({ host: HOST, port }), listening);
    else server.listen({ port, host: HOST }, listening);
  });
}

/** Whether this version of Node can bind a socket before it listens: 26.4 and later. */
const isBindable = (): boolean => 'BoundSocket' in net;

/** Stops listening and drops every connection; resolves when the port is free. */
export function hangUp(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

async function serve(
  id: string,
  request: IncomingMessage,
  response: ServerResponse,
  settings: ServerSettings,
): Promise<void> {
  const { clock, faults } = settings;
  const { method = '', url = '/', headers } = request;
  const [pathname = ''] = url.split('?', 1);
  const queryText = url.slice(pathname.length + 1);
  const route = routeOf(method, pathname);
  const operation = route.kind === 'operation' ? route.id : undefined;
  const now = clock.now();
  const record: RequestRecord = {
    ...{ method, target: url, operation, at: now },
    ...{ carriedOut: false, status: undefined, bytes: 0, bug: undefined },
  };
  settings.arrived?.(record);
  const sender = {
    route,
    isLoopbackHost: isLoopbackHost(headers.host),
    isKeyRight: settings.isKeyRight(single(headers.accesskey)),
  };
  const isRefused = isTurnedAway(sender, settings.context.dialect);
  const hasToken = route.kind === 'operation' && route.path.continuationToken !== undefined;
  // Faults are counted by requests that would be answered.
  const { wire, paging } = isRefused ? NO_FAULTS : faults.take({ operation, hasToken });
  const incoming: Incoming = {
    ...sender,
    body: isRefused ? await droppedBody(request) : await requestBody(request),
    details: {
      pathname,
      query: new URLSearchParams(queryText),
      mediaType: (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '',
      accept: headers.accept,
      now,
      pagingFaults: paging,
    },
  };

  const finish = (reply: Reply): Reply => ({
    ...reply,
    headers: {
      ...reply.headers,
      date: new Date(now).toUTCString(),
      'cdn-requestid': id,
      // Not with 204 (RFC 9110, section 8.6).
      ...(reply.status === 204 ? {} : { 'content-length': String(reply.body.length) }),
      // The connection is closed after a body that was too large.
      ...(incoming.body ? {} : { connection: 'close' }),
    },
  });

  if (wire) return serveFaulty(wire, { request, response, record, incoming, finish, settings });
  const { reply } = await carryOut(incoming, settings, record);
  const encoding = settings.compresses ? encodingFor(headers['accept-encoding']) : null;
  const sent = encoding ? await compressed(reply, encoding) : reply;
  if (sent !== reply) giveBack(reply.body);
  record.bytes = sent.body.length;
  send(response, finish(sent));
}

interface FaultedExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly record: RequestRecord;
  readonly incoming: Incoming;
  readonly settings: ServerSettings;
  finish(reply: Reply): Reply;
}

/** Handles a request that a fault applies to. */
async function serveFaulty(fault: WireFault, exchange: FaultedExchange): Promise<void> {
  const { request, response, record, incoming, finish, settings } = exchange;
  // Faults are rare: their code is loaded with the first.
  const { faultyReply, injectFault, runsHandler } = await import('../faults/inject.ts');
  const reply = runsHandler(fault) ? (await carryOut(incoming, settings, record)).reply : undefined;
  const changed = faultyReply(fault, reply);
  if (changed) {
    record.status = changed.status;
    return send(response, finish(changed));
  }
  if (fault.kind !== 'slow') record.status = undefined;
  const finished = reply && finish(reply);
  const closing = finished && {
    ...finished,
    headers: { ...finished.headers, connection: 'close' },
  };
  await turnOf(response, request.socket);
  await injectFault(fault, { socket: request.socket, clock: settings.clock, reply: closing });
}

/** Resolves when the answers to the requests before it on its connection are sent, or the connection is closed. */
async function turnOf(response: ServerResponse, socket: Socket): Promise<void> {
  // Until then a response has no socket.
  if (response.socket || socket.destroyed) return;
  await Promise.race([once(response, 'socket'), once(socket, 'close')]);
}

async function carryOut(
  incoming: Incoming,
  settings: ServerSettings,
  record: RequestRecord,
): Promise<Answer> {
  const answered = await answer(incoming, settings.context);
  record.carriedOut = answered.carriedOut;
  record.status = answered.reply.status;
  record.bug = answered.bug;
  return answered;
}

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  response.sendDate = false;
  response.writeHead(status, headers);
  // A string is sent in one write with the head; a buffer would take a second one.
  response.end(body.toString('latin1'), 'latin1');
}

/** A header that must come exactly once. */
const single = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

const requestId = (seed: number, n: number): string =>
  [1, 2, 3, 4].map((part) => hex32(hash(seed, n, part))).join('');

/**
 * Whether a request was addressed to this machine, against DNS rebinding: a web page can have its own name resolve
 * to 127.0.0.1, but it cannot choose the Host header.
 */
export function isLoopbackHost(host: string | undefined): boolean {
  return host !== undefined && /^(?:127\.0\.0\.1|localhost)(?::\d{1,5})?$/i.test(host);
}

/** Checks keys against `accessKey`, in a time that does not tell how much of a key was right. */
export function keyCheck(accessKey: string): (presented: string | undefined) => boolean {
  return (presented) => presented !== undefined && isSame(presented, accessKey);
}

/** Takes the same time for all keys of a length. `node:crypto` has such a function, but takes 8 ms to load. */
function isSame(presented: string, expected: string): boolean {
  let difference = presented.length ^ expected.length;
  for (let at = 0; at < presented.length; at += 1) {
    difference |= presented.charCodeAt(at) ^ expected.charCodeAt(at % expected.length);
  }
  return difference === 0;
}

/** Shorter bodies are not compressed, bytes. */
const LEAST = 1024;

/** How answers are compressed: what takes the least work first. A page of events takes 0.7 ms as zstd, and 2.2 as gzip. */
const ENCODINGS = ['zstd', 'gzip'] as const;
type Encoding = (typeof ENCODINGS)[number];

/** Name and weight of each encoding in an Accept-Encoding header (RFC 9110, section 12.5.3). */
const ACCEPTED = /(?:^|[,\s])([a-z]+)\s*(?!;\s*q=0(?:\.0*)?\s*(?:,|$))(?=[,;]|$)/gi;

/** How an answer is compressed for whoever sent this Accept-Encoding header; null when it is not. */
export function encodingFor(header: string | readonly string[] | undefined): Encoding | null {
  const accepted = new Set(
    [...String(header ?? '').matchAll(ACCEPTED)].map(([, name]) => name?.toLowerCase()),
  );
  return ENCODINGS.find((encoding) => accepted.has(encoding)) ?? null;
}

/** The reply with its body compressed, unless it is short. */
export async function compressed(reply: Reply, encoding: Encoding): Promise<Reply> {
  if (reply.body.length < LEAST) return reply;
  const { default: zlib } = await import('node:zlib');
  // In one piece where it can be: each one of 16 KiB would come back for itself.
  const chunkSize = Math.max(LEAST, reply.body.length >> 2);
  const gzipped = () =>
    new Promise<Buffer>((resolve, reject) => {
      const done = (error: Error | null, result: Buffer) =>
        error ? reject(error) : resolve(result);
      zlib.gzip(reply.body, { level: 1, chunkSize }, done);
    });
  const params = { [zlib.constants.ZSTD_c_compressionLevel]: 1 };
  const pledgedSrcSize = reply.body.length;
  // Handing it to another thread and back takes longer than zstd itself.
  const body =
    encoding === 'zstd'
      ? zlib.zstdCompressSync(reply.body, { params, pledgedSrcSize, chunkSize })
      : await gzipped();
  const headers = { ...reply.headers, 'content-encoding': encoding, vary: 'accept-encoding' };
  return { ...reply, headers, body };
}

/** From so many bytes on memory is given back at once: what waits to be collected makes that happen ever more often. */
const LARGE = 128 << 10;

function giveBack({ buffer, byteLength }: Buffer): void {
  // A shorter one may lie in memory that Node shares among buffers.
  const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  if (isOwn && byteLength >= LARGE) buffer.transfer(0);
}

/** The largest request body that is read: 5 MiB. */
export const LARGEST_BODY = 5 * 2 ** 20;

/** So much of a body that is too large is read all the same: a client that is still sending would miss the answer. */
const MOST_DROPPED = 64 * 2 ** 20;

/** Whether a request has a body, as RFC 9112 section 6.3 has it tell. */
const hasBody = (headers: IncomingHttpHeaders): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** Nothing, once a body has been read and nothing of it kept: a client that is still sending would miss the answer. */
async function droppedBody(request: IncomingMessage): Promise<Buffer> {
  for await (const _ of request);
  return Buffer.alloc(0);
}

/**
 * The whole body of a request; undefined when it is too large. Rejects when the connection breaks.
 */
export async function requestBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const { headers } = request;
  if (!hasBody(headers)) return Buffer.alloc(0);
  if (Number(headers['content-length'] ?? 0) > MOST_DROPPED) {
    request.resume();
    return undefined;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size <= LARGEST_BODY) chunks.push(chunk);
    else chunks.length = 0;
    if (size > MOST_DROPPED) break;
  }
  return size > LARGEST_BODY ? undefined : Buffer.concat(chunks);
}
