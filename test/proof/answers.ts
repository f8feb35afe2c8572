/**
 * How long the largest answers that the client accepts take to read, in the shapes that cost most:
 * `node test/proof/answers.ts`. Exit code 1 when one takes longer than 1,500 ms of processor time.
 */
import type { Operation } from '../../src/contract/operation.ts';
import { operations } from '../../src/contract/operations/index.ts';
import { readAnswer } from '../../src/contract/read-answer.ts';
import { noDrift } from '../support/no-drift.ts';
import { writeProofResult } from '../support/proof-result.ts';

/** Of a body, as `http/transmit.ts` has it. */
const LARGEST = 8 * 1024 * 1024;
/** Milliseconds. */
const MOST = 1500;

/** A body of items, as large as may be. */
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

const rows = BODIES.map(([id, what, text]) => {
  const operation: Operation<never, unknown> = operations[id];
  const begun = processorTime();
  const answer = { status: 200, contentType: 'application/json', text };
  const { kind } = readAnswer(operation, answer, noDrift);
  const ms = Math.round(processorTime() - begun);
  console.log(`${id.padEnd(20)} ${what.padEnd(26)} ${String(ms).padStart(5)} ms  ${kind}`);
  return { operation: id, 'an answer of 8 MiB of': what, 'processor time, ms': ms };
});
writeProofResult({ proof: 'answers', command: 'npm run proof:answers', seed: null, rows });
process.exit(rows.every((row) => row['processor time, ms'] <= MOST) ? 0 : 1);
