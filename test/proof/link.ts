/**
 * Plays random schedules in which the service answers, answers late, refuses, goes away and returns, clocks are set and keys
 * are pressed, and compares badge, title and requests with what happened: `node test/proof/link.ts [count] [first seed]
 * [steps]`. Exit code 1 if the screen states anything untrue or a request violates the backoff.
 */
import { numberArgument } from '../support/number-argument.ts';
import { writeProofResult } from '../support/proof-result.ts';
import { loadPlay } from './load-play.ts';

const { playLink } = await loadPlay<typeof import('../support/link-schedule.ts')>('link-schedule');

const count = numberArgument(1, 2000);
const first = numberArgument(2, Date.now() % 2 ** 31);
const steps = numberArgument(3, 200);

const start = performance.now();
const sum = { requests: 0, looks: 0, wrong: 0 };
for (let seed = first; seed < first + count; seed += 1) {
  const { requests, looks, faults } = await playLink(seed, steps);
  sum.requests += requests;
  sum.looks += looks;
  if (faults.length === 0) continue;
  sum.wrong += 1;
  process.exitCode = 1;
  console.error(
    `seed ${seed}: ${faults.length} faults, such as\n  ${faults.slice(0, 3).join('\n  ')}`,
  );
}
const seconds = ((performance.now() - start) / 1000).toFixed(1);
console.log(
  `${count} schedules of ${steps} steps from seed ${first}, ${sum.requests} requests, ${sum.looks} looks, ${seconds} s; ` +
    `${sum.wrong} schedules with faults`,
);
writeProofResult({
  proof: 'link',
  command: `npm run proof:link -- ${count} ${first} ${steps}`,
  seed: first,
  rows: [
    {
      schedules: count,
      'steps each': steps,
      requests: sum.requests,
      'looks at badge, title and ledger': sum.looks,
      'schedules with faults': sum.wrong,
    },
  ],
});
