import { expect, it } from 'vitest';
import type { Call } from '../../src/contract/operation.ts';
import { EVERYTHING, type Filter } from '../../src/events/filter/filter.ts';
import { parseFilter } from '../../src/events/filter/parse.ts';
import { followRate } from '../../src/watches/zone-rate.ts';
import { entryWith } from '../support/event-entries.ts';
import { fakeClock } from '../support/fake-clock.ts';

/** What is counted of a minute when the log is this at each of three looks. */
async function counted(logs: readonly ReturnType<typeof entryWith>[], filter: Filter) {
  const clock = fakeClock('2026-03-14T14:00:00Z');
  const end = new AbortController();
  const told: number[] = [];
  const page = { logs, hasMoreData: false, continuationToken: null, startToken: null };
  const call = (async () => ({ ...page, errorResponse: null })) as unknown as Call;
  const following = followRate({
    ...{ call, clock, signal: end.signal, zone: '7', filter, per: 60_000 },
    interval: () => 5000,
    paused: () => false,
    random: () => 0,
    counted: (events) => told.push(events),
  });
  await clock.advance(12_000);
  end.abort();
  await following;
  return told;
}

const AT = Date.parse('2026-03-14T13:59:50Z');

it('every entry counts once, also those without an id, and those that share one and say something else', async () => {
  const logs = [
    entryWith({ logId: 'same', timestamp: AT, log: '{"Url":"https://shop.example/a"}' }),
    entryWith({ logId: 'same', timestamp: AT, log: '{"Url":"https://shop.example/b"}' }),
    entryWith({ logId: 'same', timestamp: AT + 1, log: '{"Url":"https://shop.example/b"}' }),
    entryWith({ logId: null, timestamp: AT, log: '{"Url":"https://shop.example/a"}' }),
    entryWith({ logId: null, timestamp: AT + 1, log: '{"Url":"https://shop.example/c"}' }),
    // It came twice.
    entryWith({ logId: null, timestamp: AT + 1, log: '{"Url":"https://shop.example/c"}' }),
  ];
  expect((await counted(logs, EVERYTHING)).at(-1)).toBe(5);
  expect((await counted(logs, parseFilter('path:/b').filter)).at(-1)).toBe(2);
});
