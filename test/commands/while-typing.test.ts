import { expect, it } from 'vitest';
import { whileTyping } from '../../src/commands/while-typing.ts';
import { words } from '../../src/text/printable.ts';

const command = (id: string, ...keys: string[]) => ({
  id,
  keys,
  label: words`Do it`,
  group: 'Lists' as const,
  run() {},
});

it('only keys that are neither text nor edit the line stay in force', () => {
  const kept = whileTyping([
    command('down', 'j', 'down'),
    command('mark', 'space'),
    command('half-up', 'ctrl-u'),
    command('word', 'ctrl-w'),
    command('half-down', 'ctrl-d'),
    command('go', 'enter'),
  ]);
  expect(kept.map(({ id, keys }) => [id, ...keys])).toEqual([
    ['down', 'down'],
    ['half-down', 'ctrl-d'],
    ['go', 'enter'],
  ]);
});
