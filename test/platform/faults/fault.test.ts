import { describe, expect, test } from 'vitest';
import { createFaultRegistry, type Fault } from '../../../src/platform/faults/fault.ts';

const silence: Fault = { kind: 'hang', stage: 'before handling' };
const empty: Fault = { kind: 'answer', status: 500, body: 'empty' };
const search = { operation: 'search', hasToken: false } as const;
const page = { operation: 'event-logs', hasToken: true } as const;

describe('a fault that is switched on', () => {
  test('applies to every request until it is switched off', () => {
    const registry = createFaultRegistry();
    expect(registry.take(search).wire).toBeUndefined();
    const off = registry.set(silence);
    expect(registry.take(search).wire).toBe(silence);
    expect(registry.take({ operation: undefined, hasToken: false }).wire).toBe(silence);
    off();
    expect(registry.take(search).wire).toBeUndefined();
  });

  test('applies to as many requests as it is for, and those of its operation only', () => {
    const registry = createFaultRegistry();
    registry.set(silence, { operation: 'search', times: 2 });
    const applies = [page, search, page, search, search].map(
      (target) => registry.take(target).wire !== undefined,
    );
    expect(applies).toEqual([false, true, false, true, false]);
  });

  test('applies to the last of every so many, as with a service that comes and goes', () => {
    const registry = createFaultRegistry();
    registry.set(silence, { operation: 'search', oneIn: 2 });
    const applies = [search, page, search, search, search].map(
      (target) => registry.take(target).wire !== undefined,
    );
    expect(applies).toEqual([false, false, true, false, true]);
  });

  test('goes before those switched on later, which wait for their turn', () => {
    const registry = createFaultRegistry();
    registry.set(silence, { times: 1 });
    registry.set(empty, { times: 1 });
    const kinds = [1, 2, 3].map(() => registry.take(search).wire?.kind);
    expect(kinds).toEqual(['hang', 'answer', undefined]);
  });

  test('is over when everything is switched off', () => {
    const registry = createFaultRegistry();
    registry.set(silence);
    registry.set({ kind: 'shuffled' });
    registry.clear();
    expect(registry.take(page)).toEqual({ wire: undefined, paging: [] });
  });
});

describe('faults of paging', () => {
  test('apply to pages only, several at once, beside one of the wire', () => {
    const registry = createFaultRegistry();
    registry.set({ kind: 'shuffled' });
    registry.set({ kind: 'duplicates', overlap: 3 });
    registry.set(silence);
    expect(registry.take(search).paging).toEqual([]);
    const { wire, paging } = registry.take(page);
    expect(wire).toBe(silence);
    expect(paging.map(({ kind }) => kind)).toEqual(['shuffled', 'duplicates']);
  });

  test('of expired tokens wait for a request that carries one', () => {
    const registry = createFaultRegistry();
    registry.set({ kind: 'expired-token', status: 410 }, { times: 1 });
    expect(registry.take({ ...page, hasToken: false }).paging).toEqual([]);
    expect(registry.take(page).paging).toHaveLength(1);
    expect(registry.take(page).paging).toEqual([]);
  });
});
