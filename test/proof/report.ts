/**
 * Generates `test/proof/README.md` from `test/proof/results/*.json`: `node test/proof/report.ts`. With `--check` it writes
 * nothing and exits with 1 if the file is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reportText } from '../support/proof-report.ts';
import { readProofResults } from '../support/proof-result.ts';

const path = join(import.meta.dirname, 'README.md');
const text = reportText(readProofResults());
if (!process.argv.includes('--check')) writeFileSync(path, text);
else if (readFileSync(path, 'utf8') !== text) {
  console.error('test/proof/README.md is not what the results say: npm run proof:report');
  process.exitCode = 1;
}
