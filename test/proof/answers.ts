/**
 * Reads the largest answers that the client accepts, in the most expensive shapes, and measures how long a key waits
 * meanwhile, with and without the worker thread: `node test/proof/answers.ts`. Exit code 1 if one takes more than 1,500 ms
 * of processor time, or delays a key by more than 100 ms with the thread.
 */
import type { Operation } from '../../src/contract/operation.ts';
import type { EventLogPage } from '../../src/contract/operations/event-logs.ts';
import { operations } from '../../src/contract/operations/index.ts';
import { type AnswerReader, readBody } from '../../src/contract/read-answer.ts';
import { freeEntries } from '../../src/events/storage/entry-block.ts';
import { WorkerThread } from '../../src/events/worker/worker-thread.ts';
import { bodyWithoutKey } from '../../src/http/access-key.ts';
import { watchPauses } from '../bench/pauses.ts';
import { noDrift } from '../support/no-drift.ts';
import { writeProofResult } from '../support/proof-result.ts';

/** The size limit of a body in `http/transmit.ts`. */
const LARGEST = 8 * 1024 * 1024;
/** Milliseconds. */
const MOST = 1500;
const MOST_WAIT = 100;
/** The shortest wait of several runs counts, because it was disturbed least by other programs. */
const RUNS = 3;
/** A key as long as a real one. */
const KEY = 'x'.repeat(40);

/** A body of items up to the size limit. */
function filled(head: string, item: (at: number) => string, tail: string): string {
  const items: string[] = [];
  const longest = 512;
  for (let length = head.length + tail.length; length < LARGEST - longest; ) {
    const next = item(items.length);
    items.push(next);
    length += next.length + 1;
  }
  return head + items.join(',') + tail;
}

const entry = (at: number) =>
  JSON.stringify({
    logId: `id-${at}`,
    timestamp: 1_759_913_310_543 + at,
    log: JSON.stringify({ Message: 'x', Url: `https://a.example/${at}` }),
    labels: { asn: '1', country: 'BG', ruleId: '1', method: 'GET', status: 'Blocked' },
  });
const escapes = '\\u0001'.repeat(LARGEST / 6 - 200);
const deep = LARGEST / 2 - 10;

const BODIES: readonly (readonly [keyof typeof operations, string, string])[] = [
  ['event-logs', 'entries', filled('{"logs":[', entry, ']}')],
  ['event-logs', 'one entry of escapes', `{"logs":[{"logId":"a","log":"${escapes}"}]}`],
  [
    'search',
    'hits',
    filled('{"SearchResults":[', (at) => `{"Type":"App","Id":${at},"Name":"n${at}"}`, ']}'),
  ],
  [
    'dns-scan',
    'records',
    filled('{"Status":2,"Records":[', (at) => `{"Name":"a${at}","Type":3,"Value":"1"}`, ']}'),
  ],
  [
    'app-overview',
    'pods',
    filled('{"regions":[{"pods":[', (at) => `{"name":"p${at}","status":"Running"}`, ']}]}'),
  ],
  [
    'rate-limit-metrics',
    'days',
    filled(
      '{"data":{"ratelimitOverviewPastTwentyEightDays":{',
      (at) => `"d${at}":${at}`,
      '}},"error":null}',
    ),
  ],
  ['app-overview', 'nested brackets', `{"a":${'['.repeat(deep)}${']'.repeat(deep)}}`],
  ['app-overview', 'fields that nobody knows', filled('{', (at) => `"k${at}":${at}`, '}')],
];

function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Reads a body as the client does. Also measures the longest delay of a key meanwhile. */
async function reading(
  operation: Operation<unknown, unknown>,
  text: string,
  reader?: AnswerReader,
) {
  let wait = Number.POSITIVE_INFINITY;
  let kind = '';
  for (let run = 0; run < RUNS; run += 1) {
    const body = Buffer.from(text);
    const watch = watchPauses();
    await new Promise((resolve) => setTimeout(resolve, 20));
    const unread = {
      status: 200,
      contentType: 'application/json',
      body: bodyWithoutKey(body, KEY),
    };
    const read = await (reader?.read(operation, unread, noDrift) ??
      readBody(operation, unread, noDrift));
    await new Promise((resolve) => setTimeout(resolve, 20));
    wait = Math.min(wait, Math.max(...watch.end().wall));
    kind = read.kind;
    if (read.kind === 'answer' && operation.id === 'event-logs') {
      freeEntries((read.answer as EventLogPage).logs);
    }
  }
  return { kind, wait: Math.round(wait) };
}

const thread = new WorkerThread();
interface Row extends Record<string, string | number> {
  readonly operation: string;
  readonly 'an answer of 8 MiB of': string;
  readonly 'processor time, ms': number;
  readonly 'a key waits, ms': number;
  readonly 'without the thread, ms': number;
}

const rows: Row[] = [];
for (const [id, what, text] of BODIES) {
  const operation: Operation<unknown, unknown> = operations[id];
  const begun = processorTime();
  const unread = { status: 200, contentType: 'application/json', body: Buffer.from(text) };
  readBody(operation, unread, noDrift);
  const ms = Math.round(processorTime() - begun);
  const here = await reading(operation, text);
  const beside = await reading(operation, text, thread);
  if (here.kind !== beside.kind) throw new Error(`${what}: ${here.kind}, ${beside.kind}`);
  console.log(
    `${id.padEnd(20)} ${what.padEnd(26)} ${String(ms).padStart(5)} ms; a key waits ` +
      `${String(beside.wait).padStart(4)} ms, without the thread ${String(here.wait).padStart(4)} ms  ${here.kind}`,
  );
  rows.push({
    operation: id,
    'an answer of 8 MiB of': what,
    'processor time, ms': ms,
    'a key waits, ms': beside.wait,
    'without the thread, ms': here.wait,
  });
}
if (thread.failure !== null) throw new Error(`the thread fell: ${thread.failure}`);
writeProofResult({ proof: 'answers', command: 'npm run proof:answers', seed: null, rows });
const isShort = (row: Row) =>
  row['processor time, ms'] <= MOST && row['a key waits, ms'] <= MOST_WAIT;
process.exit(rows.every(isShort) ? 0 : 1);
