import { expect, it } from 'vitest';
import { EMPTY_WORKSPACE, withItem } from '../../src/state/workspace.ts';

it('a thing is added to its kind, once', () => {
  const once = withItem(EMPTY_WORKSPACE, 'dnsZones', { id: '7', name: 'shop.example' });
  expect(once.dnsZones).toEqual([{ id: '7', name: 'shop.example' }]);
  expect(once.apps).toEqual([]);
  expect(withItem(once, 'dnsZones', { id: '7', name: 'another name' })).toBe(once);
});

it('a blank name is replaced by the id', () => {
  const { apps } = withItem(EMPTY_WORKSPACE, 'apps', { id: '7', name: ' \u00a0' });
  expect(apps).toEqual([{ id: '7', name: '7' }]);
});
