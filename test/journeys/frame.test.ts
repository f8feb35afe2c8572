import { describe, expect, it } from 'vitest';
import { liveKeys } from '../../src/commands/table.ts';
import { footerOf } from '../../src/shell/frame/footer.ts';
import { keyName } from '../../src/text/key-names.ts';
import { type ConsoleUnderTest, consoleUnderTest, KEYS } from '../support/console.ts';

/** The keys that show panes, from the command table. */
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
  it('every place fills the screen, with badges first and keys of the table last', async () => {
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
        .map((command) => ({ does: footerOf(command), key: liveKeys(table, command)[0] }))
        .filter(({ does, key }) => does !== undefined && key !== undefined)
        .map(({ does, key = '' }) => `${keyName(key)} ${does}`);
      const shown = (lines.at(-1) ?? '').trim().split(/ {3}/).filter(Boolean);
      // In the order of the table. Help and the way out are always there.
      expect(shown, place).toEqual(wanted.filter((each) => shown.includes(each)));
      const always = wanted.filter((each) => /^(?:Esc|q|\?) /.test(each));
      expect(shown, place).toEqual(expect.arrayContaining(always));
      expect(always.length, place).toBeGreaterThan(0);
    }
  });
});

it('at 200 columns the footer has all its keys', async () => {
  const test = await consoleUnderTest({ columns: 200, rows: 24, pane: 'dns' });
  const shown = (await test.screen()).at(-1) ?? '';
  for (const command of test.console.table()) {
    expect(shown).toContain(` ${footerOf(command) ?? ''}`);
  }
});

it('names quitting only at the root, and going back wherever it is possible', async () => {
  const test = await consoleUnderTest({ columns: 200, rows: 24 });
  const keys = async () => (await test.screen()).at(-1);
  expect(await keys()).toMatch(/ {3}q quit$/);
  expect(await keys()).not.toContain('Esc');
  await test.press(KEYS.enter);
  expect(await keys()).toMatch(/ {3}Esc back$/);
  await test.press('q');
  expect(await keys()).toMatch(/ {3}q quit$/);
  await test.press('f');
  await test.press('!', KEYS.escape);
  expect(await test.ending()).toBeUndefined();
  await test.press('q');
  expect(await keys()).toMatch(/ {3}q quit$/);
  await test.press('q');
  expect(await test.ending()).toEqual({ kind: 'quit' });
});
