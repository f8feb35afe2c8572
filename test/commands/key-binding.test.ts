import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/commands/command.ts';
import { type KeyBinding, keyConflicts, withBindings } from '../../src/commands/key-binding.ts';
import { words } from '../../src/text/printable.ts';

const command = (id: string, keys: readonly string[], more: Partial<Command> = {}): Command => ({
  id,
  keys,
  label: words`Do it`,
  group: 'Everywhere',
  run() {},
  ...more,
});

const these = (id: string, ...keys: readonly string[]): KeyBinding => ({
  id,
  kind: 'these',
  keys,
  line: 1,
});
const without = (id: string, ...keys: readonly string[]): KeyBinding => ({
  id,
  kind: 'without',
  keys,
  line: 1,
});

const LAYER = [
  command('down', ['j', 'down']),
  command('next', ['n']),
  command('send', ['U'], { danger: true }),
  command('confirm', ['ctrl-y'], { group: 'Dialogs' }),
  command('interrupt', ['ctrl-c']),
];

const keys = (...bindings: readonly KeyBinding[]) =>
  Object.fromEntries(withBindings(LAYER, bindings).map((each) => [each.id, each.keys]));

describe('configured keys', () => {
  it('replace the keys of a command', () => {
    expect(keys(these('down', 'ctrl-n', 'j'))).toMatchObject({
      down: ['ctrl-n', 'j'],
      next: ['n'],
    });
    expect(keys(these('down'))).toMatchObject({ down: [] });
  });

  it('can be removed from a command, some or all', () => {
    expect(keys(without('down', 'j'))).toMatchObject({ down: ['down'] });
    expect(keys(without('down'))).toMatchObject({ down: [] });
    expect(keys(these('down', 'a', 'b'), without('down', 'a'))).toMatchObject({ down: ['b'] });
  });

  it('take precedence over default keys of the same layer', () => {
    expect(keys(these('next', 'j'))).toMatchObject({ down: ['down'], next: ['j'] });
    expect(keys(these('next', 'j'), these('down', 'j'))).toMatchObject({
      down: ['j'],
      next: ['j'],
    });
  });

  it('leave other commands unchanged', () => {
    expect(withBindings(LAYER, [these('else', 'z')])).toEqual(LAYER);
    expect(withBindings(LAYER, [these('down', 'z')])[1]).toBe(LAYER[1]);
  });

  it.each(['enter', 'space', 'ctrl-y', 'ctrl-d', 'ctrl-k', 'd', 'x'])(
    'are never %s for what changes production',
    (key) => {
      expect(keys(these('send', 'S', key))).toMatchObject({ send: ['U'] });
    },
  );

  it('are allowed for dangerous commands', () => {
    expect(keys(these('send', 'S'))).toMatchObject({ send: ['S'] });
  });

  it('cannot be Ctrl-C, and cannot be set for commands that cancel or confirm', () => {
    expect(keys(these('down', 'ctrl-c'))).toMatchObject({ down: ['j', 'down'] });
    expect(keys(these('confirm', 'enter'), without('interrupt'))).toMatchObject({
      confirm: ['ctrl-y'],
      interrupt: ['ctrl-c'],
    });
  });
});

describe('a conflict', () => {
  const near = [command('near', ['d', 'enter']), command('beside', ['b'])];
  const far = [command('far', ['d', 'x']), command('further', ['y'])];
  const conflicts = (...bindings: readonly KeyBinding[]) =>
    keyConflicts([near, far], bindings).map(
      ({ key, wins, loses }) => `${key}: ${wins.id} before ${loses.id}`,
    );

  it('is not reported for default keys', () => {
    expect(conflicts()).toEqual([]);
    expect(conflicts(these('near', 'q'))).toEqual([]);
  });

  it('is reported when a configured key hides another command', () => {
    expect(conflicts(these('near', 'x', 'y'))).toEqual([
      'x: near before far',
      'y: near before further',
    ]);
    expect(conflicts(these('beside', 'd'))).toEqual([
      'd: beside before near',
      'd: beside before far',
    ]);
  });

  it('is reported when a configured key is hidden by another command', () => {
    expect(conflicts(these('further', 'enter'))).toEqual(['enter: near before further']);
  });

  it('is reported when two commands are configured with the same key', () => {
    expect(conflicts(these('near', 'z'), these('further', 'z'))).toEqual([
      'z: near before further',
    ]);
  });

  it('is resolved by removing the key from one of the two', () => {
    expect(conflicts(these('near', 'x'), without('far', 'x'))).toEqual([]);
  });

  it('names the command that has the key', () => {
    for (const bindings of [
      [these('beside', 'd')],
      [these('further', 'x', 'd')],
      [these('near', 'y'), these('beside', 'y')],
    ]) {
      const table = [near, far].flatMap((layer) => withBindings(layer, bindings));
      for (const { key, wins } of keyConflicts([near, far], bindings)) {
        expect(table.find((each) => each.keys.includes(key))?.id).toBe(wins.id);
      }
    }
  });
});
