import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROOFS, writeProofResult } from './proof-result.ts';
import { temporaryDirectory } from './temporary-directory.ts';

it('a proof replaces its own section of the README, as a table with the command that reproduces it', () => {
  const file = join(temporaryDirectory(), 'README.md');
  writeFileSync(file, '# Proofs\n\n## fuzz\n\nold\n\n## growth\n\nfast\n');
  const rows = [{ reader: 'a|b', cases: 3 }];
  writeProofResult({ proof: 'fuzz', command: 'npm run proof:fuzz -- 3 7', seed: 7, rows }, file);
  writeProofResult({ proof: 'canary', command: 'c', seed: null, summary: 'No.', rows }, file);
  const table = '| reader | cases |\n| --- | --- |\n| a\\|b | 3 |';
  expect(readFileSync(file, 'utf8')).toBe(
    `# Proofs\n\n## canary\n\n\`c\`\n\nNo.\n\n${table}\n\n## fuzz\n\n\`npm run proof:fuzz -- 3 7\`, seed 7\n\n${table}\n\n## growth\n\nfast\n`,
  );
});

it('the README lists every proof, and has the result of no other', () => {
  const { scripts }: { scripts: object } = JSON.parse(readFileSync('package.json', 'utf8'));
  const proofs = Object.keys(scripts).flatMap((name) => /^proof:(.+)/.exec(name)?.[1] ?? []);
  const text = readFileSync(PROOFS, 'utf8');
  const listed = [...text.matchAll(/^\| `npm run proof:([\w-]+)` \|/gm)].map(([, name]) => name);
  expect(listed.sort()).toEqual(proofs.sort());
  const sections = [...text.matchAll(/^## (.+)$/gm)].map(([, name]) => name);
  expect(sections.filter((name) => !listed.includes(name))).toEqual([]);
});
