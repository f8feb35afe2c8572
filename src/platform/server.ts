import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import net from 'node:net';
import type { Clock } from '../edges/clock.ts';
import { isLoopbackHost } from './access.ts';
import { type Answer, answer, type Incoming } from './answer.ts';
import type { ApiLimit } from './api-limit.ts';
import { acceptsGzip, compressed } from './compression.ts';
import type { WireFault } from './faults/fault.ts';
import type { FaultSource } from './faults/switchboard.ts';
import type { Surroundings } from './handlers/handler.ts';
import type { Reply } from './reply.ts';
import { requestBody } from './request-body.ts';
import type { OpenRecord, RequestLog } from './request-log.ts';
import { routeOf } from './route.ts';
import { hash } from './world/chance.ts';
import { hex32 } from './world/identifier.ts';

/** What the server serves, and how. */
export interface ServerSettings {
  readonly clock: Clock;
  readonly surroundings: Surroundings;
  readonly faults: FaultSource;
  readonly log: RequestLog;
  readonly limit: ApiLimit;
  readonly isKeyRight: (presented: string | undefined) => boolean;
  /** Whether answers are compressed for whoever asks for it. */
  readonly compresses: boolean;
}

const HOST = '127.0.0.1';

/** A server that is not listening yet. */
export function createPlatformServer(settings: ServerSettings): Server {
  return createServer((request, response) => {
    serve(request, response, settings).catch(() => {
      // The connection broke while the request was read or answered: nobody is left to tell.
      request.socket.destroy();
    });
  });
}

/** Begins to listen on the loopback address; resolves with the port. */
export function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    const listening = () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    };
    // Otherwise the address is looked up like a name, with tests that take 5 ms to prepare.
    if (isBindable()) server.listen(new net.BoundSocket({ host: HOST, port }), listening);
    else server.listen({ port, host: HOST }, listening);
  });
}

/** Whether this engine binds sockets ahead: Node 26.4 was the first. */
const isBindable = (): boolean => 'BoundSocket' in net;

/** Stops listening and drops every connection; resolves when the port is free. */
export function hangUp(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  settings: ServerSettings,
): Promise<void> {
  const { clock, surroundings, faults, log } = settings;
  const { method = '', url = '/', headers } = request;
  const [pathname = '', queryText = ''] = url.split('?', 2);
  const route = routeOf(method, pathname);
  const operation = route.kind === 'operation' ? route.id : undefined;
  const now = clock.now();
  const record = log.open({ method, target: url, operation, at: now });
  const id = requestId(surroundings.world.seed, log.total);
  const hasToken = route.kind === 'operation' && route.path.continuationToken !== undefined;
  const { wire, paging } = faults.befall({ operation, hasToken });

  const incoming: Incoming = {
    route,
    isLoopbackHost: isLoopbackHost(headers.host),
    isKeyRight: settings.isKeyRight(single(headers.accesskey)),
    body: await requestBody(request),
    details: {
      pathname,
      query: new URLSearchParams(queryText),
      mediaType: (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '',
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
      'content-length': String(reply.body.length),
      // What was too large is not waited for.
      ...(incoming.body ? {} : { connection: 'close' }),
    },
  });

  if (wire) return befall(wire, { request, response, record, incoming, finish, settings });
  const { reply } = await carryOut(incoming, settings, record);
  const wantsGzip = settings.compresses && acceptsGzip(headers['accept-encoding']);
  send(response, finish(wantsGzip ? await compressed(reply) : reply));
}

interface Struck {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly record: OpenRecord;
  readonly incoming: Incoming;
  readonly settings: ServerSettings;
  finish(reply: Reply): Reply;
}

/** Answers, or does not, a request that a fault befalls. */
async function befall(fault: WireFault, struck: Struck): Promise<void> {
  const { request, response, record, incoming, finish, settings } = struck;
  // Faults are rare: what they need is loaded with the first.
  const { isCarriedOut, replyUnder, strike } = await import('./faults/befall.ts');
  const reply = isCarriedOut(fault)
    ? (await carryOut(incoming, settings, record)).reply
    : undefined;
  const changed = replyUnder(fault, reply);
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
  await strike(fault, { socket: request.socket, clock: settings.clock, reply: closing });
}

async function carryOut(
  incoming: Incoming,
  settings: ServerSettings,
  record: OpenRecord,
): Promise<Answer> {
  const answered = await answer(incoming, settings.surroundings, settings.limit);
  record.carriedOut = answered.carriedOut;
  record.status = answered.reply.status;
  record.bug = answered.bug;
  return answered;
}

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  response.sendDate = false;
  response.writeHead(status, headers);
  // As a string it goes out in one write with the head; a buffer would be a second one beside it.
  response.end(body.toString('latin1'), 'latin1');
}

/** A header that must come once: twice is as wrong as not at all. */
const single = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** The id of the n-th request. */
const requestId = (seed: number, n: number): string =>
  [1, 2, 3, 4].map((part) => hex32(hash(seed, n, part))).join('');
