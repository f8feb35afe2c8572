import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { EventLogEntry } from '../../../src/contract/operations/event-logs.ts';
import { familyOf, shapeOf } from '../../../src/events/filter/coarse.ts';
import { parseFilter } from '../../../src/events/filter/parse.ts';
import type { ActorOrder } from '../../../src/events/questions/actors.ts';
import { type Actor, actorTerms, MOST_SHAPES } from '../../../src/events/questions/actors.ts';
import { answering } from '../../../src/events/questions/ask.ts';
import type { QuestionOf } from '../../../src/events/questions/question.ts';
import { storeSum } from '../../../src/events/questions/store-sums.ts';
import { EventStore } from '../../../src/events/store.ts';
import { eventStream } from '../../../src/platform/world/events/event-stream.ts';
import { shieldZonesOf } from '../../../src/platform/world/shield-zones.ts';
import { utcDay } from '../../../src/text/time.ts';
import { answerTo } from '../answer-to.ts';
import { anyEntry } from '../arbitrary-entries.ts';
import { anyScope, EVERYWHERE, scopedIds, second } from '../arbitrary-scope.ts';
import { entryWith, SAMPLE_DAY } from '../sample-entries.ts';

const buckets = { start: SAMPLE_DAY, size: 10_000, count: 5 };

/** The actors, by grouping entries one by one. */
function naively(store: EventStore, ids: readonly number[]) {
  const seen = ids.map((id) => {
    const value = (column: Parameters<typeof store.value>[1]) => store.value(id, column);
    const agent = value('userAgent');
    const path = value('path');
    return {
      sender: JSON.stringify([value('asn'), agent === null ? null : familyOf(agent)]),
      shape: path === null ? null : shapeOf(path),
      ip: value('remoteIp'),
      path,
      status: value('status')?.toLowerCase(),
      severity: value('severity')?.toLowerCase(),
      country: value('country'),
      time: store.time(id),
    };
  });
  const shapesOf = new Map(
    [...Map.groupBy(seen, ({ sender }) => sender)].map(([sender, own]) => [
      sender,
      new Set(own.map(({ shape }) => shape)),
    ]),
  );
  const groups = Map.groupBy(seen, ({ sender, shape }) =>
    (shapesOf.get(sender)?.size ?? 0) > MOST_SHAPES ? sender : `${sender} ${shape}`,
  );
  return [...groups.values()].map((own) => {
    const times = own.flatMap(({ time }) => time ?? []);
    const distinct = (values: readonly unknown[]) =>
      new Set(values.filter((value) => value !== null)).size;
    const [asn, family] = JSON.parse(own[0]?.sender ?? '[]');
    const shapes = new Set(own.map(({ shape }) => shape));
    const countries = new Set(own.map(({ country }) => country));
    const many = (shapesOf.get(own[0]?.sender ?? '')?.size ?? 0) > MOST_SHAPES;
    return {
      asn,
      family,
      shape: many ? null : (own[0]?.shape ?? null),
      shapes: many ? shapes.size : 1,
      count: own.length,
      logged: own.filter(({ status }) => status === 'logged').length,
      blocked: own.filter(({ status }) => status === 'blocked').length,
      severe: own.filter((each) => each.status === 'logged' && each.severity === 'critical').length,
      first: times.length === 0 ? null : Math.min(...times),
      last: times.length === 0 ? null : Math.max(...times),
      addresses: distinct(own.map(({ ip }) => ip)),
      moreAddresses: false,
      targets: distinct(own.map(({ path }) => path)),
      reached: distinct(own.map(({ path, status }) => (status === 'logged' ? path : null))),
      country: countries.size === 1 ? [...countries][0] : null,
      trend: Array.from(
        { length: buckets.count },
        (_, bar) =>
          times.filter((time) => Math.floor((time - buckets.start) / buckets.size) === bar).length,
      ),
    };
  });
}

const plain = ({ outcomes, trend, ...rest }: Actor) => ({
  ...rest,
  logged: outcomes.logged,
  blocked: outcomes.blocked,
  trend: [...trend],
});

const key = ({ asn, family, shape }: Pick<Actor, 'asn' | 'family' | 'shape'>) =>
  JSON.stringify([asn, family, shape]);
const sorted = <Row extends Pick<Actor, 'asn' | 'family' | 'shape'>>(rows: readonly Row[]) =>
  [...rows].sort((a, b) => (key(a) < key(b) ? -1 : 1));

test('actors are those of grouping the entries of a filter and time range one by one', () => {
  fc.assert(
    fc.property(anyScope, ({ store, scope }) => {
      const ids = scopedIds(store, scope);
      const answer = answerTo(store, {
        kind: 'actors',
        scope,
        order: 'count',
        most: 1000,
        buckets,
      });
      expect(answer).toMatchObject({ total: ids.length, leftOut: 0 });
      const counted = (answer?.rows ?? []).map(plain);
      expect(sorted(counted)).toEqual(sorted(naively(store, ids)));
    }),
    { numRuns: 80 },
  );
});

/** Network numbers have no case, and filters ignore it. */
const inUpperCase = (entry: EventLogEntry): EventLogEntry => ({
  ...entry,
  labels: { ...entry.labels, asn: entry.labels.asn?.toUpperCase() ?? null },
});

test('the terms of an actor keep exactly its entries', () => {
  fc.assert(
    fc.property(fc.array(anyEntry, { minLength: 1, maxLength: 60 }), fc.nat(), (entries, pick) => {
      const store = new EventStore({ unit: 'ms' });
      store.add('7', entries.map(inUpperCase));
      const scope = EVERYWHERE;
      const answer = answerTo(store, { kind: 'actors', scope, order: 'count', most: 99, buckets });
      const actor = answer?.rows[pick % answer.rows.length];
      if (!actor) return;
      const { filter, problems } = parseFilter(actorTerms(actor));
      expect(problems).toEqual([]);
      expect(scopedIds(store, { ...EVERYWHERE, filter })).toHaveLength(actor.count);
    }),
    { numRuns: 60 },
  );
});

it('counts the same if entries arrive between two slices of the work', () => {
  fc.assert(
    fc.property(
      fc.array(anyEntry, { minLength: 1, maxLength: 60 }),
      fc.array(anyEntry, { maxLength: 60 }),
      (before, after) => {
        const store = new EventStore({ unit: 'ms', segmentRows: 9, segmentBytes: 2000 });
        store.add('7', before);
        const held = store.size;
        const alone = answerTo(store, {
          kind: 'actors',
          scope: EVERYWHERE,
          order: 'count',
          most: 1000,
          buckets,
        });
        const steps = answering(store, {
          kind: 'actors',
          scope: EVERYWHERE,
          order: 'count',
          most: 1000,
          buckets,
        } satisfies QuestionOf<'actors'>);
        let step = steps.next();
        if (!step.done) store.add('7', after);
        while (!step.done) step = steps.next();
        expect(step.value.answer.total).toBe(held);
        expect(step.value.answer).toEqual(alone);
      },
    ),
    { numRuns: 40 },
  );
});

it('distinguishes all actors, even more than its initial capacity', () => {
  const many = Array.from({ length: 1100 }, (_, at) => String(10_000 + at));
  const store = new EventStore();
  store.add(
    '7',
    many.flatMap((asn, at) =>
      ['a', 'b'].map((name) =>
        entryWith({
          logId: `${asn}${name}`,
          timestamp: second(at % 60),
          labels: { asn, status: 'Logged' },
          log: JSON.stringify({
            RemoteIp: `10.${at >> 8}.${at & 255}.*`,
            Url: `https://shop.example/${name}${name === 'b' ? '' : `?id=${at}`}`,
          }),
        }),
      ),
    ),
  );
  const answer = answerTo(store, {
    kind: 'actors',
    scope: EVERYWHERE,
    order: 'count',
    most: 9999,
    buckets,
  });
  const counted = (answer?.rows ?? []).map(plain);
  expect(sorted(counted)).toEqual(sorted(naively(store, scopedIds(store, EVERYWHERE))));
});

it('takes an attacker with changing addresses, versions and order numbers for one actor', () => {
  const store = new EventStore();
  store.add(
    '7',
    Array.from({ length: 40 }, (_, at) =>
      entryWith({
        logId: String(at),
        timestamp: second(at),
        labels: { asn: '49870', status: 'Logged' },
        log: JSON.stringify({
          RemoteIp: `45.148.${at}.*`,
          Url: `https://shop.example/orders/${at * 7}/invoice`,
          Headers: [{ Name: 'User-Agent', Value: `Mozilla/5.0 Chrome/${100 + at}.0 Safari/537` }],
        }),
      }),
    ),
  );
  const answer = answerTo(store, {
    kind: 'actors',
    scope: EVERYWHERE,
    order: 'addresses',
    most: 5,
    buckets,
  });
  expect(answer?.rows).toHaveLength(1);
  expect(answer?.rows[0]).toMatchObject({
    family: 'chrome',
    shape: '/orders/:n/invoice',
    addresses: 40,
    targets: 40,
    outcomes: { logged: 40, blocked: 0 },
  });
});

it('an actor has more addresses than are counted if some are beyond the dictionary', () => {
  const small = new EventStore({ dictionaries: { values: 3 } });
  const sentFrom = (asn: string, ips: readonly string[]) =>
    ips.map((ip) =>
      entryWith({
        timestamp: second(1),
        labels: { asn },
        log: JSON.stringify({ RemoteIp: ip, Url: 'https://shop.example/' }),
      }),
    );
  small.add('1', [...sentFrom('1', ['a', 'b']), ...sentFrom('2', ['a', 'c', 'd', 'e'])]);
  const question = {
    kind: 'actors',
    scope: EVERYWHERE,
    order: 'addresses',
    most: 5,
    buckets,
  } as const;
  const asked = { answer: answerTo(small, question), sum: storeSum(question) };
  asked.sum.take(small);
  for (const { rows } of [asked.answer, asked.sum.answer()]) {
    expect(rows.map(({ addresses, moreAddresses }) => [addresses, moreAddresses])).toEqual([
      [3, true],
      [2, false],
    ]);
  }
});

/*
 * The analysis finds the attacks that the embedded platform hides in its traffic. A day of the busiest zone.
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

describe('the quiet attacks of the demo', () => {
  test('the attacker with changing addresses has the most addresses', () => {
    expect(actors('', 'addresses')[0]).toMatchObject({
      asn: '49870',
      family: 'chrome',
      shape: '/api/v2/orders/:n/invoice',
    });
  });

  test('the slow scan has the most passed paths, in each bar of its trend', () => {
    const [scan] = actors('', 'reached');
    expect(scan).toMatchObject({ asn: '56971', shape: null, addresses: 1 });
    expect(scan?.count).toBeLessThan(100);
    expect(Math.min(...(scan?.trend ?? [0]))).toBeGreaterThan(0);
  });

  test('the passing attack is the only actor with passed requests that match severe rules', () => {
    const found = actors('', 'severe').filter(({ severe }) => severe > 0);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ asn: '209605', shape: '/api/v2/import' });
    expect(found[0]?.outcomes.logged).toBe(found[0]?.count);
  });

  test('among blocked requests, only those of wrongly stopped customers have sessions, and they come from many addresses', () => {
    const scope = { filter: parseFilter('status:blocked').filter, moment };
    const { rows } = answerTo(store, { kind: 'matches', scope, most: 100 });
    const withSession = rows.filter((row) => row.withSession > 0);
    expect(withSession).toHaveLength(1);
    expect(withSession[0]).toMatchObject({
      rule: '942330',
      path: '/checkout/address',
      networks: 18,
    });
    expect(withSession[0]?.withSession).toBe(withSession[0]?.withHeaders);
    expect(withSession[0]?.matched).toHaveLength(3);
  });
});
