/**
 * Sends changes to a service with random socket behaviour, while timeouts expire and operators cancel, and checks that none is
 * sent twice: `node test/proof/changes.ts [count] [first seed]`. Prints the seeds. Exit code 1 on any violation.
 */
import { playChange } from '../support/change-schedule.ts';
import { numberArgument } from '../support/number-argument.ts';
import { writeProofResult } from '../support/proof-result.ts';

const count = numberArgument(1, 10_000);
const first = numberArgument(2, Date.now() % 2 ** 31);
/** Concurrent schedules. Most of their time is waiting. */
const WORKERS = 24;

console.log(`${count} schedules, seeds from ${first}`);
const outcomes: Record<string, number> = {};
let [seen, violations, next] = [0, 0, first];
async function work(): Promise<void> {
  for (let seed = next++; seed < first + count; seed = next++) {
    const play = await playChange(seed);
    seen += play.seen;
    outcomes[play.outcome] = (outcomes[play.outcome] ?? 0) + 1;
    violations += play.violations.length;
    for (const violation of play.violations) console.error(`seed ${seed}: ${violation}`);
  }
}
await Promise.all(Array.from({ length: WORKERS }, work));
console.log(
  `${seen} of ${count} changes were seen, ${violations} violations; ${JSON.stringify(outcomes)}`,
);
writeProofResult({
  proof: 'changes',
  command: `npm run proof:changes -- ${count} ${first}`,
  seed: first,
  rows: [
    {
      schedules: count,
      seen,
      violations,
      outcomes: Object.entries(outcomes)
        .map(([kind, times]) => `${kind} ${times}`)
        .join(', '),
    },
  ],
});
process.exit(violations === 0 ? 0 : 1);
