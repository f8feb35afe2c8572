import { expect, it } from 'vitest';
import { shownPath } from '../../../src/cli/connection/shown-path.ts';

it.each([
  ['/home/o/.config/x', { HOME: '/home/o' }, '~/.config/x'],
  ['/home/other/x', { HOME: '/home/o' }, '/home/other/x'],
  ['/x', { HOME: '/' }, '/x'],
  ['/x\u001b', {}, '/x␛'],
])('%j with %j is %s', (path, env, shown) => {
  expect(shownPath(path, env)).toBe(shown);
});
