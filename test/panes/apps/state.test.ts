import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/contract/api-error.ts';
import { appRow, changedRow, refreshed } from '../../../src/panes/apps/state.ts';
import { failed } from '../../../src/state/loadable.ts';
import { overviewOf } from '../../support/overviews.ts';

const at = (elapsed: number) => ({ wall: 1000 + elapsed, elapsed });

const loaded = (latency: number | null, elapsed = 0) => ({
  kind: 'loaded' as const,
  value: overviewOf({ currentLatency: latency === null ? null : { indicator: latency } }),
  at: at(elapsed),
  took: 3,
});

describe('a row', () => {
  it('remembers the overview before, and the latencies', () => {
    const first = refreshed(appRow('a', 'shop'), loaded(10));
    expect(first).toMatchObject({ before: null, latencies: [10] });
    const second = refreshed(first, loaded(12));
    expect(second.before?.currentLatency?.indicator).toBe(10);
    expect(second.latencies).toEqual([10, 12]);
  });

  it('notes a missing latency as missing', () => {
    expect(refreshed(appRow('a', 'shop'), loaded(null)).latencies).toEqual([Number.NaN]);
  });

  it('remembers no more latencies than a screen can show', () => {
    let row = appRow('a', 'shop');
    for (let poll = 0; poll < 500; poll += 1) row = refreshed(row, loaded(poll));
    expect(row.latencies.length).toBeLessThanOrEqual(100);
    expect(row.latencies.at(-1)).toBe(499);
  });

  it('keeps what it knew when a poll fails', () => {
    const row = refreshed(appRow('a', 'shop'), loaded(10));
    const error = new ApiError({ kind: 'timeout', title: 'No answer' });
    const after = refreshed(row, failed(row.overview, error, at(5)));
    expect(after.latencies).toEqual([10]);
    expect(after.overview).toMatchObject({ kind: 'failed', last: row.overview });
  });
});

it('a change is made to one row and the others stay the same objects', () => {
  const rows = [appRow('a', 'one'), appRow('b', 'two')];
  const after = changedRow(rows, 'b', (row) => ({ ...row, name: 'new' }));
  expect(after[0]).toBe(rows[0]);
  expect(after[1]?.name).toBe('new');
});
