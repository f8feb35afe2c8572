import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Command } from '../src/commands/command.ts';
import { keyName } from '../src/commands/key-name.ts';
import { consoleUnderTest } from './support/console.ts';

const README = new URL('../README.md', import.meta.url);
const SECTION = /(<!-- keys -->\n)[^]*?(<!-- \/keys -->)/;

/** The key section: every command that has a key, by where it is in force. */
function keySection(commands: readonly Command[]): string {
  const groups = Map.groupBy(
    new Map(
      commands
        .filter(({ keys }) => keys.length > 0)
        .map((each) => [`${each.group} ${each.label}`, each]),
    ).values(),
    ({ group }) => group,
  );
  const lines = ['## The keys', ''];
  for (const [group, found] of groups) {
    lines.push(`**${group}**`, '', '| Key | What it does |', '|---|---|');
    for (const { keys, label } of found) {
      const names = keys.map((key) => `\`${keyName(key).replace('|', '\\|')}\``).join(' ');
      // A backtick cannot stand in a span of single ones.
      lines.push(`| ${names.replace('```', '`` ` ``')} | ${label} |`);
    }
    lines.push('');
  }
  return lines.join('\n');
}

it('the README lists the keys that there are; UPDATE_README=1 writes them', async () => {
  const running = await consoleUnderTest();
  const readme = readFileSync(README, 'utf8');
  const fresh = readme.replace(SECTION, `$1${keySection(running.console.everyCommand())}$2`);
  if (process.env.UPDATE_README === '1') writeFileSync(README, fresh);
  else expect(readme).toBe(fresh);
});
