import { expect, test } from 'vitest';
import { modified, modifiedCharacter, modifiersOf, withAlt } from '../../src/input/modified.ts';

test.each([
  [undefined, 0],
  ['', 0],
  ['0', 0],
  ['1', 0],
  ['2', 1],
  ['8', 7],
  ['65', 0],
  ['133', 4],
])('the parameter %s means modifiers %i', (parameter, modifiers) => {
  expect(modifiersOf(parameter)).toBe(modifiers);
});

test('modifiers are named in one order', () => {
  expect(modified('left', 7)).toBe('ctrl-alt-shift-left');
  expect(modified('left', 0)).toBe('left');
  expect(modified('left', 8)).toBeUndefined();
});

test('shift is part of a character', () => {
  expect(modifiedCharacter('A', 1)).toBe('A');
  expect(modifiedCharacter(' ', 5)).toBe('ctrl-space');
});

test('alt stands behind ctrl', () => {
  expect(withAlt('x')).toBe('alt-x');
  expect(withAlt('ctrl-a')).toBe('ctrl-alt-a');
});
