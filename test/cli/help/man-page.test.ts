import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { DOCUMENTS, FORMATS, manPage } from '../../../src/cli/help/man-page.ts';
import { commandNames, specOf } from '../../../src/cli/table/commands.ts';
import { OUTPUT_OPTIONS } from '../../../src/cli/table/spec.ts';

const page = manPage('1.2.3');
const hasGroff = spawnSync('groff', ['--version']).status === 0;

describe('the manual page', () => {
  it('has every command, and no accidental roff requests', () => {
    for (const name of commandNames) {
      expect(page).toContain(`.SS warren ${name.replaceAll('-', '\\-')}`);
    }
    const requests = [...page.matchAll(/^([.'].*)$/gm)].map(([line]) => line);
    for (const line of requests) expect(line).toMatch(/^\.(TH|SH|SS|B|I|br|TP|PP|RS|RE|nf|fi)\b/);
  });

  it.skipIf(!hasGroff)('is accepted by groff without a warning', () => {
    const { stdout, stderr } = spawnSync('groff', ['-man', '-ww', '-Tutf8', '-K', 'utf8'], {
      input: page,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(stdout).toContain('--enforce-authorization');
  });
});

it('every format is described', () => {
  expect(Object.keys(FORMATS)).toEqual(OUTPUT_OPTIONS[0].choices);
});

it('the document of every command that has formats is described', () => {
  const described = Object.keys(DOCUMENTS)
    .flatMap((names) => names.split(', '))
    .sort();
  const withFormats = commandNames.filter((name) =>
    specOf(name).options.some((option) => option.name === 'output'),
  );
  expect(described).toEqual([...withFormats].sort());
});
