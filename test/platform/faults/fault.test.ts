import { describe, expect, test } from 'vitest';
import { createSwitchboard, type Fault } from '../../../src/platform/faults/fault.ts';

const silence: Fault = { kind: 'silence', stage: 'before handling' };
const empty: Fault = { kind: 'answer', status: 500, body: 'empty' };
const search = { operation: 'search', hasToken: false } as const;
const page = { operation: 'event-logs', hasToken: true } as const;

describe('a fault that is switched on', () => {
  test('befalls every request until it is switched off', () => {
    const switchboard = createSwitchboard();
    expect(switchboard.befall(search).wire).toBeUndefined();
    const off = switchboard.set(silence);
    expect(switchboard.befall(search).wire).toBe(silence);
    expect(switchboard.befall({ operation: undefined, hasToken: false }).wire).toBe(silence);
    off();
    expect(switchboard.befall(search).wire).toBeUndefined();
  });

  test('befalls as many requests as it is for, and those of its operation only', () => {
    const switchboard = createSwitchboard();
    switchboard.set(silence, { operation: 'search', times: 2 });
    const befalls = [page, search, page, search, search].map(
      (target) => switchboard.befall(target).wire !== undefined,
    );
    expect(befalls).toEqual([false, true, false, true, false]);
  });

  test('goes before those switched on later, which wait for their turn', () => {
    const switchboard = createSwitchboard();
    switchboard.set(silence, { times: 1 });
    switchboard.set(empty, { times: 1 });
    const kinds = [1, 2, 3].map(() => switchboard.befall(search).wire?.kind);
    expect(kinds).toEqual(['silence', 'answer', undefined]);
  });

  test('is over when everything is switched off', () => {
    const switchboard = createSwitchboard();
    switchboard.set(silence);
    switchboard.set({ kind: 'shuffled' });
    switchboard.clear();
    expect(switchboard.befall(page)).toEqual({ wire: undefined, paging: [] });
  });
});

describe('faults of paging', () => {
  test('befall pages only, several at once, beside one of the wire', () => {
    const switchboard = createSwitchboard();
    switchboard.set({ kind: 'shuffled' });
    switchboard.set({ kind: 'duplicates', overlap: 3 });
    switchboard.set(silence);
    expect(switchboard.befall(search).paging).toEqual([]);
    const { wire, paging } = switchboard.befall(page);
    expect(wire).toBe(silence);
    expect(paging.map(({ kind }) => kind)).toEqual(['shuffled', 'duplicates']);
  });

  test('of expired tokens wait for a request that carries one', () => {
    const switchboard = createSwitchboard();
    switchboard.set({ kind: 'expired-token', status: 410 }, { times: 1 });
    expect(switchboard.befall({ ...page, hasToken: false }).paging).toEqual([]);
    expect(switchboard.befall(page).paging).toHaveLength(1);
    expect(switchboard.befall(page).paging).toEqual([]);
  });
});
