import { expect, it } from 'vitest';
import { keyName } from '../../src/commands/key-name.ts';

it.each([
  ['j', 'j'],
  ['G', 'G'],
  ['?', '?'],
  ['-', '-'],
  ['up', '↑'],
  ['enter', 'Enter'],
  ['space', 'Space'],
  ['pagedown', 'PgDn'],
  ['f1', 'F1'],
  ['ctrl-d', 'Ctrl-D'],
  ['shift-left', 'Shift-←'],
  ['shift-tab', 'Shift-Tab'],
  ['alt-backspace', 'Alt-Backspace'],
  ['alt-ctrl-x', 'Alt-Ctrl-X'],
])('%s is written %s', (key, written) => {
  expect(keyName(key)).toBe(written);
});
