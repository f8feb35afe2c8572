/**
 * Runs commands and consoles with a canary key, and searches files, output and child processes for it: `node
 * test/proof/canary.ts [seed]`. Prints the seed and the amounts searched. Exit code 1 if the key is found.
 */
import { runCanary } from '../support/canary-run.ts';
import { numberArgument } from '../support/number-argument.ts';
import { writeProofResult } from '../support/proof-result.ts';

const seed = numberArgument(1, Date.now() % 2 ** 32);
console.log(`seed ${seed}`);
const { commands, consoles, requests, processes, reports, bytes, files, found } = await runCanary({
  isLong: true,
  seed,
});
console.log(
  `${commands} commands, ${consoles} consoles, ${requests} requests, ${processes} looks at what they started, ${reports} report, ${files} files, ${bytes} bytes`,
);
for (const each of found) console.error(each);
console.log(`The key was found ${found.length} times.`);
writeProofResult({
  proof: 'canary',
  command: `npm run proof:canary -- ${seed}`,
  seed,
  rows: [{ commands, consoles, requests, processes, reports, files, bytes, found: found.length }],
});
process.exit(found.length === 0 ? 0 : 1);
