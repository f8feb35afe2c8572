import { expect, it } from 'vitest';
import { EventStore } from '../../src/events/store.ts';
import { zoneCounts } from '../../src/events/zone-counts.ts';
import { entryWith } from '../support/event-entries.ts';

it('entries are counted by their zone, each once', () => {
  const store = new EventStore();
  const entry = (n: number) => entryWith({ logId: `id-${n}`, timestamp: 1_773_446_400_000 + n });
  store.add('7', [entry(1), entry(2), entry(2)]);
  store.add('8', [entry(1)]);
  expect([...zoneCounts(store)]).toEqual([
    ['7', 2],
    ['8', 1],
  ]);
});
