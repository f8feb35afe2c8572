import { expect, it } from 'vitest';
import { createSlices } from '../../src/state/slice.ts';

it('a pane reads and writes its own state and no other pane sees a change', () => {
  const slices = createSlices();
  const apps = slices.create({ cursor: 0, filter: '' });
  const dns = slices.create({ zone: 'shop.example' });
  const before = dns.getState();
  apps.setState({ cursor: 3 });
  apps.setState(({ cursor }) => ({ cursor: cursor + 1 }));
  expect(apps.getState()).toEqual({ cursor: 4, filter: '' });
  expect(dns.getState()).toBe(before);
});

it('a subscriber sees changes of all slices, created before or after it', () => {
  const slices = createSlices();
  const apps = slices.create({ cursor: 0 });
  let changes = 0;
  slices.subscribe(() => {
    changes += 1;
  });
  const dns = slices.create({ zone: '' });
  apps.setState({ cursor: 1 });
  dns.setState({ zone: 'shop.example' });
  expect(changes).toBe(2);
});
