import { describe, expect, it } from 'vitest';
import { readKeyText } from '../../src/config/form.ts';
import { keyName } from '../../src/text/key-names.ts';

describe('a typed key name', () => {
  it.each([
    ['x', 'x'],
    ['G', 'G'],
    ['/', '/'],
    ['-', '-'],
    ['é', 'é'],
    ['Ctrl-D', 'ctrl-d'],
    ['ctrl-d', 'ctrl-d'],
    ['CTRL-ALT-x', 'ctrl-alt-x'],
    ['alt-ctrl-x', 'ctrl-alt-x'],
    ['Alt-X', 'alt-X'],
    ['PgDn', 'pagedown'],
    ['Shift-←', 'shift-left'],
    ['shift-tab', 'shift-tab'],
    ['Space', 'space'],
    ['F12', 'f12'],
    ['ctrl-\\', 'ctrl-\\'],
    ['alt--', 'alt--'],
  ])('%s is %s', (text, name) => {
    expect(readKeyText(text)).toBe(name);
  });

  it.each([
    '',
    ' ',
    'jj',
    'ctrl-',
    'ctrl-ctrl-x',
    'shift-x',
    'ctrl-shift-x',
    'ctrl-i',
    'ctrl-M',
    'ctrl-[',
    'ctrl-h',
    'ctrl-1',
    'f0',
    'f21',
    'meta-x',
    '\u001b',
    '\u0003',
    '\u202e',
    '\u0301',
    'constructor',
  ])('%j is no key that a terminal can send', (text) => {
    expect(readKeyText(text)).toBeUndefined();
  });

  it('is parsed again from its displayed name', () => {
    for (const key of [
      'x',
      'G',
      'ctrl-d',
      'shift-left',
      'pagedown',
      'f5',
      'esc',
      'ctrl-shift-left',
    ]) {
      expect(readKeyText(keyName(key))).toBe(key);
    }
  });
});
