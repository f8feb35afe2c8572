/**
 * Plays the fault matrix: every fault of the embedded platform x every pane x first load, steady state, between pages and
 * during a change, and x every command: `node test/proof/faults.ts [seed] [--again]`. Without `--again`, cells that passed in
 * an earlier run of the same program and seed are skipped. Exit code 1 if a cell fails or times out, or a key takes 100 ms.
 */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { ELSEWHERE, FAULT_CASES, journalPath, playedCells } from '../support/fault-cells.ts';
import { numberArgument } from '../support/number-argument.ts';
import { writeProofResult } from '../support/proof-result.ts';

const seed = numberArgument(1, 20_260_314);
const journal = journalPath(seed);
if (process.argv.includes('--again')) rmSync(journal, { force: true });

const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'test/vitest.config.ts',
    '--maxWorkers=2',
    '--reporter=dot',
    'test/journeys/fault-matrix.test.ts',
    'test/proof/faults.test.ts',
  ],
  {
    stdio: 'inherit',
    env: { ...process.env, FAULTS_JOURNAL: journal, FAULTS_SEED: String(seed) },
  },
);

const cells = playedCells(journal);

/** The percentile of `values`, rounded to milliseconds. */
function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.ceil(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}

const numbers = Array.from({ length: 48 }, (_, at) => `F${String(at + 1).padStart(2, '0')}`);
const rows = numbers.map((f) => {
  const own = [...cells.values()].filter((each) => each.f === f);
  const bad = own.filter(({ faults }) => faults.length > 0).length;
  const keys = own.flatMap((each) => each.keys);
  const names = FAULT_CASES.filter((each) => each.f === f).map(({ name }) => name);
  return {
    fault: f,
    'brought about by': names.length > 0 ? names.join(', ') : (ELSEWHERE[f] ?? 'nothing'),
    cells: own.length,
    'as promised': own.length - bad,
    'keys p50, ms of processor time': own.length > 0 ? percentile(keys, 0.5) : '–',
    'keys p99, ms of processor time': own.length > 0 ? percentile(keys, 0.99) : '–',
  };
});
const slowest = percentile(
  [...cells.values()].flatMap(({ keys }) => keys),
  0.99,
);
writeProofResult({ proof: 'faults', command: `npm run proof:faults -- ${seed}`, seed, rows });
const wrong = [...cells.values()].filter(({ faults }) => faults.length > 0);
for (const { cell, faults } of wrong) console.error(`${cell}: ${faults[0]?.slice(0, 300)}`);
console.log(
  `${cells.size} cells from seed ${seed}, ${wrong.length} not as promised; keys p99 ${slowest} ms`,
);
if (status !== 0) console.error(`The tests ended with ${status}: what failed of them is above.`);
process.exit(status === 0 && wrong.length === 0 && cells.size > 0 && slowest < 100 ? 0 : 1);
