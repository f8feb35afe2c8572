/**
 * Draws hostile texts through the real program in a real pseudo-terminal:
 * `node test/proof/hostile-panes.ts [count] [seed]`. Exit code 1 when anything foreign came out.
 */
import { hostileRun } from '../support/hostile-run.ts';

const count = Number(process.argv[2] ?? 1_000_000);
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 31);
const program = new URL('../../dist/warren.cjs', import.meta.url).pathname;
console.log(`${count} hostile texts, seed ${seed}`);

const start = performance.now();
const { drawn, bytes, foreign } = await hostileRun(program, seed, count);
const seconds = (performance.now() - start) / 1000;
console.log(
  `${drawn} drawn, ${bytes} bytes written, ${foreign.length} foreign; ${seconds.toFixed(1)} s`,
);
for (const sequence of foreign.slice(0, 20)) console.error(JSON.stringify(sequence));
process.exit(foreign.length > 0 ? 1 : 0);
