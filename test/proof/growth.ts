/**
 * Measures how the time of every function that takes untrusted text grows with its length, from 1 KB to 1 MB: `node
 * test/proof/growth.ts`. Prints the worst text for each function and its times. Exit code 1 if one is not linear.
 */
import { powerOf, timesOf } from '../support/growth.ts';
import { GROWTH_TEXTS, GROWTH_WORK } from '../support/growth-work.ts';
import { writeProofResult } from '../support/proof-result.ts';

const SIZES = [1, 10, 100, 1000].map((kilobytes) => kilobytes * 1024);
/** Between linear and quadratic. Garbage collection raises the exponent of some linear functions to 1.2. */
const MOST = 1.4;

const rows = [];
for (const [name, work] of Object.entries(GROWTH_WORK)) {
  let worst = { power: -1, text: '', times: [] as readonly number[] };
  for (const [text, make] of Object.entries(GROWTH_TEXTS)) {
    const times = await timesOf(work, make, SIZES);
    const power = powerOf(times, SIZES);
    if (power > worst.power) worst = { power, text, times };
  }
  const ms = worst.times.map((time) => time.toFixed(time < 10 ? 3 : 0));
  console.log(
    `${name.padEnd(36)} ${worst.power.toFixed(2)}  ${worst.text.padEnd(22)} ${ms.join(' ')}`,
  );
  rows.push({
    function: name,
    'worst text': worst.text,
    '1 KB, ms': ms[0] ?? '',
    '10 KB, ms': ms[1] ?? '',
    '100 KB, ms': ms[2] ?? '',
    '1 MB, ms': ms[3] ?? '',
    'power of growth': worst.power.toFixed(2),
  });
}
writeProofResult({ proof: 'growth', command: 'npm run proof:growth', seed: null, rows });
const over = rows.filter((row) => Number(row['power of growth']) > MOST);
console.log(
  `${rows.length} functions x ${Object.keys(GROWTH_TEXTS).length} texts; ${over.length} grow faster than linearly.`,
);
process.exit(over.length === 0 ? 0 : 1);
