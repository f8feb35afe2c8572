/**
 * Sends one scripted sequence of keys, pastes and terminal replies in many random chunkings and compares the events: `node
 * test/proof/chunkings.ts [count] [first seed]`. Exit code 1 on the first difference.
 */
import { isDeepStrictEqual } from 'node:util';
import { playScript, SCRIPTED } from '../support/key-script.ts';
import { numberArgument } from '../support/number-argument.ts';
import { writeProofResult } from '../support/proof-result.ts';

const count = numberArgument(1, 100_000);
const first = numberArgument(2, Date.now() % 2 ** 31);
console.log(`${count} chunkings, seeds from ${first}`);

const start = performance.now();
for (let seed = first; seed < first + count; seed++) {
  const events = playScript(seed);
  if (isDeepStrictEqual(events, SCRIPTED)) continue;
  console.error(`seed ${seed}: ${JSON.stringify(events)}`);
  process.exit(1);
}
const seconds = (performance.now() - start) / 1000;
console.log(`all read the same ${SCRIPTED.length} events; ${seconds.toFixed(1)} s`);
writeProofResult({
  proof: 'chunkings',
  command: `node test/proof/chunkings.ts ${count} ${first}`,
  seed: first,
  rows: [{ chunkings: count, 'events of each': SCRIPTED.length, 'read otherwise': 0 }],
});
