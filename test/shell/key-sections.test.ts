import { expect, it } from 'vitest';
import type { Command } from '../../src/commands/command.ts';
import type { Pane } from '../../src/panes/pane.ts';
import { keySectionsOf } from '../../src/shell/key-sections.ts';
import { printable, words } from '../../src/text/printable.ts';
import { consoleStore } from '../support/console-store.ts';

const command = (id: string, group: Command['group']): Command => ({
  id,
  keys: ['x'],
  label: printable(id),
  group,
  run() {},
});

it('every place has the commands that are its own, and lists share theirs', () => {
  const down = command('list.down', 'Lists');
  const pane: Pane = {
    id: 'apps',
    digit: '1',
    title: words`Apps`,
    commands: [command('enter', 'Apps'), down],
    parts: [{ title: words`inside`, commands: [command('out', 'Apps'), down] }],
    typing: [command('enter', 'Apps'), command('take', 'Apps')],
    heading: () => ({ left: [], right: [] }),
    badges: () => [],
    view: () => null,
    shown() {},
    hidden() {},
    refresh() {},
    wayBack: () => undefined,
  };
  const overlay = {
    id: 'ledger',
    title: () => words`Calls · last 3`,
    commands: [command('copy', 'Dialogs'), down],
    view: () => null,
    opened() {},
    closed() {},
  };
  const sections = keySectionsOf(
    {
      panes: [pane],
      overlays: [overlay],
      prompt: [command('accept', 'Typing')],
      global: [command('quit', 'Everywhere')],
    },
    consoleStore().getState(),
  );
  expect(sections.map(({ title, commands }) => [title, commands.map(({ id }) => id)])).toEqual([
    ['Apps', ['enter']],
    ['Apps: inside', ['out']],
    ['Apps: while typing', ['take']],
    ['Calls', ['copy']],
    ['Lists', ['list.down']],
    ['Typing', ['accept']],
    ['Everywhere', ['quit']],
  ]);
});
