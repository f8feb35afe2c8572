import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { KeySection } from '../src/shell/keys/command-layers.ts';
import type { LineWord } from '../src/shell/keys/command-line.ts';
import { keyName } from '../src/state/key-names.ts';
import { consoleUnderTest } from './support/console.ts';

const README = new URL('../README.md', import.meta.url);
const SECTION = /(<!-- keys -->\n)[^]*?(<!-- \/keys -->)/;

const inTable = (text: string) => text.replaceAll('|', '\\|');

/** The key section: every command that has a key, by where it is in force, and the words for `:`. */
function keySection(sections: readonly KeySection[], lineWords: readonly LineWord[]): string {
  const lines = ['## The keys', ''];
  for (const { title, commands } of sections) {
    const rows = commands
      .filter(({ keys }) => keys.length > 0)
      .map(({ keys, label }) => {
        const names = keys.map((key) => `\`${inTable(keyName(key))}\``).join(' ');
        // A backtick cannot stand in a span of single ones.
        return `| ${names.replace('```', '`` ` ``')} | ${label} |`;
      });
    if (rows.length === 0) continue;
    lines.push(`**${title}**`, '', '| Key | What it does |', '|---|---|', ...new Set(rows), '');
  }
  lines.push('**Typed after `:`**', '', '| Word | What it does |', '|---|---|');
  for (const { usage, help } of lineWords) lines.push(`| \`${inTable(usage)}\` | ${help} |`);
  return [...lines, ''].join('\n');
}

it('the README lists the keys and words that there are; UPDATE_README=1 writes them', async () => {
  const running = await consoleUnderTest();
  const readme = readFileSync(README, 'utf8');
  const { keySections, lineWords } = running.console;
  const fresh = readme.replace(SECTION, `$1${keySection(keySections(), lineWords())}$2`);
  if (process.env.UPDATE_README === '1') writeFileSync(README, fresh);
  else expect(readme).toBe(fresh);
});
