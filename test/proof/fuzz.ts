/**
 * Feeds corrupted texts to every parser of untrusted text: `node test/proof/fuzz.ts [count] [seed]`. Texts that one fails on
 * are saved to `test/proof/corpus` and become part of the tests. Exit code 1 if there is any.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { numberArgument } from '../support/number-argument.ts';
import { writeProofResult } from '../support/proof-result.ts';
import { loadPlay } from './load-play.ts';

const { FUZZ_READERS, fuzz } = await loadPlay<typeof import('../support/fuzz.ts')>('fuzz');

const count = numberArgument(1, 10_000_000);
const seed = numberArgument(2, Date.now() % 2 ** 31);
const folder = join(import.meta.dirname, 'corpus');

const rows = Object.entries(FUZZ_READERS).map(([reader, { share }]) => {
  const cases = Math.round((count * share) / 100);
  const start = performance.now();
  const failures = fuzz(reader, cases, seed);
  const seconds = (performance.now() - start) / 1000;
  for (const { text, why } of failures) {
    mkdirSync(folder, { recursive: true });
    const name = createHash('sha256').update(text).digest('hex').slice(0, 12);
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify({ reader, text }, null, 2)}\n`);
    console.error(`${reader}, ${name}: ${why.slice(0, 500)}`);
  }
  console.log(`${reader}: ${cases} cases in ${seconds.toFixed(1)} s, ${failures.length} failures`);
  return { reader, cases, failures: failures.length };
});
const cases = rows.reduce((sum, each) => sum + each.cases, 0);
const failures = rows.reduce((sum, each) => sum + each.failures, 0);
rows.push({ reader: 'all', cases, failures });
const command = `npm run proof:fuzz -- ${count} ${seed}`;
writeProofResult({ proof: 'fuzz', command, seed, rows });
console.log(`${cases} cases from seed ${seed}, ${failures} failures`);
process.exitCode = failures === 0 ? 0 : 1;
