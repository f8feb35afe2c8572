import { expect, test } from 'vitest';
import { parseFilter } from '../../../src/events/filter/parse.ts';
import type { ActorOrder } from '../../../src/events/questions/actors.ts';
import { EventStore } from '../../../src/events/store.ts';
import { eventStream } from '../../../src/platform/world/events/event-stream.ts';
import { shieldZonesOf } from '../../../src/platform/world/shield-zones.ts';
import { utcDay } from '../../../src/text/time.ts';
import { answerTo } from '../answer-to.ts';

/*
 * What the embedded platform hides in its traffic is found by what the analysis asks. A day of the busiest zone.
 */

const day = utcDay(Date.parse('2026-03-14T12:00:00Z'));
const start = day * 86_400_000;
const zones = shieldZonesOf(7);
const [zone] = zones;
const store = new EventStore();
const log = zone && eventStream(7, zones, { perSecond: 1 }).day(zone, day);
const entries = Array.from({ length: log?.total ?? 0 }, (_, at) =>
  JSON.parse(log?.textOf(at, 'milliseconds', 'json') ?? ''),
);
store.add('1', entries);

const moment = { now: start, day: start, offsetMinutes: 0 };

const actors = (filter: string, order: ActorOrder) =>
  answerTo(store, {
    kind: 'actors',
    scope: { filter: parseFilter(filter).filter, moment },
    order,
    most: 10,
    buckets: { start, size: 7_200_000, count: 12 },
  }).rows;

test('who goes through addresses has the most of them', () => {
  expect(actors('', 'addresses')[0]).toMatchObject({
    asn: '49870',
    family: 'chrome',
    shape: '/api/v2/orders/:n/invoice',
  });
});

test('a slow scan has the most paths that let it through, in each bar of its trend', () => {
  const [scan] = actors('', 'reached');
  expect(scan).toMatchObject({ asn: '56971', shape: null, addresses: 1 });
  expect(scan?.count).toBeLessThan(100);
  expect(Math.min(...(scan?.trend ?? [0]))).toBeGreaterThan(0);
});

test('there is one actor of whom severe rules let something pass: the attack that passes', () => {
  const found = actors('', 'severe').filter(({ severe }) => severe > 0);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ asn: '209605', shape: '/api/v2/import' });
  expect(found[0]?.outcomes.logged).toBe(found[0]?.count);
});

test('of what was blocked, only the stopped customers have sessions, and come from many addresses', () => {
  const scope = { filter: parseFilter('status:blocked').filter, moment };
  const { rows } = answerTo(store, { kind: 'matches', scope, most: 100 });
  const withSession = rows.filter((row) => row.withSession > 0);
  expect(withSession).toHaveLength(1);
  expect(withSession[0]).toMatchObject({ rule: '942330', path: '/checkout/address', networks: 18 });
  expect(withSession[0]?.withSession).toBe(withSession[0]?.withHeaders);
  expect(withSession[0]?.matched).toHaveLength(3);
});
