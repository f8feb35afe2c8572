import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import got, { type Got, RequestError, TimeoutError } from 'got';
import type { ApiErrorParts } from '../contract/api-error.ts';
import type { Operation } from '../contract/operation.ts';
import { codeOf } from '../edges/system-error.ts';
import { BodyRejected, collectBody, decompressed, ENCODINGS } from './collect-body.ts';
import { transportProblem } from './transport-error.ts';

/** Timeouts of the phases of a request, in milliseconds. */
export interface Timeouts {
  readonly lookup: number;
  readonly connect: number;
  readonly secureConnect: number;
  /** From the last byte of the request to the head of the answer. */
  readonly response: number;
  /** The whole request. */
  readonly request: number;
  /** The whole request, for operations with `upload`. */
  readonly upload: number;
  /** In each such period at least 1 KiB of a body must arrive. */
  readonly trickle: number;
}

const TIMEOUTS: Timeouts = {
  lookup: 5_000,
  connect: 5_000,
  secureConnect: 10_000,
  response: 15_000,
  request: 30_000,
  upload: 120_000,
  trickle: 10_000,
};

/** Decompressed. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
const MIN_BYTES_PER_WINDOW = 1024;
const MAX_CONNECTIONS = 8;

interface Request {
  readonly operation: Pick<Operation<unknown, unknown>, 'method' | 'effect' | 'upload'>;
  readonly url: URL;
  readonly body: unknown;
  readonly accessKey: string;
  readonly signal: AbortSignal | undefined;
}

interface Answered {
  readonly kind: 'answered';
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

interface Failed {
  readonly kind: 'failed';
  readonly problem: ApiErrorParts;
  /** Whether the service had closed a kept-alive connection before the request was sent on it. */
  readonly stale: boolean;
}

type Agents = { readonly http: http.Agent } | { readonly https: https.Agent };

/** Own agents: unlike the global ones they never use a proxy from the environment. */
function agents(protocol: string, keepAlive: boolean): Agents {
  const options = { keepAlive, maxSockets: MAX_CONNECTIONS };
  if (protocol === 'http:') return { http: new http.Agent(options) };
  return { https: new https.Agent(options) };
}

/** Agents by protocol, created on first use: TLS takes 12 ms to load. */
function agentsByProtocol(keepAlive: boolean): (protocol: string) => Agents {
  const made = new Map<string, Agents>();
  return (protocol) => {
    const agent = made.get(protocol) ?? agents(protocol, keepAlive);
    made.set(protocol, agent);
    return agent;
  };
}

/** Got has its own codes for errors of the body's stream; the original code is in the cause. */
const codeIn = (error: unknown): string | undefined =>
  error instanceof RequestError ? (codeOf(error.cause) ?? error.code) : codeOf(error);

function problemOf(
  error: unknown,
  code: string | undefined,
  connected: boolean,
  host: string,
): ApiErrorParts {
  if (error instanceof BodyRejected) {
    return error.reason === 'too large'
      ? { kind: 'unexpected', title: 'The answer is larger than 8 MiB' }
      : { kind: 'timeout', title: 'The answer came too slowly' };
  }
  const timedOut = error instanceof TimeoutError ? error.event : undefined;
  return transportProblem({ code, timedOut, connected, host });
}

/** Got with the options of all requests, which it validates once. */
function commonGot(userAgent: string, timeouts: Timeouts): Got {
  const { lookup, connect, secureConnect, response, request } = timeouts;
  return got.extend({
    headers: {
      accept: 'application/json',
      'accept-encoding': ENCODINGS,
      'user-agent': userAgent,
    },
    decompress: false,
    followRedirect: false,
    retry: { limit: 0 },
    throwHttpErrors: false,
    https: { rejectUnauthorized: true },
    timeout: { lookup, connect, secureConnect, response, request },
  });
}

interface SendContext {
  readonly common: Got;
  readonly timeouts: Timeouts;
}

async function attempt(
  request: Request,
  agent: Agents,
  { common, timeouts }: SendContext,
): Promise<Answered | Failed> {
  const { operation, url, body, signal } = request;
  const stream = common.stream(url, {
    method: operation.method,
    headers: { accesskey: request.accessKey },
    ...(body === undefined ? {} : { json: body }),
    agent,
    ...(operation.upload ? { timeout: { request: timeouts.upload } } : {}),
  });
  // Without a listener an error between the two awaits below would end the process; the second await reports it.
  stream.on('error', () => undefined);
  const abort = () => stream.destroy(new Error('aborted'));
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  // Got can wait forever for an answer, for example after 101 Switching Protocols.
  stream.once('request', (sent: http.ClientRequest) => {
    let isAnswered = false;
    sent.once('response', () => {
      isAnswered = true;
    });
    // An upgraded connection has no other listener: its error would end the process.
    sent.once('upgrade', (_answer, socket) => {
      socket.on('error', () => undefined);
      socket.destroy();
    });
    sent.once('close', () => {
      if (!isAnswered) stream.destroy(new Error('closed without an answer'));
    });
  });
  if (body === undefined && operation.method !== 'GET') stream.end();
  let status: number | undefined;
  try {
    const [head] = (await once(stream, 'response')) as [http.IncomingMessage];
    const { statusCode = 0, headers } = head;
    status = statusCode;
    const sent = await collectBody(stream, {
      maxBytes: MAX_ANSWER_BYTES,
      minBytes: MIN_BYTES_PER_WINDOW,
      window: timeouts.trickle,
    });
    const bytes = await decompressed(sent, headers['content-encoding'] ?? '', MAX_ANSWER_BYTES);
    return { kind: 'answered', status, headers, body: bytes };
  } catch (error) {
    const { timings } = stream;
    const secure = url.protocol === 'http:' || timings?.secureConnect !== undefined;
    const connected = timings?.connect !== undefined && secure;
    const code = codeIn(error);
    return {
      kind: 'failed',
      problem: { ...problemOf(error, code, connected, url.host), status },
      stale: stream.reusedSocket === true && status === undefined && code === 'ECONNRESET',
    };
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

/**
 * Sends requests; the only user of got. Each request is sent once, except for a read on a kept-alive connection the
 * service had already closed. Redirects are returned as answers. Each change uses a new connection, so that a
 * connection reset concerns the change itself.
 */
export function transmitter(
  userAgent: string,
  overrides?: Partial<Timeouts>,
): (request: Request) => Promise<Answered | Failed> {
  const timeouts = { ...TIMEOUTS, ...overrides };
  const context = { common: commonGot(userAgent, timeouts), timeouts };
  const kept = agentsByProtocol(true);
  const fresh = agentsByProtocol(false);
  return async (request) => {
    const { operation, url } = request;
    const sendFresh = () => attempt(request, fresh(url.protocol), context);
    if (operation.effect === 'changes') return sendFresh();
    const transmission = await attempt(request, kept(url.protocol), context);
    const isStale = transmission.kind === 'failed' && transmission.stale;
    return isStale ? sendFresh() : transmission;
  };
}
