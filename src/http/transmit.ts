import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import got, { type Got, RequestError, TimeoutError } from 'got';
import type { ApiErrorParts } from '../contract/api-error.ts';
import type { Operation } from '../contract/operation.ts';
import { codeOf } from '../edges/system-error.ts';
import { BodyRejected, collectBody, decompressed, ENCODINGS } from './collect-body.ts';
import { transportProblem } from './transport-error.ts';

/** How long each phase of a request may take, milliseconds. */
export interface Timeouts {
  readonly lookup: number;
  readonly connect: number;
  readonly secureConnect: number;
  /** From the last byte of the request to the head of the answer. */
  readonly response: number;
  /** All of it. */
  readonly request: number;
  /** All of it, for an operation whose request may be large. */
  readonly upload: number;
  /** In every such time a body must bring at least 1 KiB. */
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

/** Bytes, decompressed. */
const LARGEST_ANSWER = 8 * 1024 * 1024;
const TRICKLE_BYTES = 1024;
/** At once, to one service. */
const MOST_CONNECTIONS = 8;

/** One request, ready to be sent. */
interface Request {
  readonly operation: Pick<Operation<unknown, unknown>, 'method' | 'effect' | 'upload'>;
  readonly url: URL;
  readonly body: unknown;
  readonly accessKey: string;
  readonly signal: AbortSignal | undefined;
}

/** A whole answer, as it came over the wire; the body is decompressed. */
interface Answered {
  readonly kind: 'answered';
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Why there is no whole answer. */
interface Failed {
  readonly kind: 'failed';
  readonly problem: ApiErrorParts;
  /** Whether a kept connection had been closed by the service before the request was on it. */
  readonly stale: boolean;
}

interface TransmitterSettings {
  readonly userAgent: string;
  /** Other timeouts than the usual ones, for tests. */
  readonly timeouts?: Partial<Timeouts> | undefined;
}

type Agents = { readonly http: http.Agent } | { readonly https: https.Agent };

/** Agents of our own: unlike the global ones they never take a proxy from the environment. */
function agents(protocol: string, keepAlive: boolean): Agents {
  const options = { keepAlive, maxSockets: MOST_CONNECTIONS };
  if (protocol === 'http:') return { http: new http.Agent(options) };
  return { https: new https.Agent(options) };
}

/** The agents of each protocol, made when first asked for: TLS takes 12 ms to load. */
function agentsByProtocol(keepAlive: boolean): (protocol: string) => Agents {
  const made = new Map<string, Agents>();
  return (protocol) => {
    const agent = made.get(protocol) ?? agents(protocol, keepAlive);
    made.set(protocol, agent);
    return agent;
  };
}

/** Got reports errors of the body's stream with a code of its own; the original one is in the cause. */
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

/** Got with what all requests have in common, which it checks once. */
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

/** What all requests are sent with. */
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
  // Without a listener an error between two awaits below would end the process; the second await reports it.
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
    // Nobody else listens to a connection that has gone over to another protocol: its error would end the process.
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
    const [head]: http.IncomingMessage[] = await once(stream, 'response');
    status = head?.statusCode ?? 0;
    const headers = head?.headers ?? {};
    const sent = await collectBody(stream, {
      mostBytes: LARGEST_ANSWER,
      leastBytes: TRICKLE_BYTES,
      window: timeouts.trickle,
    });
    const bytes = await decompressed(sent, headers['content-encoding'] ?? '', LARGEST_ANSWER);
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
 * Sends requests; the only place that uses got. Each request is sent once, except a read whose kept connection the
 * service had closed before. Redirects are answers like any other. Operations that change something get a new
 * connection each, so that a reset of it says something about them.
 */
export function transmitter(
  settings: TransmitterSettings,
): (request: Request) => Promise<Answered | Failed> {
  const timeouts = { ...TIMEOUTS, ...settings.timeouts };
  const means = { common: commonGot(settings.userAgent, timeouts), timeouts };
  const kept = agentsByProtocol(true);
  const fresh = agentsByProtocol(false);
  return async (request) => {
    const { operation, url, signal } = request;
    const anew = () => attempt(request, fresh(url.protocol), means);
    if (operation.effect === 'changes') return anew();
    const transmission = await attempt(request, kept(url.protocol), means);
    const repeat = transmission.kind === 'failed' && transmission.stale;
    return repeat && !signal?.aborted ? anew() : transmission;
  };
}
