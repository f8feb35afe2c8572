import { describe, expect, it } from 'vitest';
import { numberOf, timeSeries } from '../../src/contract/time-series.ts';

describe('a chart object', () => {
  it('becomes points in order of time', () => {
    const chart = { '2026-03-18T13:57:00Z': 5, '2026-03-18T13:56:00Z': 0 };
    expect(timeSeries(chart, numberOf)).toEqual([
      { at: Date.parse('2026-03-18T13:56:00Z'), value: 0 },
      { at: Date.parse('2026-03-18T13:57:00Z'), value: 5 },
    ]);
  });

  it('reads stamps without a zone as UTC', () => {
    expect(timeSeries({ '2026-03-18T00:00:00': 1 }, numberOf)).toEqual([
      { at: Date.UTC(2026, 2, 18), value: 1 },
    ]);
  });

  it('leaves out values that are none', () => {
    const chart = { '2026-03-18T13:56:00Z': null, '2026-03-18T13:57:00Z': 7 };
    expect(timeSeries(chart, numberOf)).toHaveLength(1);
  });

  it('is empty when there are no points', () => {
    expect(timeSeries({}, numberOf)).toEqual([]);
  });

  it.each([
    [null],
    [[1, 2]],
    ['text'],
    [{ latest: 5 }],
    [{ '2026-03-18T13:56:00Z': 1, total: 2 }],
    [{ '2026-03-18T13:56:00Z': { p50: 1 } }],
  ])('is not one when it is %j', (chart) => {
    expect(timeSeries(chart, numberOf)).toBeUndefined();
  });
});
