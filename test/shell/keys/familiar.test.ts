import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { consoleUnderTest, KEYS } from '../../support/console.ts';
import { keySectionsOf } from '../../support/key-sections.ts';

const SOURCE = new URL('../../../src/shell/keys/familiar.ts', import.meta.url);

it('names existing commands', async () => {
  const { console } = await consoleUnderTest();
  const there = new Set(
    keySectionsOf(console.layers, console.state()).flatMap(({ commands }) =>
      commands.map(({ id }) => id),
    ),
  );
  const named = [...readFileSync(SOURCE, 'utf8').matchAll(/'([a-z]+[.][a-z-]+)'/g)].map(
    ([, id]) => id ?? '',
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((id) => !there.has(id))).toEqual([]);
});

it.each([
  ['l', ' l has no command here. 2: Show Events.'],
  ['n', ' n has no command here. /: Filter the list.'],
  ['S', ' S has no command here. Shift-→: Sort by the next column.'],
  ['\u000b', ' Ctrl-K has no command here. :delete asks before it deletes an application.'],
  ['z', ' z has no command here. There is no undo. :changes lists what was sent.'],
  ['$', ' $ has no command here. ? shows the keys.'],
  ['\u0019', ' Ctrl-Y has no command here. ? shows the keys.'],
  ['\u0013', ' Ctrl-S has no command here. It works in Events and DNS scan.'],
])(
  'a key of another program is answered with the key that does the same here: %j',
  async (key, sentence) => {
    const test = await consoleUnderTest();
    await test.press(key);
    expect(await test.text()).toContain(sentence);
  },
);

it.each([
  ['sort name', ' There is no command “sort”. Shift-→: Sort by the next column.'],
  ['refresh', ' There is no command “refresh”. r: Refresh.'],
  ['undo', ' There is no command “undo”. There is no undo. :changes lists what was sent.'],
  ['filter-out bot', ' There is no command “filter-out”. /: Filter the list.'],
  ['del', ' There is no command “del”. Did you mean delete?'],
  ['10', ' There is no command “10”. Rows have no numbers here.'],
  ['1', ' There is no command “1”. g: Go to the first row.'],
  ['$', ' There is no command “$”. G: Go to the last row.'],
  // Common words of labels, which do not identify a command.
  ['the', ' There is no command “the”. Did you mean theme?'],
  ['row', ' There is no command “row”. Ctrl-P finds what there is.'],
  ['goto 10', ' Lines have no numbers here. :goto takes a time: 07:15, or 10m ago.'],
])(
  'a word of another program is answered with what does the same here: :%s',
  async (line, sentence) => {
    const test = await consoleUnderTest();
    await test.press(':', line, KEYS.enter);
    expect(await test.text()).toContain(sentence);
  },
);

it('no message suggests : if no key opens the command line', async () => {
  const test = await consoleUnderTest({
    keys: [{ id: 'command', kind: 'without', keys: [], line: 1 }],
  });
  await test.press('z');
  expect(await test.text()).not.toContain(':changes');
});

it.each([['\u000b'], [':', 'rm x', KEYS.enter]])(
  'a read-only console names no command that deletes, which it does not have: %j',
  async (...keys) => {
    const test = await consoleUnderTest({ readOnly: true });
    await test.press(...keys);
    expect(await test.text()).toContain('Read-only: nothing can be deleted here.');
    expect(await test.text()).not.toContain(':delete');
  },
);
