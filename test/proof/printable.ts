/**
 * Passes hostile strings to `printable` and checks the results: `node test/proof/printable.ts [count] [seed]`. Prints seed and
 * speed. Exit code 1 on the first leak.
 */
import { printable } from '../../src/text/printable.ts';
import { hostileStrings } from '../support/hostile.ts';
import { leaks } from '../support/leaks.ts';
import { numberArgument } from '../support/number-argument.ts';
import { writeProofResult } from '../support/proof-result.ts';

const count = numberArgument(1, 10_000_000);
const seed = numberArgument(2, Date.now() % 2 ** 32);
console.log(`${count} hostile strings, seed ${seed}`);

const BATCH = 10_000;
const strings = hostileStrings(seed);
let spent = 0;
let changed = 0;
for (let done = 0; done < count; done += BATCH) {
  const batch = Array.from({ length: Math.min(BATCH, count - done) }, () => strings.next().value);
  const start = performance.now();
  const shown = batch.map(printable);
  spent += performance.now() - start;
  for (const [i, text] of batch.entries()) {
    const result = printable(text);
    if (result !== text) changed++;
    const found = leaks(result);
    if (printable(result) !== result) found.push('not idempotent');
    if (found.length === 0 && shown[i] === result) continue;
    console.error(`${found.join(', ')}: ${JSON.stringify(text)} became ${JSON.stringify(result)}`);
    process.exit(1);
  }
}
const perSecond = Math.round((count / spent) * 1000).toLocaleString('en');
console.log(
  `0 leaks; ${changed} changed; printable alone ${(spent / 1000).toFixed(1)} s, ${perSecond} a second`,
);
writeProofResult({
  proof: 'printable',
  command: `node test/proof/printable.ts ${count} ${seed}`,
  seed,
  rows: [{ 'hostile strings': count, changed, leaks: 0 }],
});
