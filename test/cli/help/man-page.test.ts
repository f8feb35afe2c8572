import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { manPage } from '../../../src/cli/help/man-page.ts';
import { commandNames, specOf } from '../../../src/cli/table/commands.ts';
import { OUTPUT_OPTIONS } from '../../../src/cli/table/spec.ts';
import { HELP_TOPICS } from '../../../src/help/topics.ts';

const page = await manPage('1.2.3');
const hasGroff = spawnSync('groff', ['--version']).status === 0;

describe('the manual page', () => {
  it('has every command with its options and examples, and no accidental roff requests', () => {
    for (const name of commandNames) {
      const [, section = ''] = page.split(`.SS warren ${name.replaceAll('-', '\\-')}\n`);
      for (const option of specOf(name).options) {
        expect(section.split('.fi')[0]).toContain(`\\-\\-${option.name.replaceAll('-', '\\-')}`);
      }
      expect(section).toContain('examples\n');
    }
    const requests = [...page.matchAll(/^([.'].*)$/gm)].map(([line]) => line);
    for (const line of requests) expect(line).toMatch(/^\.(TH|SH|SS|nf|fi)\b/);
  });

  it.skipIf(!hasGroff)('is accepted by groff without a warning, and examples can be copied', () => {
    const { stdout, stderr } = spawnSync('groff', ['-man', '-ww', '-Tutf8', '-K', 'utf8'], {
      input: page,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(stdout).toContain('--enforce-authorization');
    expect(stdout).toContain("--where 'status:Blocked country:BG'");
  });
});

describe('the output topic', async () => {
  const topic = await HELP_TOPICS.output.load();

  it('describes every format', () => {
    const formats = [...topic.matchAll(/^\| (\w+) \|/gm)].map(([, format]) => format);
    expect(formats).toEqual(['Format', ...OUTPUT_OPTIONS[0].choices]);
  });

  it('describes the document of every command that has formats', () => {
    const described = [...topic.matchAll(/^- ([^:]+):/gm)].flatMap(([, names = '']) =>
      names.replaceAll('`', '').split(', '),
    );
    const withFormats = commandNames.filter((name) =>
      specOf(name).options.some((option) => option.name === 'output'),
    );
    expect(described.sort()).toEqual([...withFormats].sort());
  });
});
