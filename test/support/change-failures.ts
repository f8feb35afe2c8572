import { ApiError } from '../../src/contract/api-error.ts';
import type { Call } from '../../src/contract/operation.ts';
import { transportProblem } from '../../src/http/transport-error.ts';
import type { Fault, FaultBody } from '../../src/platform/faults/fault.ts';

/** The headline on screen. */
export type Headline = 'ACCEPTED' | 'REFUSED' | 'NOT SENT' | 'OUTCOME UNKNOWN';

/** The word for each headline in the audit file. */
export const AUDITED: Readonly<Record<Headline, string>> = {
  ACCEPTED: 'accepted',
  REFUSED: 'refused',
  'NOT SENT': 'not sent',
  'OUTCOME UNKNOWN': 'unknown',
};

/** A way in which the answer to a change can fail. */
export interface ChangeFailure {
  readonly name: string;
  readonly fault: Fault;
  readonly headline: Headline;
}

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);

const BODIES: readonly FaultBody[] = ['empty', 'problem', 'application problem', 'message', 'html'];

/** The standard statuses (contract, HttpStatusCode) that end an exchange without success. */
const STATUSES: readonly number[] = [
  ...range(300, 308),
  ...range(400, 417),
  ...range(421, 424),
  ...[426, 428, 429, 431, 451],
  ...range(500, 508),
  ...[510, 511],
  // Nonstandard, but sent by some proxies.
  ...[499, 520, 599],
];

/**
 * Statuses below 500 that do not prove that the service refused: proxy authentication, timeout, and the redirects except
 * for 307 and 308, which ask for the same request elsewhere.
 */
const UNTOLD: ReadonlySet<number> = new Set([...range(300, 306), 407, 408]);

/** Each status with one of the bodies. Every class of statuses meets every body. */
export const STATUS_FAILURES: readonly ChangeFailure[] = STATUSES.map((status, at) => {
  const body = BODIES[at % BODIES.length] ?? 'empty';
  return {
    name: `${status} ${body}`,
    fault: {
      kind: 'answer',
      status,
      body,
      ...(status < 400 && { headers: { location: 'http://127.0.0.1:9/elsewhere' } }),
    },
    headline: status >= 500 || UNTOLD.has(status) ? 'OUTCOME UNKNOWN' : 'REFUSED',
  };
});

/** Grouped by class of status: `4xx`. */
export const STATUS_CLASSES = Map.groupBy(STATUS_FAILURES, ({ fault }) =>
  fault.kind === 'answer' ? `${Math.floor(fault.status / 100)}xx` : '',
);

const unknown = (name: string, fault: Fault): ChangeFailure => ({
  name,
  fault,
  headline: 'OUTCOME UNKNOWN',
});

/** Failures of the connection and of the format of the answer. */
export const WIRE_FAILURES: readonly ChangeFailure[] = [
  ...(['reset', 'close'] as const).flatMap((how) =>
    (['before handling', 'before answering', 'mid-answer'] as const).map((stage) =>
      unknown(`${how} ${stage}`, { kind: 'disconnect', stage, how }),
    ),
  ),
  ...(['before handling', 'before answering', 'mid-answer'] as const).map((stage) =>
    unknown(`half-open ${stage}`, { kind: 'hang', stage }),
  ),
  unknown('headers that trickle', { kind: 'slow', bytesPerSecond: 10, from: 'headers' }),
  unknown('an answer that never ends', { kind: 'huge', bytes: 9_000_000, gzip: false }),
  unknown('a compressed one', { kind: 'huge', bytes: 9_000_000, gzip: true }),
  unknown('no HTTP', { kind: 'raw', bytes: 'HELO mail.example.net\r\n\r\n' }),
  unknown('a status that is none', { kind: 'raw', bytes: 'HTTP/1.1 000 Nothing\r\n\r\n' }),
  unknown('an unheard-of encoding', { kind: 'corrupt', how: 'unknown encoding' }),
  unknown('a page of HTML', { kind: 'corrupt', how: 'html' }),
  {
    name: '202 with success false',
    fault: { kind: 'answer', status: 202, body: 'generic response' },
    headline: 'REFUSED',
  },
  {
    name: '200 with success false',
    fault: { kind: 'answer', status: 200, body: 'generic response' },
    headline: 'REFUSED',
  },
];

/** Failures of a body that must not be empty. */
export const BODY_FAILURES: readonly ChangeFailure[] = (
  ['truncated JSON', 'empty', 'bad bytes', 'gzip cut', 'gzip garbled', 'gzip checksum'] as const
).map((how) => unknown(`a body: ${how}`, { kind: 'corrupt', how }));

/**
 * Client timeouts in real milliseconds: short for faults that never answer, so that the test ends soon, and long for the
 * others, because the machine may be busy.
 */
export const timeoutsOf = ({ fault }: ChangeFailure) =>
  fault.kind === 'hang' || fault.kind === 'slow'
    ? { response: 300, request: 600, trickle: 300 }
    : { response: 1500, request: 2500, trickle: 1000 };

/** Makes changes fail with a name lookup error, which an embedded platform on loopback cannot cause. */
export const withoutName =
  (call: Call): Call =>
  (operation, input, signal) => {
    if (operation.effect === 'reads') return call(operation, input, signal);
    const facts = { timedOut: undefined, connected: false, host: 'api.example.net' };
    return Promise.reject(new ApiError(transportProblem({ code: 'ENOTFOUND', ...facts })));
  };
