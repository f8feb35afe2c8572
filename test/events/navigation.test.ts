import { describe, expect, test } from 'vitest';
import { parseFilter } from '../../src/events/filter/parse.ts';
import { FilteredView } from '../../src/events/filtered-view.ts';
import { nearestTo, nextGap, nextMatch, severeIn } from '../../src/events/navigation.ts';
import { EventStore } from '../../src/events/store.ts';
import { entryWith, SAMPLE_DAY } from './sample-entries.ts';

const MOMENT = { now: SAMPLE_DAY, day: SAMPLE_DAY, offsetMinutes: 0 };

/** Entries at these seconds, optionally with a severity or a status. */
function openOn(
  rows: readonly (readonly [second: number, labels?: { severity?: string; status?: string }])[],
  filter = '',
) {
  const store = new EventStore({ unit: 'ms' });
  store.add(
    '7',
    rows.map(([second, labels = {}], at) =>
      entryWith({ logId: String(at), timestamp: SAMPLE_DAY + second * 1000, labels }),
    ),
  );
  const view = new FilteredView(store, parseFilter(filter).filter, MOMENT);
  while (view.advance(1000));
  const secondOf = (id: number | undefined) =>
    id === undefined ? undefined : ((store.time(id) ?? 0) - SAMPLE_DAY) / 1000;
  const at = (second: number) => nearestTo(view, SAMPLE_DAY + second * 1000) ?? -1;
  return { store, view, secondOf, at };
}

describe('going to the next entry', () => {
  const { store, view, secondOf, at } = openOn([
    [1],
    [2, { severity: 'CRITICAL' }],
    [3],
    [4, { severity: 'notice' }],
    [5, { severity: 'Error' }],
  ]);
  const isSevere = severeIn(store);

  test('that is severe works in both directions and stops at the ends', () => {
    expect(secondOf(nextMatch(view, at(1), 'newer', isSevere))).toBe(2);
    expect(secondOf(nextMatch(view, at(2), 'newer', isSevere))).toBe(5);
    expect(secondOf(nextMatch(view, at(5), 'newer', isSevere))).toBeUndefined();
    expect(secondOf(nextMatch(view, at(5), 'older', isSevere))).toBe(2);
  });

  test('without a current entry starts at the far end', () => {
    expect(secondOf(nextMatch(view, null, 'newer'))).toBe(1);
    expect(secondOf(nextMatch(view, null, 'older'))).toBe(5);
  });

  test('from an entry hidden by the filter goes to its neighbours', () => {
    const filtered = openOn([[1], [2, { status: 'Logged' }], [3]], 'status:Blocked');
    const hidden = filtered.store.at(1) ?? -1;
    expect(filtered.secondOf(nextMatch(filtered.view, hidden, 'newer'))).toBe(3);
    expect(filtered.secondOf(nextMatch(filtered.view, hidden, 'older'))).toBe(1);
  });
});

test('the next gap is found in both directions', () => {
  const { view, secondOf, at } = openOn([[1], [2], [60], [61], [300]]);
  expect(secondOf(nextGap(view, at(1), 'newer', 30_000))).toBe(60);
  expect(secondOf(nextGap(view, at(60), 'newer', 30_000))).toBe(300);
  expect(secondOf(nextGap(view, at(300), 'newer', 30_000))).toBeUndefined();
  expect(secondOf(nextGap(view, at(61), 'older', 30_000))).toBe(2);
});

test('the entry nearest to a time is the first at or after it, else the last', () => {
  const { view, secondOf, at } = openOn([[10], [20], [30]]);
  expect([0, 10, 11, 30, 99].map((second) => secondOf(at(second)))).toEqual([10, 10, 20, 30, 30]);
  expect(nearestTo(openOn([]).view, SAMPLE_DAY)).toBeUndefined();
  expect(view.size).toBe(3);
});

function severeAmong(labels: readonly { severity?: string | null; status?: string | null }[]) {
  const store = new EventStore();
  store.add(
    '7',
    labels.map((one, at) =>
      entryWith({ logId: String(at), timestamp: SAMPLE_DAY + at, labels: one }),
    ),
  );
  return [...store.ids()].map(severeIn(store));
}

test('severity decides what is severe, ignoring case', () => {
  const severe = severeAmong([
    { severity: 'CRITICAL' },
    { severity: 'notice' },
    { severity: 'Error' },
    { severity: '', status: 'Blocked' },
    { severity: null },
  ]);
  expect(severe).toEqual([true, false, true, false, false]);
});

test('if no entry has a severity, blocked entries are severe', () => {
  const severe = severeAmong([
    { severity: '', status: 'blocked' },
    { severity: null, status: 'Logged' },
    { status: null },
  ]);
  expect(severe).toEqual([true, false, false]);
});
