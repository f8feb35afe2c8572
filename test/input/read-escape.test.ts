import { expect, test } from 'vitest';
import { readEscape, settleEscape } from '../../src/input/read-escape.ts';

const ESC = '\u001b';

test.each([
  ['[A', 'up', 3],
  ['Ox', '8', 3],
  ['OM', 'enter', 3],
  ['O5P', 'ctrl-f1', 4],
  ['O1;2P', 'shift-f1', 6],
  ['[1;4A', 'alt-shift-up', 6],
  ['[1;8H', 'ctrl-alt-shift-home', 6],
  ['[13;2~', 'shift-f3', 7],
  ['[5@', 'ctrl-shift-pageup', 4],
  ['[[E', 'f5', 4],
  ['[32;5u', 'ctrl-space', 7],
  ['[32;2u', 'space', 7],
  ['[9;2u', 'shift-tab', 6],
  ['[127;3u', 'alt-backspace', 8],
  ['[97;3u', 'alt-a', 7],
  ['[97;4u', 'alt-A', 7],
  ['[233:201;2u', 'É', 12],
  ['[57427u', undefined, 8],
  ['[57441;2u', undefined, 10],
  ['[97;9u', undefined, 7],
  ['[97;129u', 'a', 9],
  ['[1;1:3A', undefined, 8],
  ['[55296u', undefined, 8],
  ['[1114112u', undefined, 10],
  ['[133u', undefined, 6],
  ['[99~', undefined, 5],
  ['[0n', undefined, 4],
  ['[8;50;200t', undefined, 11],
  ['[27;6;~', undefined, 8],
  ['x', 'alt-x', 2],
  ['\u0001', 'ctrl-alt-a', 2],
  ['\r', 'alt-enter', 2],
  ['🎉', 'alt-🎉', 3],
  ['[é', 'alt-[', 2],
  ['[1é', undefined, 3],
  ['Oé', 'alt-O', 2],
])('ESC %s is %s', (rest, key, length) => {
  expect(readEscape(`${ESC}${rest}`, 0)).toEqual(
    key === undefined ? { kind: 'nothing', length } : { kind: 'key', key, length },
  );
});

test.each(['', '[', '[1', '[1;', '[[', '[M', '[M  ', 'O', 'O1', 'O1;'])('ESC %s waits', (rest) => {
  expect(readEscape(`${ESC}${rest}`, 0)).toEqual({ kind: 'incomplete' });
});

test.each([
  ['', 'esc'],
  ['[', 'alt-['],
  ['O', 'alt-O'],
  ['[1;', undefined],
])('ESC %s, left alone, is %s', (rest, key) => {
  expect(settleEscape(`${ESC}${rest}`)).toBe(key);
});

test('pastes and answers are recognised by their start', () => {
  expect(readEscape(`${ESC}[200~`, 0)).toEqual({ kind: 'paste-start', length: 6 });
  for (const introducer of [']', 'P', 'X', '^', '_']) {
    expect(readEscape(ESC + introducer, 0)).toEqual({ kind: 'string-start', length: 2 });
  }
});
