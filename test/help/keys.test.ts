import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { TypedCommand } from '../../src/shell/keys/command-line.ts';
import { keyName } from '../../src/text/key-names.ts';
import { width } from '../../src/text/width.ts';
import { consoleUnderTest } from '../support/console.ts';
import { type KeySection, keySectionsOf } from '../support/key-sections.ts';

/** The columns of a name in the palette at 80x24. */
const WHOLE = 44;

const TOPIC = new URL('../../src/help/keys.md', import.meta.url);

const inTable = (text: string) => text.replaceAll('|', '\\|');

/** The topic: every command that has a key, by where it is in force, and the typed commands. */
function keysTopic(
  sections: readonly KeySection[],
  typedCommands: readonly TypedCommand[],
): string {
  const lines = [
    '# Keys',
    '',
    'Keys can be changed in the configuration: `warren help configuration`.',
    '',
  ];
  for (const { title, commands } of sections) {
    const rows = commands
      .filter(({ keys }) => keys.length > 0)
      .map(({ keys, label }) => {
        const names = keys.map((key) => `\`${inTable(keyName(key))}\``).join(' ');
        // A backtick cannot stand in a span of single ones.
        return `| ${names.replace('```', '`` ` ``')} | ${label} |`;
      });
    if (rows.length === 0) continue;
    lines.push(`## ${title}`, '', '| Key | What it does |', '|---|---|', ...new Set(rows), '');
  }
  lines.push('## Typed after `:`', '', '| Word | What it does |', '|---|---|');
  for (const { usage, help } of typedCommands) lines.push(`| \`${inTable(usage)}\` | ${help} |`);
  return [...lines, ''].join('\n');
}

it('the keys topic matches the key table; UPDATE_KEYS=1 writes it', async () => {
  const running = await consoleUnderTest();
  const { layers, state, typedCommands } = running.console;
  const sections = keySectionsOf(layers, state());
  const fresh = keysTopic(sections, typedCommands());
  if (process.env.UPDATE_KEYS === '1') writeFileSync(TOPIC, fresh);
  else expect(readFileSync(TOPIC, 'utf8')).toBe(fresh);
  const said = [
    ...sections.flatMap(({ commands }) => commands.map(({ label }) => label)),
    ...typedCommands().map(({ help }) => help),
  ];
  expect(
    said.filter((text) => width(text) > WHOLE),
    'what the palette cuts at 80x24',
  ).toEqual([]);
});
