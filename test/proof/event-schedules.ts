/**
 * Follows event logs through random schedules of faults and compares the loaded entries with the platform's: `node
 * test/proof/event-schedules.ts [count] [first seed]`. Missing entries must be marked, and none may be duplicated or altered.
 * Half of the schedules run in Pacific/Kiritimati (UTC+14) and half in America/St_Johns (UTC-3:30), unless TZ is set. Exit
 * code 1 if anything is wrong.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { WorkerThread } from '../../src/events/worker/worker-thread.ts';
import { play } from '../support/event-following.ts';
import { judge } from '../support/event-oracle.ts';
import { scheduleOf } from '../support/event-schedule.ts';
import { numberArgument } from '../support/number-argument.ts';
import { writeProofResult } from '../support/proof-result.ts';

const count = numberArgument(1, 2000);
const first = numberArgument(2, Date.now() % 2 ** 31);

/** The results in one time zone. */
interface Sum {
  readonly zone: string;
  readonly schedules: number;
  requests: number;
  held: number;
  loaded: number;
  marked: number;
  wrong: number;
}

if (process.env['TZ']) await run(process.env['TZ']);
else {
  const half = Math.ceil(count / 2);
  const sums = await Promise.all([
    elsewhere('Pacific/Kiritimati', half, first),
    elsewhere('America/St_Johns', count - half, first + half),
  ]);
  const wrong = sums.reduce((sum, each) => sum + each.wrong, 0);
  if (wrong > 0) process.exitCode = 1;
  writeProofResult({
    proof: 'events',
    command: `npm run proof:events -- ${first}`,
    seed: first,
    summary: `${count} schedules of what goes wrong while logs are followed, ${wrong} of them with something lost unmarked, doubled or altered.`,
    rows: sums.map(({ zone, schedules, requests, held, loaded, marked, wrong: faults }) => ({
      'time zone': zone,
      schedules,
      requests,
      'entries held': held,
      loaded,
      'missing and marked': marked,
      'schedules with faults': faults,
    })),
  });
}

/** Plays `share` schedules in a child process with another time zone. */
async function elsewhere(zone: string, share: number, seed: number): Promise<Sum> {
  const script = fileURLToPath(import.meta.url);
  const child = fork(script, [String(share), String(seed)], {
    env: { ...process.env, TZ: zone },
  });
  let sum: Sum | undefined;
  child.on('message', (told) => {
    sum = told as Sum;
  });
  await once(child, 'disconnect');
  if (!sum) throw new Error(`the half in ${zone} ended before it was through`);
  return sum;
}

async function run(zone: string): Promise<void> {
  const thread = new WorkerThread();
  const start = performance.now();
  const sum: Sum = {
    zone,
    schedules: count,
    requests: 0,
    held: 0,
    loaded: 0,
    marked: 0,
    wrong: 0,
  };
  for (let seed = first; seed < first + count; seed += 1) {
    const schedule = scheduleOf(seed);
    // Every fourth schedule runs without a worker thread, as on a system that has none.
    const played = await play(schedule, seed % 4 === 3 ? undefined : thread);
    const { faults, held, loaded, marked } = judge(schedule, played);
    sum.held += held;
    sum.loaded += loaded;
    sum.marked += marked;
    sum.requests += played.platform.served.requests.length;
    await played.close();
    if (faults.length === 0) continue;
    sum.wrong += 1;
    process.exitCode = 1;
    console.error(
      `seed ${seed}: ${faults.length} faults, such as\n  ${faults.slice(0, 3).join('\n  ')}`,
    );
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(
    `${zone}: ${count} schedules from seed ${first}, ${sum.requests} requests, ${seconds} s; ` +
      `${sum.held} entries held, ${sum.loaded} loaded, ${sum.marked} missing and marked; ` +
      `${sum.wrong} schedules with faults`,
  );
  if (thread.failure !== null) throw new Error(`the thread fell: ${thread.failure}`);
  thread.end();
  process.send?.(sum);
  process.disconnect?.();
}
