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
import { free } from '../../http/collect-body.ts';
import type { FaultRegistry, WireFault } from '../faults/fault.ts';
import type { HandlerContext } from '../handlers/handler.ts';
import type { Reply } from '../wire/reply.ts';
import { hash, hex32 } from '../world/chance.ts';
import { type Answer, answer, type Incoming, refusal, routeOf } from './answer.ts';

interface ServerSettings {
  readonly clock: Clock;
  readonly context: HandlerContext;
  readonly faults: FaultRegistry;
  readonly arrived?: ((record: RequestRecord) => void) | undefined;
  readonly isKeyRight: (presented: string | undefined) => boolean;
  readonly compresses: boolean;
}

/** A request that reached the platform, without its headers, which hold the key. */
export interface RequestRecord {
  readonly method: string;
  /** Path and query as received. */
  readonly target: string;
  /** Undefined if path and method match no operation. */
  readonly operation: OperationId | undefined;
  /** Time of arrival: wall clock, milliseconds. */
  readonly at: number;
  /** False if a fault or refusal came first. */
  carriedOut: boolean;
  /** Undefined until there is an answer, or if a fault replaced it. */
  status: number | undefined;
  /** Bytes of the answer's body as sent; 0 until there is an answer, or if a fault replaced it. */
  bytes: number;
  /** An exception of the handler: a bug in the platform. */
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
      // The connection broke while reading or answering.
      request.socket.destroy();
    });
  });
}

/** Listens on the loopback address; resolves with the port. */
export async function listen(server: Server, port: number): Promise<number> {
  const where = { host: HOST, port };
  // Node 26.4 and later can bind a socket before. Otherwise the address is resolved like a name, which takes 5 ms.
  server.listen('BoundSocket' in net ? new net.BoundSocket(where) : where);
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
}

/** Stops listening and drops all connections; resolves when the port is free. */
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
    method,
    target: url,
    operation,
    at: now,
    carriedOut: false,
    status: undefined,
    bytes: 0,
    bug: undefined,
  };
  settings.arrived?.(record);
  const sender = {
    route,
    isLoopbackHost: isLoopbackHost(headers.host),
    isKeyRight: settings.isKeyRight(single(headers.accesskey)),
  };
  const isRefused = refusal(sender, settings.context.dialect) !== undefined;
  const hasToken = route.kind === 'operation' && route.path.continuationToken !== undefined;
  // Refused requests do not count for faults.
  const { wire, paging } = isRefused ? NO_FAULTS : faults.take({ operation, hasToken });
  const incoming: Incoming = {
    ...sender,
    body: isRefused ? await discardedBody(request) : await requestBody(request),
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
      // A 204 must not have one (RFC 9110, section 8.6).
      ...(reply.status === 204 ? {} : { 'content-length': String(reply.body.length) }),
      // The connection closes after a body that was too large.
      ...(incoming.body ? {} : { connection: 'close' }),
    },
  });

  if (wire) return serveFaulty(wire, { request, response, record, incoming, finish, settings });
  const { reply } = await carryOut(incoming, settings, record);
  const accepted = settings.compresses ? String(headers['accept-encoding']) : '';
  const sent = await compressed(reply, accepted);
  if (sent !== reply) free(reply.body);
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

async function serveFaulty(fault: WireFault, exchange: FaultedExchange): Promise<void> {
  const { request, response, record, incoming, finish, settings } = exchange;
  // Loaded with the first fault: faults are rare.
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

/** Resolves when earlier requests on the connection are answered, or the connection is closed. */
async function turnOf(response: ServerResponse, socket: Socket): Promise<void> {
  // A response gets its socket when it is its turn.
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
  // A string is sent in one write with the head; a buffer would need a second one.
  response.end(body.toString('latin1'), 'latin1');
}

/** The value of a header that appears exactly once. */
const single = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

const requestId = (seed: number, n: number): string =>
  [1, 2, 3, 4].map((part) => hex32(hash(seed, n, part))).join('');

/**
 * Whether a request was addressed to this machine. Prevents DNS rebinding: a web page can make its own name resolve
 * to 127.0.0.1, but cannot choose the Host header.
 */
export function isLoopbackHost(host: string | undefined): boolean {
  return host !== undefined && /^(?:127\.0\.0\.1|localhost)(?::\d{1,5})?$/i.test(host);
}

/** Compares keys with `accessKey` in constant time. */
export function keyCheck(accessKey: string): (presented: string | undefined) => boolean {
  return (presented) => presented !== undefined && isSame(presented, accessKey);
}

/** Takes the same time for all keys of one length. `node:crypto` has such a function, but takes 8 ms to load. */
function isSame(presented: string, expected: string): boolean {
  let difference = presented.length ^ expected.length;
  for (let at = 0; at < presented.length; at += 1) {
    difference |= presented.charCodeAt(at) ^ expected.charCodeAt(at % expected.length);
  }
  return difference === 0;
}

/** Bodies below this size in bytes are not compressed. */
const MIN_COMPRESSED_BYTES = 1024;

/** The reply with its body compressed if the client accepts zstd, unless it is short. */
export async function compressed(reply: Reply, accepted: string): Promise<Reply> {
  const { length } = reply.body;
  if (length < MIN_COMPRESSED_BYTES || !accepted.includes('zstd')) return reply;
  const { constants, zstdCompressSync } = await import('node:zlib');
  // A page of events takes 0.7 ms, less than a round trip to another thread.
  const body = zstdCompressSync(reply.body, {
    params: { [constants.ZSTD_c_compressionLevel]: 1 },
    pledgedSrcSize: length,
    chunkSize: Math.max(MIN_COMPRESSED_BYTES, length >> 2),
  });
  const headers = { ...reply.headers, 'content-encoding': 'zstd', vary: 'accept-encoding' };
  return { ...reply, headers, body };
}

/** Maximum size of a request body. */
export const MAX_BODY_BYTES = 5 * 2 ** 20;

/**
 * Bodies up to this size are read to the end even if they are too large: a client that is still sending would miss
 * the answer.
 */
const MAX_DISCARDED_BYTES = 64 * 2 ** 20;

/** Whether a request has a body (RFC 9112, section 6.3). */
const hasBody = (headers: IncomingHttpHeaders): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** Reads and discards a body: a client that is still sending would miss the answer. */
async function discardedBody(request: IncomingMessage): Promise<Buffer> {
  for await (const _ of request);
  return Buffer.alloc(0);
}

/** The body of a request; undefined if it is too large. Rejects if the connection breaks. */
export async function requestBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const { headers } = request;
  if (!hasBody(headers)) return Buffer.alloc(0);
  if (Number(headers['content-length'] ?? 0) > MAX_DISCARDED_BYTES) {
    request.resume();
    return undefined;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
    else chunks.length = 0;
    if (size > MAX_DISCARDED_BYTES) break;
  }
  return size > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks);
}
