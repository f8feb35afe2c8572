import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { parseFilter } from '../../../src/events/filter/parse.ts';
import { OUTCOMES } from '../../../src/events/outcome.ts';
import { answering } from '../../../src/events/questions/ask.ts';
import { FACET_ORDERS } from '../../../src/events/questions/facets.ts';
import type {
  FacetsQuestion,
  PageQuestion,
  Scope,
} from '../../../src/events/questions/question.ts';
import { COLUMNS, type ColumnName } from '../../../src/events/storage/columns.ts';
import { EventStore } from '../../../src/events/store.ts';
import { bucketsOf, type TimeRange } from '../../../src/events/time-range.ts';
import { answerTo } from '../answer-to.ts';
import { anyRange, anyScope, EVERYWHERE, scopedIds, second } from '../arbitrary-scope.ts';
import { entryWith, SAMPLE_DAY } from '../sample-entries.ts';

const facetsOf = (
  scope: Scope,
  columns: readonly ColumnName[],
  more: Partial<FacetsQuestion> = {},
): FacetsQuestion => ({
  kind: 'facets',
  scope,
  columns,
  order: 'count',
  direction: 'descending',
  most: 1000,
  baseline: null,
  ...more,
});

/** The only facet of an answer. */
function facet(
  store: EventStore,
  column: ColumnName,
  more: Partial<FacetsQuestion> = {},
  scope: Scope = EVERYWHERE,
) {
  const { facets, ...all } = answerTo(store, facetsOf(scope, [column], more));
  return { ...all, ...(facets[0] ?? expect.fail('there is no facet')) };
}

const within = (store: EventStore, id: number, { from, until }: TimeRange) => {
  const time = store.time(id);
  return time !== null && time >= from && time < until;
};

/** Counted again, entry by entry. */
function naive(
  store: EventStore,
  ids: readonly number[],
  before: readonly number[] | null,
  column: (typeof COLUMNS)[number],
) {
  const valued = (some: readonly number[], value: string) =>
    some.filter((id) => store.value(id, column) === value);
  const values = new Set(ids.map((id) => store.value(id, column)));
  values.delete(null);
  return [...values].map((each) => {
    const value = each ?? '';
    const own = valued(ids, value);
    const of = (outcome: string) =>
      own.filter((id) => {
        const status = (store.value(id, 'status') ?? '').toLowerCase();
        const known = (OUTCOMES as readonly string[]).slice(0, 3).includes(status);
        return (known ? status : 'other') === outcome;
      }).length;
    const times = own.flatMap((id) => store.time(id) ?? []);
    const share = own.length / ids.length;
    return {
      value,
      count: own.length,
      share,
      split: Object.fromEntries(OUTCOMES.map((outcome) => [outcome, of(outcome)])),
      first: times.length === 0 ? null : Math.min(...times),
      last: times.length === 0 ? null : Math.max(...times),
      change: before && share - valued(before, value).length / Math.max(1, before.length),
    };
  });
}

// Assumption: label-values
test('every figure of a value is the same as counting the selected entries one by one', () => {
  const anyBaseline = fc.option(anyRange, { nil: null });
  fc.assert(
    fc.property(
      ...[anyScope, fc.constantFrom(...COLUMNS), anyBaseline],
      ({ store, scope }, column, baseline) => {
        const ids = scopedIds(store, scope);
        const { filter, moment } = scope;
        const before = baseline && scopedIds(store, { filter, moment, range: baseline });
        const expected = naive(store, ids, before, column);
        const { facets, total, split } = answerTo(store, facetsOf(scope, COLUMNS, { baseline }));
        const found = facets[COLUMNS.indexOf(column)] ?? expect.fail('it has no such facet');
        const byValue = (some: readonly { readonly value: string }[]) =>
          some.toSorted((a, b) => (a.value < b.value ? -1 : 1));
        const told = found.values.map(({ isNew: _, ...rest }) => rest);
        expect(byValue(told)).toEqual(byValue(expected));
        expect(total).toBe(ids.length);
        expect(answerTo(store, { kind: 'count', scope })).toEqual({ total, split });
        expect(found.distinct).toBe(expected.length);
        const absent = ids.filter((id) => store.value(id, column) === null);
        expect(found.absent).toBe(absent.length);
        const all = Array.from({ length: store.size }, (_, rank) => store.at(rank) ?? -1);
        const known = new Set(
          all
            .filter((id) => baseline && within(store, id, baseline))
            .map((id) => store.value(id, column)),
        );
        for (const { value, isNew } of found.values)
          expect(isNew).toBe(baseline !== null && !known.has(value));
        const most = expected.reduce((sum, { count }) => Math.max(sum, count), 0);
        expect(found.top?.count ?? 0).toBe(most);
      },
    ),
    { numRuns: 300 },
  );
});

test('values are sorted as requested, and equal ones by count and text', () => {
  fc.assert(
    fc.property(
      anyScope,
      fc.constantFrom(...FACET_ORDERS),
      fc.constantFrom('descending' as const, 'ascending' as const),
      fc.constantFrom(1, 2, 1000),
      ({ store, scope }, order, direction, most) => {
        const baseline = { from: SAMPLE_DAY, until: second(20) };
        const asked = { order, direction, baseline };
        const { values } = facet(store, 'country', asked, scope);
        const keyOf = ({ count, split, first, change }: (typeof values)[number]) =>
          ({
            count,
            logged: split.logged,
            passed: split.logged / count,
            first: first ?? Number.POSITIVE_INFINITY,
            change: change ?? 0,
          })[order];
        const sorted = values.toSorted(
          (a, b) =>
            (keyOf(a) === keyOf(b) ? 0 : keyOf(a) - keyOf(b)) *
              (direction === 'ascending' ? 1 : -1) ||
            b.count - a.count ||
            (a.value < b.value ? -1 : 1),
        );
        expect(values.map(({ value }) => value)).toEqual(sorted.map(({ value }) => value));
        expect(facet(store, 'country', { ...asked, most }, scope).values).toEqual(
          values.slice(0, most),
        );
      },
    ),
    { numRuns: 200 },
  );
});

test('a trend is the count of the value by bucket', () => {
  fc.assert(
    fc.property(anyScope, ({ store, scope }) => {
      const buckets = bucketsOf({ from: SAMPLE_DAY, until: second(40) }, 5000);
      const { values: found } = facet(store, 'status', { most: 3 }, scope);
      const values = [...found.map(({ value }) => value), 'never seen'];
      const of = [{ column: 'status' as const, values }];
      const { trends } = answerTo(store, { kind: 'trends', scope, of, buckets });
      const ids = scopedIds(store, scope);
      for (const [index, value] of values.entries()) {
        const expected = new Uint32Array(buckets.count);
        for (const id of ids) {
          const bucket = Math.floor(((store.time(id) ?? -1) - buckets.start) / buckets.size);
          if (store.value(id, 'status') === value && bucket in expected) {
            expected[bucket] = (expected[bucket] ?? 0) + 1;
          }
        }
        expect(trends[0]?.[index]).toEqual(expected);
      }
    }),
    { numRuns: 200 },
  );
});

test('pages have every entry of a scope once, newest first, even if entries arrive between two pages', () => {
  fc.assert(
    fc.property(anyScope, fc.integer({ min: 1, max: 9 }), ({ store, scope }, most) => {
      const ids = scopedIds(store, scope);
      const found: (string | null)[] = [];
      let after: string | null = null;
      let last = Number.POSITIVE_INFINITY;
      do {
        const page: ReturnType<typeof answerTo<PageQuestion>> = answerTo(store, {
          kind: 'page',
          scope,
          most,
          after,
        });
        expect(page.entries.length).toBeLessThanOrEqual(most);
        for (const { time, entry } of page.entries) {
          expect(time ?? Number.NEGATIVE_INFINITY).toBeLessThanOrEqual(last);
          last = time ?? Number.NEGATIVE_INFINITY;
          found.push(entry.logId);
        }
        after = page.next;
        store.add('9', [entryWith({ logId: `new ${found.length}`, timestamp: second(9e6) })]);
      } while (after !== null);
      expect(found.toReversed()).toEqual(ids.map((id) => store.entry(id).logId));
    }),
    { numRuns: 100 },
  );
});

test('entries that arrive during the count are not counted', () => {
  const store = new EventStore({ segmentRows: 2 });
  const entry = (at: number) => entryWith({ logId: String(at), timestamp: SAMPLE_DAY + at });
  for (let at = 0; at < 6; at += 1) store.add('7', [entry(at)]);
  const work = answering(store, facetsOf(EVERYWHERE, ['country']));
  work.next();
  store.add('7', [entry(7)]);
  let step = work.next();
  while (!step.done) step = work.next();
  expect(step.value.answer.total).toBe(6);
});

describe('facets', () => {
  it('list equal counts in order of their text', () => {
    const store = new EventStore();
    const countries = ['DE', 'AT', 'FR', 'AT', 'FR', 'DE'];
    store.add(
      '7',
      countries.map((country, at) => entryWith({ logId: String(at), labels: { country } })),
    );
    const { values } = facet(store, 'country', { most: 3 });
    expect(values.map(({ value }) => value)).toEqual(['AT', 'DE', 'FR']);
  });

  it('say how many entries have values that are not distinguished', () => {
    const store = new EventStore({ dictionaries: { values: 2 } });
    store.add(
      '7',
      Array.from({ length: 5 }, (_, at) =>
        entryWith({ logId: String(at), labels: { asn: `${at}` } }),
      ),
    );
    expect(facet(store, 'asn')).toMatchObject({ total: 5, distinct: 2, other: 3, absent: 0 });
  });

  it('do not count evicted entries', () => {
    const store = new EventStore({
      segmentRows: 16,
      maxBytes: 200_000,
      dictionaries: { values: 100 },
    });
    for (let at = 0; at < 3000; at += 1) {
      const timestamp = SAMPLE_DAY + at;
      store.add('7', [entryWith({ logId: String(at), timestamp, log: 'x'.repeat(300) })]);
    }
    expect(store.counts.evicted).toBeGreaterThan(0);
    expect(facet(store, 'country')).toMatchObject({
      total: store.size,
      values: [{ value: 'BG', count: store.size }],
    });
  });

  it('mark a value as new if the baseline does not have it, regardless of the filter', () => {
    const minute = 60_000;
    const store = new EventStore({ unit: 'ms', segmentRows: 3 });
    const rows = [
      [0, 'BG', 'GET'],
      [70, 'BG', 'POST'],
      [80, 'RU', 'POST'],
    ] as const;
    store.add(
      '7',
      rows.map(([at, country, method]) =>
        entryWith({
          logId: String(at),
          timestamp: SAMPLE_DAY + at * minute,
          labels: { country, method },
        }),
      ),
    );
    const baseline = { from: SAMPLE_DAY, until: SAMPLE_DAY + 60 * minute };
    const scope = { ...EVERYWHERE, filter: parseFilter('method:POST').filter };
    const { values } = facet(store, 'country', { baseline }, scope);
    expect(values.map(({ value, isNew }) => [value, isNew])).toEqual([
      ['BG', false],
      ['RU', true],
    ]);
  });
});
