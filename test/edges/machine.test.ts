import { expect, it } from 'vitest';
import { stateDirectory } from '../../src/edges/machine.ts';

it.each([
  ['/var/state', '/home/ada', '/var/state/warren'],
  ['', '/home/ada', '/home/ada/.local/state/warren'],
  [undefined, '/home/ada', '/home/ada/.local/state/warren'],
  ['relative', '/home/ada', '/home/ada/.local/state/warren'],
  ['relative', 'too', null],
  [undefined, undefined, null],
])('XDG_STATE_HOME %s and HOME %s are %s', (XDG_STATE_HOME, HOME, directory) => {
  expect(stateDirectory({ XDG_STATE_HOME, HOME })).toBe(directory);
});
