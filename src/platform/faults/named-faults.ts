import { suggestion } from '../../text/nearest.ts';
import { type Fault, type FaultControls, isPagingFault } from './fault.ts';

const answer = (status: number, headers: Readonly<Record<string, string>> = {}): Fault => ({
  kind: 'answer',
  status,
  body: 'problem',
  headers,
});
const raw = (bytes: string): Fault => ({ kind: 'raw', bytes });
const OK = 'HTTP/1.1 200 OK\r\n';
const MEGABYTE = 1024 * 1024;

/** Faults by their names on the command line. Each applies to all requests for which it makes sense. */
const FAULTS = {
  reset: { kind: 'disconnect', stage: 'before answering', how: 'reset' },
  close: { kind: 'disconnect', stage: 'before answering', how: 'close' },
  'reset-mid-answer': { kind: 'disconnect', stage: 'mid-answer', how: 'reset' },
  'close-mid-answer': { kind: 'disconnect', stage: 'mid-answer', how: 'close' },
  hang: { kind: 'hang', stage: 'before answering' },
  'hang-mid-answer': { kind: 'hang', stage: 'mid-answer' },
  'slow-headers': { kind: 'slow', bytesPerSecond: 10, from: 'headers' },
  'slow-body': { kind: 'slow', bytesPerSecond: 100, from: 'body' },
  'truncated-json': { kind: 'corrupt', how: 'truncated JSON' },
  'gzip-cut': { kind: 'corrupt', how: 'gzip cut' },
  'gzip-garbled': { kind: 'corrupt', how: 'gzip garbled' },
  'gzip-checksum': { kind: 'corrupt', how: 'gzip checksum' },
  'unknown-encoding': { kind: 'corrupt', how: 'unknown encoding' },
  'bad-bytes': { kind: 'corrupt', how: 'bad bytes' },
  'wrong-types': { kind: 'corrupt', how: 'wrong types' },
  empty: { kind: 'corrupt', how: 'empty' },
  html: { kind: 'corrupt', how: 'html' },
  'surplus-body': raw('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}{}'),
  'long-length': raw('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{}'),
  'no-http': raw('SSH-2.0-OpenSSH_9.2\r\n'),
  'cut-chunks': raw(`${OK}transfer-encoding: chunked\r\n\r\n40\r\n{"logs":[`),
  'two-lengths': raw(`${OK}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`),
  'length-and-chunks': raw(
    `${OK}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  ),
  'long-header': raw(`${OK}x-filler: ${'x'.repeat(40_000)}\r\ncontent-length: 2\r\n\r\n{}`),
  'status-999': raw('HTTP/1.1 999 Odd\r\ncontent-length: 0\r\n\r\n'),
  'escape-in-reason': raw('HTTP/1.1 503 \u009b2J is down\r\ncontent-length: 0\r\n\r\n'),
  'early-hints': {
    kind: 'raw',
    bytes: 'HTTP/1.1 103 Early Hints\r\nlink: </a.css>\r\n\r\n'.repeat(1000),
    before: 'the answer',
  },
  'null-answer': raw(`${OK}content-type: application/json\r\ncontent-length: 4\r\n\r\nnull`),
  'byte-order-mark': { kind: 'corrupt', how: 'byte order mark' },
  'another-id': { kind: 'corrupt', how: 'another id' },
  'crowded-page': { kind: 'crowded-page', entries: 100_000 },
  '401': answer(401),
  '403': answer(403),
  '404': answer(404),
  '407': answer(407),
  '409': answer(409),
  '429': answer(429, { 'retry-after': '30' }),
  '500': answer(500),
  '503': answer(503, { 'retry-after': '10' }),
  '520': answer(520),
  redirect: answer(307, { location: 'http://127.0.0.1:9/elsewhere' }),
  'success-false': { kind: 'answer', status: 200, body: 'generic response' },
  huge: { kind: 'huge', bytes: 200 * MEGABYTE, gzip: false },
  'huge-gzip': { kind: 'huge', bytes: 600 * MEGABYTE, gzip: true },
  'repeated-token': { kind: 'repeated-token' },
  'token-cycle': { kind: 'token-cycle', pages: 3 },
  'empty-pages': { kind: 'empty-pages', pages: 12 },
  'more-without-token': { kind: 'more-without-token' },
  'expired-token': { kind: 'expired-token', status: 410 },
  duplicates: { kind: 'duplicates', overlap: 20 },
  shuffled: { kind: 'shuffled' },
  'late-entries': { kind: 'late-entries', oneIn: 50, delay: 500 },
} as const satisfies Readonly<Record<string, Fault>>;

type FaultName = keyof typeof FAULTS;

const isName = (name: string): name is FaultName => Object.hasOwn(FAULTS, name);

/** All names, ordered by network layer. */
export const faultNames: readonly string[] = Object.keys(FAULTS);

/**
 * Switches faults on by name; each item is a comma-separated list.
 *
 * @throws RangeError with a sentence for an unknown name
 */
export function setNamedFaults(faults: FaultControls, lists: readonly string[]): void {
  const names = lists.flatMap((list) => list.split(',')).map((name) => name.trim());
  for (const name of names) {
    if (isName(name)) continue;
    const ask = suggestion(name, faultNames);
    throw new RangeError(`There is no fault ${name}.${ask} There are: ${faultNames.join(', ')}.`);
  }
  const [one, other] = names.filter((name) => isName(name) && !isPagingFault(FAULTS[name]));
  if (one !== undefined && other !== undefined && one !== other) {
    throw new RangeError(`Of ${one} and ${other} only one can apply to a request: name one.`);
  }
  for (const name of names) if (isName(name)) faults.set(FAULTS[name]);
}
