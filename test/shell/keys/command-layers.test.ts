import { describe, expect, it } from 'vitest';
import type { Command, CommandGroup } from '../../../src/commands/command.ts';
import { commandFor } from '../../../src/commands/table.ts';
import type { Pane } from '../../../src/panes/pane.ts';
import { type CommandLayers, tableFor } from '../../../src/shell/keys/command-layers.ts';
import type { Overlay } from '../../../src/shell/overlay.tsx';
import type { ConsoleState } from '../../../src/state/console-state.ts';
import { printable, words } from '../../../src/text/printable.ts';
import { consoleStore } from '../../support/console-store.ts';
import { keySectionsOf } from '../../support/key-sections.ts';

const command = (id: string, keys: readonly string[], more: Partial<Command> = {}): Command => ({
  id,
  keys,
  label: words`Do it`,
  group: 'Everywhere',
  run() {},
  ...more,
});

const pane: Pane = {
  id: 'apps',
  digit: '1',
  title: words`Apps`,
  commands: [command('pane.open', ['enter', 'o']), command('pane.delete', ['K'], { danger: true })],
  typing: [command('pane.move', ['down'])],
  heading: () => ({ left: [], right: [] }),
  badges: () => [],
  view: () => null,
  shown() {},
  hidden() {},
  refresh() {},
  wayBack: () => undefined,
};

const overlay: Overlay = {
  id: 'ledger',
  title: () => words`Calls`,
  commands: [command('ledger.open', ['enter'])],
  view: () => null,
  opened() {},
  closed() {},
};

const dialog: Overlay = {
  ...overlay,
  id: 'dialog',
  commands: [command('dialog.send', ['ctrl-y'])],
  handleInput() {},
};

const withForm: Pane = {
  ...pane,
  id: 'scripts',
  form: {
    title: words`a form`,
    isOpen: () => true,
    commands: [command('form.send', ['ctrl-y'])],
    handleInput() {},
  },
};

const layers: CommandLayers = {
  panes: [pane, withForm],
  overlays: [overlay, dialog],
  prompt: [command('prompt.accept', ['enter'])],
  replay: [],
  rebind: (commands) => commands,
  global: [
    command('help', ['?', 'f1']),
    command('palette', ['ctrl-p']),
    command('pane.next', ['tab']),
    command('redraw', ['ctrl-l']),
    command('suspend', ['ctrl-z', 'Z']),
    command('quit', ['q']),
  ],
};

const prompt = (id: string): ConsoleState['prompt'] => ({
  id,
  label: words`/`,
  value: '',
  changed() {},
  accepted() {},
  cancelled() {},
});

/** The command that each key runs in a state. */
function keys(change: Partial<ConsoleState>, ...pressed: readonly string[]) {
  const store = consoleStore();
  store.setState({ pane: 'apps', ...change });
  const table = tableFor(store.getState(), layers);
  return pressed.map((key) => commandFor(table, key)?.id);
}

describe('the commands in force', () => {
  it('are those of the pane, then the global ones', () => {
    expect(keys({}, 'enter', 'K', 'q', 'down')).toEqual([
      'pane.open',
      'pane.delete',
      'quit',
      undefined,
    ]);
  });

  it('exclude those that change production in read-only mode', () => {
    const { profile } = consoleStore().getState();
    expect(keys({ profile: { ...profile, readOnly: true } }, 'K', 'o')).toEqual([
      undefined,
      'pane.open',
    ]);
  });

  it('are those of the overlay, then the global ones, without those of the covered pane', () => {
    expect(keys({ overlays: ['ledger'] }, 'enter', 'o', 'q')).toEqual([
      'ledger.open',
      undefined,
      'quit',
    ]);
  });

  it('are those of the prompt while text is typed, and letters are text', () => {
    expect(keys({ prompt: prompt('filter') }, 'enter', 'q', '?', 'tab', 'down')).toEqual([
      'prompt.accept',
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('include help and search while text is typed, by keys that are not text', () => {
    expect(keys({ prompt: prompt('filter') }, 'f1', 'ctrl-p')).toEqual(['help', 'palette']);
    expect(keys({ prompt: prompt('x'), overlays: ['ledger'] }, 'f1')).toEqual([undefined]);
  });

  it('include those of the pane in its own prompt', () => {
    expect(keys({ prompt: prompt('apps') }, 'down')).toEqual(['pane.move']);
    expect(keys({ prompt: prompt('ledger'), overlays: ['ledger'] }, 'enter')).toEqual([
      'ledger.open',
    ]);
  });

  it('exclude those of a menu below a prompt: Enter accepts the typed text', () => {
    expect(keys({ prompt: prompt('command'), overlays: ['ledger'] }, 'enter')).toEqual([
      'prompt.accept',
    ]);
  });

  it('are only those of a dialog or an open form, and help if it may cover it', () => {
    expect(keys({ overlays: ['ledger', 'dialog'] }, 'enter', 'q', 'f1')).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(keys({ pane: 'scripts' }, 'enter', 'q', 'f1')).toEqual([undefined, undefined, 'help']);
    expect(keys({ overlays: ['dialog'] }, 'ctrl-y')).toEqual(['dialog.send']);
    expect(keys({ pane: 'scripts' }, 'ctrl-y')).toEqual(['form.send']);
  });

  it.each<[string, Partial<ConsoleState>]>([
    ['a pane', {}],
    ['a list over it', { overlays: ['ledger'] }],
    ['a dialog', { overlays: ['dialog'] }],
    ['a form', { pane: 'scripts' }],
    ['a line', { prompt: prompt('filter') }],
    ['a line over a list', { prompt: prompt('ledger'), overlays: ['ledger'] }],
  ])('suspend and redraw from %s, by keys that are no text', (_, change) => {
    expect(keys(change, 'ctrl-z', 'ctrl-l')).toEqual(['suspend', 'redraw']);
    const isTyped = change.prompt || change.pane || change.overlays?.includes('dialog');
    expect(keys(change, 'Z')).toEqual([isTyped ? undefined : 'suspend']);
  });
});

const inGroup = (id: string, group?: CommandGroup): Command => ({
  id,
  keys: ['x'],
  label: printable(id),
  ...(group && { group }),
  run() {},
});

it('every place has its own commands, and lists share theirs', () => {
  const down = inGroup('list.down', 'Lists');
  const apps: Pane = {
    ...pane,
    commands: [inGroup('enter'), down],
    parts: [{ title: words`inside`, commands: [inGroup('out'), down] }],
    typing: [inGroup('enter'), inGroup('take')],
  };
  const calls: Overlay = {
    ...overlay,
    title: () => words`Calls · last 3`,
    commands: [inGroup('copy', 'Dialogs'), down],
  };
  const sections = keySectionsOf(
    {
      panes: [apps],
      overlays: [calls],
      prompt: [inGroup('accept', 'Typing')],
      replay: [],
      global: [inGroup('quit', 'Everywhere')],
    },
    consoleStore().getState(),
  );
  expect(sections.map(({ title, commands }) => [title, commands.map(({ id }) => id)])).toEqual([
    ['Apps', ['enter']],
    ['Apps: inside', ['out']],
    ['Apps: while typing', ['take']],
    ['Calls', ['copy']],
    ['Lists', ['list.down']],
    ['Replay', []],
    ['Typing', ['accept']],
    ['Everywhere', ['quit']],
  ]);
});
