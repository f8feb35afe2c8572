import { expect, it } from 'vitest';
import { EMPTY_SCRIPTS, visibleScripts } from '../../../src/panes/scripts/state.ts';
import type { Change } from '../../../src/state/change.ts';

const SCRIPTS = [
  { id: '7', name: 'geo' },
  { id: '8', name: 'ab' },
];

const change = (attempt: string, kind: 'script' | 'app', id: string): Change => ({
  attempt,
  operation: 'script-add-variable',
  subject: { kind, id, name: '' },
  what: 'TOKEN',
  request: {},
  begun: { wall: 0, elapsed: 0 },
  state: { kind: 'pending' },
  unrecorded: null,
  watch: null,
});

it('a script has the changes of this run, newest first, and no other thing’s of the same id', () => {
  const changes = [change('a', 'script', '7'), change('b', 'app', '7'), change('c', 'script', '7')];
  const rows = visibleScripts(EMPTY_SCRIPTS, SCRIPTS, changes);
  expect(rows.map(({ id, changes: own }) => [id, own.map(({ attempt }) => attempt)])).toEqual([
    ['7', ['c', 'a']],
    ['8', []],
  ]);
});

it('the filter looks at name and id', () => {
  const filtered = (filter: string) =>
    visibleScripts({ ...EMPTY_SCRIPTS, list: { ...EMPTY_SCRIPTS.list, filter } }, SCRIPTS, []).map(
      ({ id }) => id,
    );
  expect([filtered('ge'), filtered('8'), filtered('')]).toEqual([['7'], ['8'], ['7', '8']]);
});
