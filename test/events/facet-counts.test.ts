import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countFacets, FACET_ORDERS, type FacetCounts } from '../../src/events/facet-counts.ts';
import { firstHour } from '../../src/events/facets.ts';
import { parseFilter } from '../../src/events/filter/parse.ts';
import { FilteredView } from '../../src/events/filtered-view.ts';
import { OUTCOMES } from '../../src/events/outcome.ts';
import { COLUMNS } from '../../src/events/storage/columns.ts';
import { EventStore } from '../../src/events/store.ts';
import { anySelection, second } from './arbitrary-selection.ts';
import { entryWith, SAMPLE_DAY } from './sample-entries.ts';

function finished(...of: Parameters<typeof countFacets>): FacetCounts {
  const work = countFacets(...of);
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
}

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
test('every figure of a value is what counting the selected entries one by one gives', () => {
  fc.assert(
    fc.property(
      anySelection,
      fc.constantFrom(...COLUMNS),
      fc.option(fc.tuple(fc.nat(45), fc.nat(45)), { nil: null }),
      ({ store, selection, ids }, column, base) => {
        // A time range is part of what a view keeps.
        fc.pre(selection.range === undefined);
        const range = base && { from: second(Math.min(...base)), until: second(Math.max(...base)) };
        const { view } = selection;
        const counts = finished(store, COLUMNS, view, range && { range, view });
        const within = (id: number) => {
          const time = store.time(id);
          return range !== null && time !== null && time >= range.from && time < range.until;
        };
        const before = range && ids.filter(within);
        const expected = naive(store, ids, before, column);
        const found = [...counts.codes(column)].map((code) => counts.value(column, code));
        const byValue = (some: readonly { readonly value: string }[]) =>
          some.toSorted((a, b) => (a.value < b.value ? -1 : 1));
        const told = found.map(({ code: _, isNew: __, ...rest }) => rest);
        expect(byValue(told)).toEqual(byValue(expected));
        expect(counts.total).toBe(ids.length);
        expect(counts.distinct(column)).toBe(expected.length);
        expect(counts.beside(column).absent).toBe(
          ids.filter((id) => store.value(id, column) === null).length,
        );
        const all = Array.from({ length: store.size }, (_, rank) => store.at(rank) ?? -1);
        const known = new Set(all.filter(within).map((id) => store.value(id, column)));
        for (const { value, isNew } of found)
          expect(isNew).toBe(range !== null && !known.has(value));
        const most = found.reduce((sum, { count }) => Math.max(sum, count), 0);
        expect(counts.top(column)?.count ?? 0).toBe(most);
      },
    ),
    { numRuns: 300 },
  );
});

test('values are sorted by what is asked for, equal ones by their number and text', () => {
  fc.assert(
    fc.property(
      anySelection,
      fc.constantFrom(...FACET_ORDERS),
      fc.constantFrom('descending' as const, 'ascending' as const),
      ({ store, selection: { view } }, order, direction) => {
        const range = { from: SAMPLE_DAY, until: second(20) };
        const counts = finished(store, COLUMNS, view, { range, view });
        const found = [...counts.codes('country', order, direction)].map((code) =>
          counts.value('country', code),
        );
        const keyOf = ({ count, split, first, change }: (typeof found)[number]) =>
          ({
            count,
            logged: split.logged,
            passed: split.logged / count,
            first: first ?? Number.POSITIVE_INFINITY,
            change: change ?? 0,
          })[order];
        const sorted = found.toSorted(
          (a, b) =>
            (keyOf(a) === keyOf(b) ? 0 : keyOf(a) - keyOf(b)) *
              (direction === 'ascending' ? 1 : -1) ||
            b.count - a.count ||
            (a.value < b.value ? -1 : 1),
        );
        expect(found.map(({ value }) => value)).toEqual(sorted.map(({ value }) => value));
      },
    ),
    { numRuns: 150 },
  );
});

test('what comes while they are counted is not counted, and what is evicted is', () => {
  const store = new EventStore({ segmentRows: 2 });
  const entry = (at: number) => entryWith({ logId: String(at), timestamp: SAMPLE_DAY + at });
  for (let at = 0; at < 6; at += 1) store.add('7', [entry(at)]);
  const view = new FilteredView(store, parseFilter('').filter, {
    now: SAMPLE_DAY,
    day: SAMPLE_DAY,
    offsetMinutes: 0,
  });
  const work = countFacets(store, ['country'], view);
  work.next();
  store.add('7', [entry(7)]);
  let step = work.next();
  while (!step.done) step = work.next();
  expect(step.value.total).toBe(6);
});

test('a value is new where the first hour that is loaded has none of it, whatever filters leave of that', () => {
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
  const range = firstHour(store);
  expect(range).toEqual({ from: SAMPLE_DAY, until: SAMPLE_DAY + 60 * minute });
  expect(firstHour(new EventStore())).toBeNull();
  const moment = { now: SAMPLE_DAY, day: SAMPLE_DAY, offsetMinutes: 0 };
  const view = new FilteredView(store, parseFilter('method:POST').filter, moment);
  while (view.advance(1000));
  const counts = finished(store, ['country'], view, range && { range, view });
  const found = [...counts.codes('country')].map((code) => counts.value('country', code));
  expect(found.map(({ value, isNew }) => [value, isNew])).toEqual([
    ['BG', false],
    ['RU', true],
  ]);
});
