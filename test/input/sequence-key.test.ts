import { expect, test } from 'vitest';
import { csiKey, linuxKey, ss3Key } from '../../src/input/sequence-key.ts';

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
  ['57399', 'u', '0'],
  ['57424', 'u', 'end'],
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
