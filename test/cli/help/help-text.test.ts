import { describe, expect, it } from 'vitest';
import { helpText } from '../../../src/cli/help/help-text.ts';
import { manPage } from '../../../src/cli/help/man-page.ts';
import { commandNames } from '../../../src/cli/table/commands.ts';
import { operations } from '../../../src/contract/operations/index.ts';
import { helpTopicNames } from '../../../src/help/topics.ts';
import { dialectChoices, dialectFrom } from '../../../src/platform/wire/dialect.ts';
import { leaks } from '../../support/leaks.ts';
import { prompt } from '../prompt.ts';

/** More than help ever fills. */
const WIDE = 200;

describe('help', () => {
  it('lists every command and every topic', async () => {
    const text = await helpText([], WIDE);
    for (const name of [...commandNames, ...helpTopicNames]) expect(text).toContain(`  ${name}`);
  });

  it('names the commands whose failures are printed without what the service said', async () => {
    const [, sentence = ''] =
      /all that the service said(.*)$/s.exec((await helpText([], WIDE)) ?? '') ?? [];
    const secret = Object.values(operations).filter((operation) => operation.secret);
    expect(secret).not.toEqual([]);
    for (const { id } of secret)
      expect(sentence.replaceAll(/\s+/g, ' ')).toContain(id.replace('-', ' '));
  });

  it.each(commandNames)('of %s has its usage, two examples and the exit codes', async (name) => {
    const text = await helpText(name.split(' '), WIDE);
    expect(text).toContain(`usage: warren ${name}`);
    expect(text?.match(/^ {2}.*warren .*\n {6}[A-Z].*\.$/gm)?.length).toBeGreaterThanOrEqual(2);
    expect(text).toContain('7      sent, and the outcome is unknown');
  });

  it.each(['', ...commandNames])('of “%s” is as wide as a terminal of 80 columns', async (name) => {
    const words = name === '' ? [] : name.split(' ');
    const lines = (await helpText(words, 80))?.split('\n') ?? [];
    // What can be typed stands in one line, to be copied.
    const examples = /^ {2}.*warren /;
    expect(lines.filter((line) => line.length > 80 && !examples.test(line))).toEqual([]);
    expect(lines.length).toBeGreaterThan(3);
  });

  it('for a group lists its commands', async () => {
    expect(await helpText(['dns'], WIDE)).toBe(
      'usage: warren dns COMMAND [options]\n\ncommands\n  dns scan ZONE [options]  show the latest record scan of a DNS zone\n',
    );
  });

  it('for an unknown topic exits with code 2 and a suggestion', async () => {
    expect(await prompt(['help', 'configration'])).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'warren: There is no help topic or command "configration". Did you mean configuration?\nwarren help lists all commands and topics.\n',
    });
    expect((await prompt(['help', 'confg'])).stderr).toContain('Did you mean config?');
    expect((await prompt(['help', 'a8f3b2c1'])).stderr).toContain('of that name.\n');
  });

  it.each(helpTopicNames)('about %s is plain text as wide as the terminal', async (name) => {
    const { code, stdout } = await prompt(['help', name], { columns: 60 });
    expect(code).toBe(0);
    expect(stdout.split('\n')[0]).toMatch(/^[A-Z]/);
    expect(leaks(stdout.replaceAll('\n', ' '))).toEqual([]);
    const tooWide = stdout.split('\n').filter((line) => line.length > 60 && !/^ {6}/.test(line));
    expect(tooWide).toEqual([]);
  });

  it('D20: for platform lists every dialect with its values, all of them accepted', async () => {
    const text = (await helpText(['platform'], WIDE)) ?? '';
    const plain = (await manPage('1')).replaceAll('\\-', '-');
    for (const { id, values } of dialectChoices) {
      const [, listed = ''] = new RegExp(`^  ${id} +(.*)$`, 'm').exec(text) ?? [];
      expect(listed.split(', ')).toEqual(expect.arrayContaining([...values]));
      expect(plain).toMatch(new RegExp(`^  ${id} .*\\b${values[0]}`, 'm'));
    }
    const named = [...`${text}${plain}`.matchAll(/--dialect ([a-z][\w-]*=\S+)/g)];
    expect(named.length).toBeGreaterThan(1);
    for (const [, setting = ''] of named)
      expect(dialectFrom([setting])).toEqual(expect.any(Object));
  });

  it('says for each command what a pipe gets', async () => {
    const first = async (name: string) =>
      /--output FORMAT +(.*)/.exec((await helpText([name], WIDE)) ?? '')?.[1];
    expect(await first('events')).toBe(
      'table, wide, json, yaml, ndjson, csv; on a terminal table, else ndjson',
    );
    expect(await first('search')).toBe(
      'table, wide, json, yaml, ndjson, csv; on a terminal table, else json',
    );
  });

  it('fits into a hundred columns, except for the examples', async () => {
    const names = ['', ...commandNames, ...helpTopicNames];
    const texts = await Promise.all(
      names.map(async (name) => (await helpText(name === '' ? [] : name.split(' '), WIDE)) ?? ''),
    );
    const wide = texts
      .flatMap((text) => text.replace(/\nexamples\n[\s\S]*?(?=\nexit codes)/, '').split('\n'))
      .filter((line) => line.length > 100 && !line.startsWith('      '));
    expect(wide).toEqual([]);
  });
});
