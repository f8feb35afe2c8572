import { expect, it } from 'vitest';
import type { Call } from '../../src/contract/operation.ts';
import { EVERYTHING, type Filter } from '../../src/events/filter/filter.ts';
import { parseFilter } from '../../src/events/filter/parse.ts';
import { followRate } from '../../src/watches/zone-rate.ts';
import { entryWith } from '../support/event-entries.ts';
import { fakeClock } from '../support/fake-clock.ts';

/** What is counted of a minute when the log is this at each of three looks; with pages of so many, newest first. */
async function counted(
  logs: readonly ReturnType<typeof entryWith>[],
  filter: Filter,
  pageSize = logs.length,
) {
  const clock = fakeClock('2026-03-14T14:00:00Z');
  const end = new AbortController();
  const told: number[] = [];
  const call = (async (
    _: unknown,
    { continuationToken: token }: { continuationToken?: string },
  ) => {
    const from = Number(token?.slice(1) ?? 0);
    const next = from + pageSize;
    const more = { hasMoreData: next < logs.length, continuationToken: `t${next}` };
    const empty = { startToken: null, errorResponse: null };
    return { logs: logs.slice(from, next), ...more, ...empty };
  }) as unknown as Call;
  const following = followRate({
    call,
    clock,
    signal: end.signal,
    zone: '7',
    filter,
    per: 60_000,
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

it('counts every entry once, including those without an id or with a shared id', async () => {
  const logs = [
    entryWith({ logId: 'same', timestamp: AT, log: '{"Url":"https://shop.example/a"}' }),
    entryWith({ logId: 'same', timestamp: AT, log: '{"Url":"https://shop.example/b"}' }),
    entryWith({ logId: 'same', timestamp: AT + 1, log: '{"Url":"https://shop.example/b"}' }),
    entryWith({ logId: null, timestamp: AT, log: '{"Url":"https://shop.example/a"}' }),
    entryWith({ logId: null, timestamp: AT + 1, log: '{"Url":"https://shop.example/c"}' }),
    // It arrived twice.
    entryWith({ logId: null, timestamp: AT + 1, log: '{"Url":"https://shop.example/c"}' }),
  ];
  expect((await counted(logs, EVERYTHING)).at(-1)).toBe(5);
  expect((await counted(logs, parseFilter('path:/b').filter)).at(-1)).toBe(2);
});

it.each([
  ['since:09:00 until:17:00', 1],
  ['since:22:00 until:06:00', 0],
  ['since:22:00 until:14:30', 1],
  ['-(since:13:30 until:14:30)', 0],
])('at 14:00, %s counts %i', async (text, count) => {
  const logs = [entryWith({ timestamp: AT })];
  expect((await counted(logs, parseFilter(text).filter)).at(-1)).toBe(count);
});

it('a page of late entries does not end the count, since more recent ones may follow', async () => {
  const late = (at: number) => at >= 4 && at < 6;
  const logs = Array.from({ length: 40 }, (_, at) =>
    entryWith({ logId: `${at}`, timestamp: late(at) ? AT - 7_200_000 - at : AT - at * 5000 }),
  );
  const inTheMinute = logs.filter(({ timestamp }) => Number(timestamp) > AT - 60_000);
  expect((await counted(logs, EVERYTHING, 2)).at(-1)).toBe(inTheMinute.length);
});
