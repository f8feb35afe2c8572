/**
 * Tests every pane with clocks that misbehave: sleep, suspension, steps, a skewed service, a leap second, midnight and summer
 * time, in time zones with odd offsets: `node test/proof/clocks.ts [--again]`. Cells that an earlier run has finished are
 * skipped without `--again`. Exit code 1 if a cell fails.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeProofResult } from '../support/proof-result.ts';

interface Played {
  readonly cell: string;
  readonly event: string;
  readonly zone: string;
  readonly faults: readonly string[];
}

/** Offsets of whole, half and quarter hours, of more than twelve hours, and a summer time of half an hour. */
const ZONES = [
  'UTC',
  'Europe/London',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
];

const journal = join(tmpdir(), 'warren-clocks.ndjson');
if (process.argv.includes('--again')) rmSync(journal, { force: true });
for (const zone of ZONES) {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.config.ts'];
  spawnSync(
    process.execPath,
    [...vitest, '--maxWorkers=1', '--reporter=dot', 'test/journeys/clock-matrix.test.ts'],
    { stdio: 'inherit', env: { ...process.env, TZ: zone, CLOCKS_JOURNAL: journal } },
  );
}

const lines = existsSync(journal) ? readFileSync(journal, 'utf8').split('\n') : [];
/** The latest result of each cell. */
const cells = new Map(
  lines
    .filter((line) => line !== '')
    .map((line): Played => JSON.parse(line))
    .map((played) => [played.cell, played]),
);
const all = [...cells.values()];
const wrong = all.filter(({ faults }) => faults.length > 0);
writeProofResult({
  proof: 'clocks',
  command: 'npm run proof:clocks',
  seed: null,
  summary: `${all.length} cells, ${wrong.length} not as promised; in ${ZONES.join(', ')}.`,
  rows: [...new Set(all.map(({ event }) => event))].map((event) => {
    const own = all.filter((each) => each.event === event);
    return {
      'what clocks do': event,
      cells: own.length,
      'as promised': own.filter(({ faults }) => faults.length === 0).length,
    };
  }),
});
for (const { cell, faults } of wrong) console.error(`${cell}: ${faults.join('; ').slice(0, 300)}`);
console.log(`${all.length} cells, ${wrong.length} not as promised`);
process.exit(wrong.length === 0 && all.length > 0 ? 0 : 1);
