import { describe, expect, test } from 'vitest';
import { firstHour, newSinceBaseline } from '../../src/events/baseline.ts';
import { EventStore } from '../../src/events/store.ts';
import { entryWith, SAMPLE_DAY } from './sample-entries.ts';

const MINUTE = 60_000;

function storeOf(rows: readonly (readonly [minute: number, country: string])[]) {
  const store = new EventStore({ unit: 'ms', segmentRows: 3 });
  store.add(
    '7',
    rows.map(([minute, country], at) =>
      entryWith({
        logId: String(at),
        timestamp: SAMPLE_DAY + minute * MINUTE,
        labels: { country },
      }),
    ),
  );
  return store;
}

describe('new since the baseline', () => {
  const store = storeOf([
    [0, 'BG'],
    [30, 'DE'],
    [70, 'BG'],
    [80, 'RU'],
    [75, 'RU'],
    [90, 'CN'],
  ]);
  const baseline = firstHour(store);

  test('the baseline is the first hour that is loaded', () => {
    expect(baseline).toEqual({ from: SAMPLE_DAY, until: SAMPLE_DAY + 60 * MINUTE });
    expect(firstHour(new EventStore())).toBeNull();
  });

  test('are the values it does not have, with their count and when they were first seen', () => {
    expect(newSinceBaseline(store, 'country', baseline ?? never(), 10)).toEqual([
      expect.objectContaining({ value: 'RU', count: 2, firstSeen: SAMPLE_DAY + 75 * MINUTE }),
      expect.objectContaining({ value: 'CN', count: 1, firstSeen: SAMPLE_DAY + 90 * MINUTE }),
    ]);
  });

  test('are looked for among the selected entries only', () => {
    const range = { from: SAMPLE_DAY + 85 * MINUTE, until: SAMPLE_DAY + 95 * MINUTE };
    const found = newSinceBaseline(store, 'country', baseline ?? never(), 10, { range });
    expect(found.map(({ value }) => value)).toEqual(['CN']);
  });

  test('are no more than asked for, the most frequent first', () => {
    const found = newSinceBaseline(store, 'country', baseline ?? never(), 1);
    expect(found.map(({ value }) => value)).toEqual(['RU']);
  });
});

function never(): never {
  throw new Error('the store has entries with a time');
}
