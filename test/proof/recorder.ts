/**
 * Records one application with `warren record`, which is killed (SIGKILL) at random moments and restarted on the same file:
 * `node test/proof/recorder.ts [kills] [seed]`. Every answer of the service differs. Exit code 1 if an answer or a change is
 * recorded twice, or one is missing that was sent more than a second before a kill.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openRecording } from '../../src/recording/recording-file.ts';
import { numberArgument } from '../support/number-argument.ts';
import { PROGRAM } from '../support/program.ts';
import { writeProofResult } from '../support/proof-result.ts';
import { seededRandom } from '../support/random.ts';

const kills = numberArgument(1, 20);
const seed = numberArgument(2, Date.now() % 2 ** 31);
/** A killed recorder may lose this many milliseconds. */
const LOST = 1000;
/** The time from start to kill, milliseconds. */
const [SHORTEST, LONGEST] = [1500, 5000];

const random = seededRandom(seed);
const directory = mkdtempSync(join(tmpdir(), 'warren-recorder-'));
const path = join(directory, 'r.db');
const given: { readonly number: number; readonly at: number }[] = [];
const killed: number[] = [];
const wrong: string[] = [];

/** Answers with an overview whose number of restarts is the number of the answer. */
const server = createServer((_request, response) => {
  const number = given.length + 1;
  const containers = [{ id: 'c', name: 'web', numberOfRestarts: number, status: 'ready' }];
  const pods = [{ name: 'p', status: 'ready', containers }];
  const regions = [{ region: 'DE', instances: 1, status: 'active', pods }];
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ status: 'active', regions }), () =>
    given.push({ number, at: Date.now() }),
  );
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;

console.log(`seed ${seed}; ${kills} kills`);
try {
  for (let kill = 0; kill < kills; kill += 1) {
    const recorder = spawn(
      process.execPath,
      [PROGRAM, ...['record', '--app', 'a1', '--every', '1s', '--out', path]],
      {
        stdio: 'ignore',
        env: {
          PATH: process.env['PATH'],
          HOME: directory,
          WARREN_ACCESS_KEY: 'k'.repeat(40),
          WARREN_BASE_URL: `http://127.0.0.1:${port}`,
        },
      },
    );
    await sleep(SHORTEST + random.below(LONGEST - SHORTEST));
    if (recorder.exitCode !== null) throw new Error(`It ended by itself: ${recorder.exitCode}`);
    killed.push(Date.now());
    recorder.kill('SIGKILL');
    await once(recorder, 'exit');
  }
  const file = await openRecording(path, 'read');
  const kept = file
    .between(0, Number.MAX_VALUE, 1_000_000)
    .map((call) => restartsIn(file.answer(call)));
  for (const number of new Set(kept)) {
    const times = kept.filter((each) => each === number).length;
    if (times > 1) wrong.push(`answer ${number} was kept ${times} times`);
  }
  const due = given.filter(({ at }) => {
    const end = killed.find((time) => time >= at);
    return end !== undefined && end - at > LOST;
  });
  for (const { number } of due) {
    if (!kept.includes(number)) wrong.push(`answer ${number} is missing`);
  }
  const changes = file.database
    .prepare("SELECT became, count(*) AS times FROM fact WHERE kind = 'restart' GROUP BY became")
    .all();
  for (const { became, times } of changes) {
    if (times !== 1) wrong.push(`the change to ${became} was kept ${times} times`);
  }
  const told = new Set(changes.map(({ became }) => Number(became)));
  for (const { number } of due.slice(1)) {
    if (!told.has(number)) wrong.push(`the change to ${number} is missing`);
  }
  file.close();
  console.log(
    `${given.length} answers, ${due.length} of them a second before a kill, ${kept.length} kept, ${changes.length} changes; ${wrong.length} faults`,
  );
  for (const fault of wrong.slice(0, 10)) console.error(fault);
  if (wrong.length > 0) process.exitCode = 1;
  if (process.argv.length === 2) {
    writeProofResult({
      proof: 'recorder',
      command: `node test/proof/recorder.ts ${kills} ${seed}`,
      seed,
      rows: [
        {
          kills,
          answers: given.length,
          'a second before a kill': due.length,
          kept: kept.length,
          changes: changes.length,
          faults: wrong.length,
        },
      ],
    });
  }
} finally {
  server.close();
  rmSync(directory, { recursive: true });
}

/** The number of an answer. */
function restartsIn(answer: unknown): number {
  const [, number] = /"numberOfRestarts":(\d+)/.exec(JSON.stringify(answer)) ?? [];
  return Number(number);
}
