import { expect, it } from 'vitest';
import { tabCommands } from '../../src/commands/tab-commands.ts';
import { commandFor } from '../../src/commands/table.ts';
import { words } from '../../src/text/printable.ts';

function tabs(ids: readonly string[], first: string | null) {
  let current = first;
  const commands = tabCommands({
    group: 'DNS scan',
    what: words`zones`,
    ids: () => ids,
    current: () => current,
    show: (id) => {
      current = id;
    },
  });
  return {
    commands,
    press: (key: string) => void commandFor(commands, key)?.run(),
    current: () => current,
  };
}

it('the brackets step round through all of them', () => {
  const { press, current } = tabs(['a', 'b', 'c'], 'a');
  press(']');
  expect(current()).toBe('b');
  press('[');
  press('[');
  expect(current()).toBe('c');
  press(']');
  expect(current()).toBe('a');
});

it('from nowhere the first step leads to an end', () => {
  const { press, current } = tabs(['a', 'b'], null);
  press(']');
  expect(current()).toBe('a');
});

it('with nothing to go to they say so', () => {
  const { commands } = tabs(['a'], 'a');
  expect(commands.map((each) => each.unavailable?.())).toEqual([
    'There are no other zones in the workspace.',
    'There are no other zones in the workspace.',
  ]);
});
