import { describe, expect, it } from 'vitest';
import {
  type ListHandle,
  listCommands,
  zoneTabCommands,
} from '../../src/commands/list-commands.ts';
import { commandFor } from '../../src/commands/table.ts';
import { EMPTY_LIST, type ListState } from '../../src/state/list.ts';
import { words } from '../../src/text/printable.ts';

const IDS = Array.from({ length: 30 }, (_, at) => `row ${at}`);

function list(parts: Partial<ListHandle> = {}) {
  let state: ListState = EMPTY_LIST;
  const commands = listCommands({
    get: () => state,
    set: (next) => {
      state = next;
    },
    ids: () => IDS,
    height: () => 10,
    sortable: () => ['name', 'size'],
    ...parts,
  });
  const press = (...keys: string[]) => {
    for (const key of keys) void commandFor(commands, key)?.run();
    return state;
  };
  return { commands, press, state: () => state };
}

describe('movement', () => {
  it.each([
    [['j'], 'row 1'],
    [['down', 'down', 'up'], 'row 1'],
    [['G'], 'row 29'],
    [['end', 'home'], 'row 0'],
    [['ctrl-d'], 'row 5'],
    [['ctrl-d', 'ctrl-d', 'ctrl-u'], 'row 5'],
    [['ctrl-f'], 'row 9'],
    [['pagedown', 'pagedown', 'pageup'], 'row 9'],
    [['k'], 'row 0'],
  ])('%j leads to %s', (keys, row) => {
    expect(list().press(...keys).cursor).toBe(row);
  });

  it('moves by at least one row, however small the list is', () => {
    expect(list({ height: () => 1 }).press('ctrl-f', 'ctrl-d').cursor).toBe('row 2');
  });
});

describe('sorting', () => {
  it('cycles through the columns in both directions, ending with the list’s own order', () => {
    const { press } = list();
    expect(press('O').sort).toEqual({ column: 'name', descending: false });
    expect(press('shift-right').sort?.column).toBe('size');
    expect(press('O').sort).toBeNull();
    expect(press('O').sort?.column).toBe('name');
    expect(press('shift-left').sort).toBeNull();
    expect(press('shift-left').sort?.column).toBe('size');
  });

  it('cycles only through the columns if the list has no order of its own', () => {
    const { press } = list({ isAlwaysSorted: true });
    expect(press('shift-left').sort?.column).toBe('size');
    expect(press('O').sort?.column).toBe('name');
    expect(press('shift-left').sort?.column).toBe('size');
  });

  it('starts with the last column when going left', () => {
    expect(list().press('shift-left').sort?.column).toBe('size');
  });

  it('can be reversed, and stays so for the next column', () => {
    expect(list().press('O', 'I').sort).toEqual({ column: 'name', descending: true });
    expect(list().press('O', 'I', 'O').sort).toEqual({ column: 'size', descending: true });
  });

  it('explains why it is unavailable', () => {
    const reasons = (keys: readonly string[], commands = list().commands) =>
      keys.map((key) => commandFor(commands, key)?.unavailable?.());
    expect(reasons(['O', 'I'])).toEqual([undefined, 'Choose a column to sort by first: O.']);
    expect(reasons(['O'], list({ sortable: () => [] }).commands)).toEqual([
      'This list cannot be sorted.',
    ]);
  });
});

describe('an optional feature of a list', () => {
  it('has no key if it is missing', () => {
    const { commands } = list();
    expect(commandFor(commands, '/')).toBeUndefined();
    expect(commandFor(commands, 'space')).toBeUndefined();
  });

  it('marks a row and moves to the next', () => {
    const state = list({ marks: true }).press('space', 'space');
    expect([...state.marks]).toEqual(['row 0', 'row 1']);
    expect(state.cursor).toBe('row 2');
  });

  it('opens its filter', () => {
    let opened = 0;
    list({ filter: () => void opened++ }).press('/');
    expect(opened).toBe(1);
  });
});

describe('the cursor position', () => {
  const placeOf = (parts: Partial<ListHandle>, ...keys: string[]) => {
    const { commands, press } = list(parts);
    press(...keys);
    return commands.find(({ place }) => place)?.place?.();
  };

  it('counts the visible rows', () => {
    expect(placeOf({}, 'j', 'j')).toBe('3/30');
    expect(placeOf({ ids: () => Array.from({ length: 8412 }, (_, at) => `${at}`) }, 'G')).toBe(
      '8,412/8,412',
    );
  });

  it('is empty without rows, and marks a row that is gone', () => {
    expect(placeOf({ ids: () => [] })).toBeUndefined();
    const ids = ['a', 'b', 'c'];
    const { commands, press } = list({ ids: () => ids });
    press('j');
    ids.splice(1, 1);
    expect(commands.find(({ place }) => place)?.place?.()).toBe('–/2');
  });

  it('includes the list’s own description', () => {
    expect(placeOf({ describes: (place) => words`${place} loaded` })).toBe('1/30 loaded');
  });
});

function tabs(ids: readonly string[], first: string | null) {
  let current = first;
  const commands = zoneTabCommands({
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

it('brackets step through all tabs and wrap around', () => {
  const { press, current } = tabs(['a', 'b', 'c'], 'a');
  press(']');
  expect(current()).toBe('b');
  press('[');
  press('[');
  expect(current()).toBe('c');
  press(']');
  expect(current()).toBe('a');
});

it('without a current tab, the first step goes to an end', () => {
  const { press, current } = tabs(['a', 'b'], null);
  press(']');
  expect(current()).toBe('a');
});

it('explain that there are no other tabs', () => {
  const { commands } = tabs(['a'], 'a');
  expect(commands.map((each) => each.unavailable?.())).toEqual([
    'There are no other zones in the workspace.',
    'There are no other zones in the workspace.',
  ]);
});
