/**
 * Sends hostile texts through everything that leaves the program: every command in every format, exports, and the
 * real program in a real pseudo-terminal: `node test/proof/hostile.ts [count] [seed]`. Exit code 1 when
 * anything came out that should not.
 */
import { hostileRun } from '../support/hostile-run.ts';
import { hostileSinks } from '../support/hostile-sinks.ts';
import { writeProofResult } from '../support/proof-result.ts';

const count = Number(process.argv[2] ?? 1_000_000);
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 31);
const program = new URL('../../dist/warren.cjs', import.meta.url).pathname;
console.log(`${count} hostile texts, seed ${seed}`);

const start = performance.now();
const seconds = () => `${((performance.now() - start) / 1000).toFixed(1)} s`;
const { outputs, texts, faults } = await hostileSinks(seed, count);
console.log(`${texts} written in ${outputs} outputs, ${faults.length} faults; ${seconds()}`);
for (const fault of faults.slice(0, 20)) console.error(JSON.stringify(fault));
const { drawn, bytes, copied, foreign } = await hostileRun(program, seed, count);
console.log(
  `${drawn} drawn, ${copied} copied, ${bytes} bytes written, ${foreign.length} foreign; ${seconds()}`,
);
writeProofResult({
  proof: 'hostile',
  command: `npm run proof:hostile -- ${count} ${seed}`,
  seed,
  rows: [
    { sink: 'commands, exports', texts, outputs, faults: faults.length },
    { sink: 'screen', texts: drawn, outputs: 1, faults: foreign.length },
    {
      sink: 'clipboard',
      texts: copied,
      outputs: copied,
      faults: foreign.filter((each) => each.startsWith('on the clipboard')).length,
    },
  ],
});
for (const sequence of foreign.slice(0, 20)) console.error(JSON.stringify(sequence));
process.exit(foreign.length + faults.length > 0 ? 1 : 0);
