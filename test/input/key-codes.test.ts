import { expect, test } from 'vitest';
import {
  csiKey,
  linuxKey,
  modified,
  modifiedCharacter,
  modifiersOf,
  singleKey,
  ss3Key,
  withAlt,
} from '../../src/input/key-codes.ts';

test.each([
  ['', 'A', 'up'],
  ['1;3', 'C', 'alt-right'],
  ['', 'a', 'shift-up'],
  ['', 'Z', 'shift-tab'],
  ['1;6', 'Z', 'ctrl-shift-tab'],
  ['1', '~', 'home'],
  ['7', '~', 'home'],
  ['21;5', '~', 'ctrl-f10'],
  ['34', '~', 'f20'],
  ['3', '$', 'shift-delete'],
  ['1;2', 'R', 'shift-f3'],
  ['27;5;13', '~', 'ctrl-enter'],
  ['97', 'u', 'a'],
  ['97;2', 'u', 'A'],
  ['99;5', 'u', 'ctrl-c'],
  ['57424', 'u', undefined],
])('CSI %s %s is %s', (parameters, final, key) => {
  expect(csiKey(parameters, final)).toBe(key);
});

test.each([
  ['?1', 'u'],
  ['?62;22', 'c'],
  ['>1;10;0', 'c'],
  ['12;40', 'R'],
  ['?2004;1', 'y'],
  ['', 'I'],
  ['', 'O'],
  ['<0;3;4', 'M'],
  ['4;600;800', 't'],
  ['', '~'],
  ['', 'u'],
  ['2', 'A'],
])('CSI %s %s is no key', (parameters, final) => {
  expect(csiKey(parameters, final)).toBeUndefined();
});

test.each([
  ['', 'P', 'f1'],
  ['', 'd', 'ctrl-left'],
  ['', 'p', '0'],
  ['', 'k', '+'],
  ['3', 'A', 'alt-up'],
  ['', 'Y', undefined],
])('SS3 %s %s is %s', (parameters, final, key) => {
  expect(ss3Key(parameters, final)).toBe(key);
});

test('the Linux console has five function keys of its own', () => {
  expect(['A', 'E', 'F', '@'].map(linuxKey)).toEqual(['f1', 'f5', undefined, undefined]);
});

test.each([
  [0x00, 'ctrl-space'],
  [0x01, 'ctrl-a'],
  [0x0a, 'ctrl-j'],
  [0x0d, 'enter'],
  [0x1a, 'ctrl-z'],
  [0x1d, 'ctrl-]'],
  [0x20, 'space'],
  [0x2d, '-'],
  [0x7f, 'backspace'],
  [0x9b, undefined],
  [0xe9, 'é'],
  [0xfffd, undefined],
  [0x1f389, '🎉'],
])('%i is %s', (codePoint, key) => {
  expect(singleKey(codePoint)).toBe(key);
});

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

test('alt comes after ctrl in a name', () => {
  expect(withAlt('x')).toBe('alt-x');
  expect(withAlt('ctrl-a')).toBe('ctrl-alt-a');
});
