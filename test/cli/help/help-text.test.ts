import { describe, expect, it } from 'vitest';
import { helpText } from '../../../src/cli/help/help-text.ts';
import { commandNames } from '../../../src/cli/table/commands.ts';

describe('help', () => {
  it('lists every command', () => {
    for (const name of commandNames) expect(helpText([])).toContain(`  ${name}`);
  });

  it.each(commandNames)('of %s has its usage, two examples and the exit codes', (name) => {
    const text = helpText(name.split(' '));
    expect(text).toContain(`usage: warren ${name}`);
    expect(text.match(/^ {2}.*warren .*\n {6}[A-Z].*\.$/gm)?.length).toBeGreaterThanOrEqual(2);
    expect(text).toContain('7    sent, and the outcome is unknown');
  });

  it('of a group lists its commands', () => {
    expect(helpText(['dns'])).toBe(
      'usage: warren dns COMMAND [options]\n\ncommands\n  dns scan ZONE [options]  the latest record scan of a DNS zone\n',
    );
  });

  it('of what there is not is the general one', () => {
    expect(helpText(['nothing'])).toBe(helpText([]));
  });

  it('fits a hundred columns, but for the examples', () => {
    const texts = [[], ...commandNames.map((name) => name.split(' '))].map(helpText);
    const wide = texts
      .flatMap((text) => text.replace(/\nexamples\n[\s\S]*?(?=\nexit codes)/, '').split('\n'))
      .filter((line) => line.length > 100);
    expect(wide).toEqual([]);
  });
});
