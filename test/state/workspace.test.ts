import { expect, it } from 'vitest';
import { EMPTY_WORKSPACE, withThing } from '../../src/state/workspace.ts';

it('a thing is added to its kind, once', () => {
  const once = withThing(EMPTY_WORKSPACE, 'dnsZones', { id: '7', name: 'shop.example' });
  expect(once.dnsZones).toEqual([{ id: '7', name: 'shop.example' }]);
  expect(once.apps).toEqual([]);
  expect(withThing(once, 'dnsZones', { id: '7', name: 'another name' })).toBe(once);
});
