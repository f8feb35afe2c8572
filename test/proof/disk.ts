/**
 * Tests every file that the console writes on a disk that is full, read-only, slow or removed. The built program runs in a
 * pseudo-terminal with its files on a separate file system: `node test/proof/disk.ts [word of a cell]`. Needs root. Exit code
 * 1 if the console ends, blocks, leaves a partial file, or does not catch up.
 */
import { startPlatform } from '../bench/platform.ts';
import { type DiskCell, playDisk, TROUBLES, WRITTEN } from '../support/disk-cells.ts';
import { writeProofResult } from '../support/proof-result.ts';

const only = process.argv[2] ?? '';
const platform = await startPlatform({
  events: { perDay: 5000 },
  pageSize: 200,
  clock: { kind: 'shifted', shift: 0 },
});
const cells: DiskCell[] = [];
for (const written of WRITTEN) {
  for (const trouble of TROUBLES) {
    if (written.only !== undefined && written.only !== trouble.name) continue;
    if (!`${written.name}, ${trouble.name}`.includes(only)) continue;
    const cell = await playDisk(platform, written, trouble);
    if (!cell) continue;
    cells.push(cell);
    const { told, key, faults } = cell;
    console.log(
      `${faults.length === 0 ? 'ok  ' : 'BAD '} ${written.name.padEnd(14)} ${trouble.name.padEnd(28)} ${Math.round(key)} ms  ${told}`,
    );
    for (const fault of faults) console.log(fault);
  }
}
await platform.close();
if (cells.length === 0) console.log('No disk can be had here: that takes root and loop devices.');
const bad = cells.filter(({ faults }) => faults.length > 0);
if (only === '' && cells.length > 0) {
  writeProofResult({
    proof: 'disk',
    command: 'npm run proof:disk',
    seed: null,
    summary: `${cells.length} cells, ${bad.length} not as promised.`,
    rows: cells.map(({ written, trouble, told, key, faults }) => ({
      file: written,
      disk: trouble,
      'what is said': told,
      'a key meanwhile, ms': Math.round(key),
      'not as promised': faults.map((fault) => fault.split('\n')[0]).join('; '),
    })),
  });
}
process.exit(bad.length === 0 ? 0 : 1);
