import { expect, it } from 'vitest';
import { consoleStore } from '../support/console-store.ts';

it('two consoles share nothing', () => {
  const one = consoleStore();
  const other = consoleStore();
  one.setState({ fullPane: true });
  expect(other.getState()).toMatchObject({ fullPane: false, overlays: [] });
});

it('begins with what it is told, and with nothing asked yet', () => {
  expect(consoleStore({ interval: 2000 }).getState()).toMatchObject({
    interval: 2000,
    connection: { kind: 'unknown' },
    exchanges: [],
    drift: [],
    pausedAt: null,
    timeZone: 'utc',
  });
});
