import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { inQuotes, shellWord } from '../../src/edges/shell-word.ts';

it('a word survives a shell, and is unchanged if it needs no quotes', () => {
  const texts = ['', "it's", "''", '$HOME', '`id`', '~/a', '~', 'a b', '*', '!x', 'a\\b', 'a\nb'];
  const read = (word: string) =>
    execFileSync('sh', ['-c', `printf '%s' ${word}`], { encoding: 'utf8' });
  for (const text of texts)
    expect([read(shellWord(text)), read(inQuotes(text))]).toEqual([text, text]);
  expect(shellWord('/home/ada/config.yaml.copy~')).toBe('/home/ada/config.yaml.copy~');
});
