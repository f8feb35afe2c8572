import { describe, expect, it } from 'vitest';
import { configPath, faultLine, shownPath } from '../../src/session/config-file.ts';

describe('the configuration', () => {
  it.each([
    [{ XDG_CONFIG_HOME: '/x', HOME: '/h' }, '/x/warren/config.yaml'],
    [{ XDG_CONFIG_HOME: 'relative', HOME: '/h' }, '/h/.config/warren/config.yaml'],
    [{ HOME: '/h' }, '/h/.config/warren/config.yaml'],
    [{ HOME: 'relative' }, undefined],
    [{}, undefined],
  ])('of %j is %s', (env, path) => {
    expect(configPath(env)).toBe(path);
  });

  it('has faults that are told in one line', () => {
    const place = { line: 3, column: 5 };
    expect(
      faultLine('/c.yaml', { ...place, key: 'a.b\u001b[2J', sentence: 'No.', nearest: 'c' }),
    ).toBe('/c.yaml:3:5: a.b␛[2J: No. Did you mean c?');
    expect(faultLine('/c.yaml', { ...place, key: '', sentence: 'No.' })).toBe('/c.yaml:3:5: No.');
  });
});

it.each([
  ['/home/o/.config/x', { HOME: '/home/o' }, '~/.config/x'],
  ['/home/other/x', { HOME: '/home/o' }, '/home/other/x'],
  ['/x', { HOME: '/' }, '/x'],
  ['/x\u001b', {}, '/x␛'],
])('%j with %j is %s', (path, env, shown) => {
  expect(shownPath(path, env)).toBe(shown);
});
