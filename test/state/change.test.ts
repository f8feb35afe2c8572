import { expect, it } from 'vitest';
import { ApiError } from '../../src/contract/api-error.ts';
import {
  type Change,
  deletionOf,
  MAX_CHANGES,
  pendingChanges,
  withChange,
} from '../../src/state/change.ts';

const AT = { wall: 0, elapsed: 0 };

const change = (attempt: string, part: Partial<Change> = {}): Change => ({
  attempt,
  operation: 'app-delete',
  subject: { kind: 'app', id: 'x1', name: 'checkout' },
  what: '',
  request: {},
  begun: AT,
  state: { kind: 'pending' },
  unrecorded: null,
  watch: null,
  ...part,
});

const accepted = { kind: 'accepted', at: AT, summary: null, requestId: null } as const;
const refused = {
  kind: 'refused',
  at: AT,
  error: new ApiError({ kind: 'refused', title: 'no' }),
  requestId: null,
} as const;

it('a change replaces its earlier state', () => {
  const changes = withChange([change('a'), change('b')], change('a', { state: accepted }));
  expect(changes.map(({ attempt, state }) => [attempt, state.kind])).toEqual([
    ['a', 'accepted'],
    ['b', 'pending'],
  ]);
  expect(pendingChanges(changes).map(({ attempt }) => attempt)).toEqual(['b']);
});

it('a run keeps a limited number of changes, the newest ones', () => {
  let changes: readonly Change[] = [];
  for (let at = 0; at <= MAX_CHANGES; at += 1) changes = withChange(changes, change(`a${at}`));
  expect(changes).toHaveLength(MAX_CHANGES);
  expect(changes[0]?.attempt).toBe('a1');
});

it('a refused deletion is no deletion', () => {
  expect(deletionOf([change('a', { state: refused })], 'x1')).toBeUndefined();
  expect(deletionOf([change('a', { state: accepted })], 'x2')).toBeUndefined();
  expect(deletionOf([change('a', { state: accepted })], 'x1')?.attempt).toBe('a');
});
