import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reportText } from './proof-report.ts';
import { readProofResults } from './proof-result.ts';

it('the README of the proofs is up to date (npm run proof:report)', () => {
  const path = join(import.meta.dirname, '../proof/README.md');
  expect(readFileSync(path, 'utf8')).toBe(reportText(readProofResults()));
});

it('shows a result as a table with the command that reproduces it', () => {
  const rows = [{ reader: 'a|b', cases: 3 }];
  const text = reportText([{ proof: 'fuzz', command: 'npm run proof:fuzz -- 3 7', seed: 7, rows }]);
  expect(text).toContain(
    '## fuzz\n\n`npm run proof:fuzz -- 3 7`, seed 7\n\n| reader | cases |\n| --- | --- |\n| a\\|b | 3 |\n',
  );
});
