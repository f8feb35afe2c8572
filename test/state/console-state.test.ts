import { expect, it } from 'vitest';
import { openSlice } from '../../src/state/console-state.ts';
import { consoleStore } from '../support/console-store.ts';

it('two consoles share nothing', () => {
  const one = consoleStore();
  const other = consoleStore();
  one.setState({ fullPane: true, slices: { apps: {} } });
  expect(other.getState()).toMatchObject({ fullPane: false, slices: {}, overlays: [] });
});

it('begins with what it is told, and with nothing asked yet', () => {
  expect(consoleStore({ interval: 2000 }).getState()).toMatchObject({
    interval: 2000,
    connection: { kind: 'unknown' },
    exchanges: [],
    drift: [],
    pausedAt: null,
    zone: 'utc',
  });
});

it('a pane reads and writes its own state and no other pane sees a change', () => {
  const store = consoleStore();
  const apps = openSlice(store, 'apps', { cursor: 0, filter: '' });
  const dns = openSlice(store, 'dns', { zone: 'shop.example' });
  const before = dns.get();
  apps.set({ cursor: 3 });
  apps.set(({ cursor }) => ({ cursor: cursor + 1 }));
  expect(apps.get()).toEqual({ cursor: 4, filter: '' });
  expect(apps.of(store.getState())).toBe(apps.get());
  expect(dns.get()).toBe(before);
});
