import fc from 'fast-check';
import { expect, test } from 'vitest';
import { familyOf } from '../../../src/events/filter/coarse.ts';
import { foldCase } from '../../../src/events/filter/glob.ts';
import { gTest } from '../../../src/events/questions/comparison.ts';
import { readLogSample } from '../../../src/events/questions/log-sample.ts';
import { COLUMNS } from '../../../src/events/storage/columns.ts';
import type { EventStore } from '../../../src/events/store.ts';
import { answerTo } from '../answer-to.ts';
import { anyRange, anyScope, scopedIds } from '../arbitrary-scope.ts';
import { SAMPLE_DAY } from '../sample-entries.ts';

const buckets = { start: SAMPLE_DAY, size: 7000, count: 6 };

const barOf = (time: number | null) =>
  time === null ? -1 : Math.floor((time - buckets.start) / buckets.size);

const outcomesOf = (store: EventStore, ids: readonly number[]) => {
  const words = ids.map((id) => store.value(id, 'status')?.toLowerCase());
  const of = (word: string) => words.filter((each) => each === word).length;
  const [blocked, challenged, logged] = [of('blocked'), of('challenged'), of('logged')];
  return { blocked, challenged, logged, other: ids.length - blocked - challenged - logged };
};

test('a comparison has every value whose share differs, with its counts in both periods', () => {
  fc.assert(
    fc.property(anyScope, anyRange, anyRange, ({ store, scope }, a, b) => {
      const answer = answerTo(store, { kind: 'comparison', scope, a, b, most: 10_000 });
      const ids = scopedIds(store, scope);
      const within = (id: number, { from, until }: typeof a) => {
        const time = store.time(id);
        return time !== null && time >= from && time < until;
      };
      const inA = ids.filter((id) => within(id, a));
      const inB = ids.filter((id) => within(id, b) && !within(id, a));
      expect(answer).toMatchObject({ a: inA.length, b: inB.length });
      const expected = COLUMNS.flatMap((column) => {
        const values = new Set([...inA, ...inB].map((id) => store.value(id, column)));
        return [...values].flatMap((value) => {
          const countIn = (of: readonly number[]) =>
            of.filter((id) => store.value(id, column) === value).length;
          const [x, y] = [countIn(inA), countIn(inB)];
          return x * inB.length === y * inA.length ? [] : [`${column} ${value} ${x} ${y}`];
        });
      });
      const found = answer.rows.map((row) => `${row.column} ${row.value} ${row.a} ${row.b}`);
      expect([...found].sort()).toEqual(expected.sort());
      const order = answer.rows.map((row) => row.g);
      expect(order).toEqual([...order].sort((x, y) => y - x));
    }),
    { numRuns: 60 },
  );
});

test('significance is zero for equal shares, and grows with the difference and the counts', () => {
  expect(gTest(10, 100, 20, 200)).toBeCloseTo(0);
  expect(gTest(20, 100, 20, 200)).toBeGreaterThan(gTest(15, 100, 20, 200));
  expect(gTest(200, 1000, 200, 2000)).toBeGreaterThan(gTest(20, 100, 20, 200));
  // A published example: 110 of 2,552 word pairs compared with 111 of 29,225.
  expect(gTest(110, 2552, 111, 29_225)).toBeCloseTo(270.72, 0);
});

test('a trial counts the entries that a filter hits by every field, and those that passed today', () => {
  fc.assert(
    fc.property(anyScope, ({ store, scope }) => {
      const answer = answerTo(store, { kind: 'trial', scope, limit: null, most: 1000 });
      const ids = scopedIds(store, scope);
      expect(answer.total).toBe(ids.length);
      expect(answer.outcomes).toEqual(outcomesOf(store, ids));
      const read = {
        status: (id: number) => store.value(id, 'status'),
        country: (id: number) => store.value(id, 'country'),
        asn: (id: number) => store.value(id, 'asn'),
        zone: (id: number) => store.zoneOf(id),
        family: (id: number) => {
          const agent = store.value(id, 'userAgent');
          return agent === null ? null : familyOf(agent);
        },
      };
      for (const field of ['status', 'country', 'asn', 'zone', 'family'] as const) {
        const own = Map.groupBy(ids, read[field]);
        const rows = answer.groups.filter((group) => group.field === field);
        expect(rows).toHaveLength(own.size);
        for (const { value, count, outcomes } of rows) {
          expect(count).toBe(own.get(value)?.length);
          expect(outcomes).toEqual(outcomesOf(store, own.get(value) ?? []));
        }
      }
      const passed = ids.filter((id) => store.value(id, 'status')?.toLowerCase() === 'logged');
      expect(answer.samples).toHaveLength(Math.min(5, passed.length));
      const logIds = passed.map((id) => store.logIdOf(id));
      for (const { logId } of answer.samples) expect(logIds).toContain(logId);
    }),
    { numRuns: 60 },
  );
});

test('a limit stops exactly the requests that exceed its count within its period', () => {
  const anyLimit = fc.record({
    by: fc.constantFrom('address' as const, 'network' as const, 'all' as const),
    requests: fc.integer({ min: 1, max: 4 }),
    seconds: fc.constantFrom(1, 10, 60),
  });
  fc.assert(
    fc.property(anyScope, anyLimit, ({ store, scope }, limit) => {
      const { limit: found } = answerTo(store, { kind: 'trial', scope, limit, most: 1000 });
      const stamped = scopedIds(store, scope).flatMap((id) => {
        const time = store.time(id);
        const key =
          limit.by === 'all' ? '' : store.value(id, limit.by === 'network' ? 'asn' : 'remoteIp');
        return time === null || key === null ? [] : [{ key, time }];
      });
      expect(found?.leftOut).toBe(scopedIds(store, scope).length - stamped.length);
      let [keys, over] = [0, 0];
      for (const own of Map.groupBy(stamped, ({ key }) => key).values()) {
        // Equal times are ordered by position, as the requests would arrive.
        const times = own.map(({ time }) => time).sort((x, y) => x - y);
        const inside = times.map(
          (time, at) =>
            times.slice(0, at + 1).filter((each) => each > time - limit.seconds * 1000).length,
        );
        const stopped = inside.filter((each) => each > limit.requests).length;
        over += stopped;
        if (stopped === 0) continue;
        keys += 1;
        const row = found?.rows.find(({ value }) => (value ?? '') === own[0]?.key);
        expect(row).toEqual({
          value: limit.by === 'all' ? null : own[0]?.key,
          count: times.length,
          peak: Math.max(...inside),
          over: stopped,
        });
      }
      expect(found).toMatchObject({ keys, over });
    }),
    { numRuns: 60 },
  );
});

test('a heat map and a list of zones have the same cells as counting one by one', () => {
  fc.assert(
    fc.property(anyScope, fc.constantFrom(...COLUMNS), ({ store, scope }, column) => {
      const ids = scopedIds(store, scope);
      const map = answerTo(store, { kind: 'heat-map', scope, column, most: 1000, buckets });
      expect(map.total).toBe(ids.length);
      const values = Map.groupBy(ids, (id) => store.value(id, column));
      expect(map.rows).toHaveLength(values.size);
      for (const { value, count, cells } of map.rows) {
        const own = values.get(value) ?? [];
        expect(count).toBe(own.length);
        for (const [bar, cell] of cells.entries()) {
          expect(cell).toBe(own.filter((id) => barOf(store.time(id)) === bar).length);
        }
      }
      const wall = answerTo(store, { kind: 'zones', scope, buckets });
      const zones = Map.groupBy(ids, (id) => store.zoneOf(id));
      for (const row of wall.rows) {
        const own = zones.get(row.zone) ?? [];
        expect(row.outcomes).toEqual(outcomesOf(store, own));
        expect(row.late).toBe(own.filter((id) => store.isLate(id)).length);
        for (const [bar, passed] of row.passed.entries()) {
          const there = outcomesOf(
            store,
            own.filter((id) => barOf(store.time(id)) === bar),
          );
          expect(passed).toBe(there.logged);
          expect(row.stopped[bar]).toBe(there.blocked + there.challenged);
        }
      }
      expect(wall.total).toBe(ids.length);
    }),
    { numRuns: 60 },
  );
});

test('matches are rule, operator and path, with data of their newest entries', () => {
  fc.assert(
    fc.property(anyScope, ({ store, scope }) => {
      const answer = answerTo(store, { kind: 'matches', scope, most: 1000 });
      const ids = scopedIds(store, scope);
      const value = (id: number, column: (typeof COLUMNS)[number]) => store.value(id, column);
      const keyOf = (...values: readonly (string | null)[]) =>
        JSON.stringify(values.map((each) => each && foldCase(each)));
      const groups = Map.groupBy(ids, (id) =>
        keyOf(value(id, 'ruleId'), value(id, 'trigger'), value(id, 'path')),
      );
      expect(answer).toMatchObject({ groups: groups.size, total: ids.length, leftOut: 0 });
      for (const row of answer.rows) {
        const own = groups.get(keyOf(row.rule, row.trigger, row.path)) ?? [];
        const distinct = (column: (typeof COLUMNS)[number]) =>
          new Set(own.flatMap((id) => value(id, column) ?? [])).size;
        expect(row.count).toBe(own.length);
        expect(row.outcomes).toEqual(outcomesOf(store, own));
        expect(row.addresses).toBe(distinct('remoteIp'));
        expect(row.networks).toBe(distinct('asn'));
        const when = (id: number) => store.time(id) ?? Number.NEGATIVE_INFINITY;
        const logs = [...own]
          .sort((x, y) => when(y) - when(x) || y - x)
          .slice(0, 8)
          .map((id, at) => ({
            ...readLogSample(store.log(id)),
            // Only those of the newest are shown.
            ...(at > 0 && { url: null, message: null }),
            time: store.time(id),
            asn: store.value(id, 'asn'),
          }));
        expect(row.samples).toEqual(logs);
        expect(row.withHeaders).toBe(logs.filter(({ hasSession }) => hasSession !== null).length);
        expect(row.withSession).toBe(logs.filter(({ hasSession }) => hasSession).length);
      }
    }),
    { numRuns: 60 },
  );
});
