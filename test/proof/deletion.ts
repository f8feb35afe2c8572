/**
 * Plays a random operator, a changing list and a failing service against the deletion dialog, and checks that every DELETE was
 * confirmed: `node test/proof/deletion.ts [count] [first seed]`. Prints the seeds. Exit code 1 on the first violation.
 */
import { numberArgument } from '../support/number-argument.ts';
import { writeProofResult } from '../support/proof-result.ts';
import { loadPlay } from './load-play.ts';

const { playDeletion } =
  await loadPlay<typeof import('../support/deletion-play.ts')>('deletion-play');
const count = numberArgument(1, 200_000);
const first = numberArgument(2, Date.now() % 2 ** 31);
console.log(`${count} plays, seeds from ${first}`);

const start = performance.now();
const totals = { opened: 0, confirmed: 0, sent: 0 };
const outcomes: Record<string, number> = {};
for (let seed = first; seed < first + count; seed += 1) {
  const play = await playDeletion(seed);
  if (play.violations.length > 0) {
    console.error(`seed ${seed}: ${play.violations.join('; ')}`);
    process.exit(1);
  }
  totals.opened += play.opened;
  totals.confirmed += play.confirmed;
  totals.sent += play.sent;
  for (const [outcome, times] of Object.entries(play.outcomes)) {
    outcomes[outcome] = (outcomes[outcome] ?? 0) + times;
  }
  if ((seed - first + 1) % 20_000 === 0) console.log(`${seed - first + 1} played`);
}
const seconds = ((performance.now() - start) / 1000).toFixed(0);
console.log(
  `0 violations; dialogs opened ${totals.opened}, confirmed ${totals.confirmed}, DELETEs ${totals.sent}, ${JSON.stringify(outcomes)}; ${seconds} s`,
);
writeProofResult({
  proof: 'deletion',
  command: `node test/proof/deletion.ts ${count} ${first}`,
  seed: first,
  rows: [
    {
      plays: count,
      ...totals,
      violations: 0,
      outcomes: Object.entries(outcomes)
        .map(([outcome, times]) => `${outcome} ${times}`)
        .join(', '),
    },
  ],
});
