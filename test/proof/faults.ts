/**
 * Plays the fault matrix: every fault of the embedded platform x every pane x first load, steady, in the middle of
 * pages, while a change is sent, and x every command: `node test/proof/faults.ts [seed] [--again]`. Cells that a run
 * before has finished with the same seed are not played again unless told. Exit code 1 when a cell is not as promised,
 * or a key takes 100 ms.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ELSEWHERE, FAULT_CASES } from '../support/fault-cells.ts';
import { writeProofResult } from '../support/proof-result.ts';

interface Played {
  readonly cell: string;
  readonly f: string;
  readonly faults: readonly string[];
  /** Milliseconds of processor time from a key to its picture. */
  readonly keys: readonly number[];
}

const seed = Number(process.argv[2] ?? 20_260_314);
const journal = join(tmpdir(), `warren-faults-${seed}.ndjson`);
if (process.argv.includes('--again')) rmSync(journal, { force: true });

spawnSync(
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

const read = existsSync(journal) ? readFileSync(journal, 'utf8').split('\n') : [];
/** The last that was played of each. */
const cells = new Map(
  read
    .filter((line) => line !== '')
    .map((line): Played => JSON.parse(line))
    .map((played) => [played.cell, played]),
);

/** The value that so many of a hundred do not exceed, whole milliseconds. */
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
process.exit(wrong.length === 0 && cells.size > 0 && slowest < 100 ? 0 : 1);
