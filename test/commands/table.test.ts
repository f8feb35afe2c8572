import { expect, it } from 'vitest';
import type { Command } from '../../src/commands/command.ts';
import { commandFor, commandTable, liveKeys, whileTyping } from '../../src/commands/table.ts';
import { words } from '../../src/text/printable.ts';

const command = (id: string, keys: readonly string[], danger?: true): Command => ({
  id,
  keys,
  label: words`Do it`,
  group: 'Everywhere',
  ...(danger && { danger }),
  run() {},
});

const near = command('near', ['d', 'enter']);
const far = command('far', ['d', 'x']);
const deadly = command('deadly', ['K'], true);

it('a key belongs to the nearest command that claims it', () => {
  const table = commandTable([[near], [far]], { readOnly: false });
  expect(table.map(({ id }) => id)).toEqual(['near', 'far']);
  expect(commandFor(table, 'd')?.id).toBe('near');
  expect(commandFor(table, 'x')?.id).toBe('far');
  expect(commandFor(table, 'y')).toBeUndefined();
});

it('the live keys of a command are those that no nearer one has taken', () => {
  const table = commandTable([[near], [far]], { readOnly: false });
  expect(liveKeys(table, near)).toEqual(['d', 'enter']);
  expect(liveKeys(table, far)).toEqual(['x']);
});

it('read-only leaves out what changes production, and nothing else', () => {
  const layers = [[near], [far, deadly]];
  expect(commandTable(layers, { readOnly: false })).toContain(deadly);
  expect(commandTable(layers, { readOnly: true })).toEqual([near, far]);
});

const typedOver = (id: string, ...keys: string[]) => ({
  id,
  keys,
  label: words`Do it`,
  group: 'Lists' as const,
  run() {},
});

it('only keys that are neither text nor edit the line stay in force', () => {
  const kept = whileTyping([
    typedOver('down', 'j', 'down'),
    typedOver('mark', 'space'),
    typedOver('half-up', 'ctrl-u'),
    typedOver('word', 'ctrl-w'),
    typedOver('half-down', 'ctrl-d'),
    typedOver('go', 'enter'),
  ]);
  expect(kept.map(({ id, keys }) => [id, ...keys])).toEqual([
    ['down', 'down'],
    ['half-down', 'ctrl-d'],
    ['go', 'enter'],
  ]);
});
