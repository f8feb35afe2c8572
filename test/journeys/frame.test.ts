import { describe, expect, it } from 'vitest';
import { keyName } from '../../src/commands/key-name.ts';
import { liveKeys } from '../../src/commands/table.ts';
import { type ConsoleUnderTest, consoleUnderTest, KEYS } from '../support/console.ts';

/** The keys that show a pane each, from the command table. */
const paneKeys = ({ console }: ConsoleUnderTest): readonly string[] =>
  console
    .table()
    .filter(({ id }) => id.startsWith('show.'))
    .flatMap(({ keys }) => keys.slice(0, 1));

const SIZES = [
  [60, 15],
  [80, 24],
  [120, 30],
  [200, 50],
] as const;

describe.each(SIZES)('at %ix%i', (columns, rows) => {
  it('every place fills the screen: badges first, keys of the table last', async () => {
    const test = await consoleUnderTest({
      columns,
      rows,
      workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 4) }),
    });
    const places = [
      ...paneKeys(test).map((key) => [KEYS.escape, key]),
      [KEYS.escape, '1', KEYS.enter],
      ['d'],
      ['?'],
      [KEYS.escape, KEYS.ctrlP],
      [KEYS.escape, '@'],
      [KEYS.escape, '/'],
    ];
    for (const keys of places) {
      await test.press(...keys);
      const lines = await test.screen();
      const place = `${keys.join(' ')}\n${lines.join('\n')}`;
      expect(lines, place).toHaveLength(rows);
      expect(lines[0], place).toMatch(/^ warren {2}DEMO +.*● connected {2}UTC$/);
      expect(lines[2], place).toMatch(/^── \S.*(?:──|…)$/);
      expect([...(lines[2] ?? '')].length, place).toBe(columns);

      const table = test.console.table();
      const wanted = table
        .filter((command) => command.footer && liveKeys(table, command).length > 0)
        .map((command) => `${keyName(liveKeys(table, command)[0] ?? '')} ${command.footer}`);
      const shown = (lines.at(-1) ?? '').trim().split(/ {3}/).filter(Boolean);
      expect(shown, place).toEqual(wanted.slice(0, shown.length));
      expect(shown.length, place).toBeGreaterThan(0);
    }
  });
});

it('at 200 columns every key that asks for a place in the footer has one', async () => {
  const test = await consoleUnderTest({ columns: 200, rows: 24, pane: 'dns' });
  const shown = (await test.screen()).at(-1) ?? '';
  for (const command of test.console.table()) {
    if (command.footer) expect(shown).toContain(` ${command.footer}`);
  }
});
