import { describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorKind } from '../../../src/contract/api-error.ts';
import { type Fact, subjectKey, UNWATCHED } from '../../../src/history/fact.ts';
import { NO_HISTORY } from '../../../src/history/history-state.ts';
import { summaries } from '../../../src/panes/apps/cells.ts';
import { appColumns } from '../../../src/panes/apps/columns.ts';
import { visibleApps } from '../../../src/panes/apps/list.ts';
import {
  appRow,
  changedRow,
  EMPTY_APPS,
  isDeleted,
  isRefused,
  refreshed,
  withKnown,
} from '../../../src/panes/apps/state.ts';
import { failed } from '../../../src/state/loadable.ts';
import { lineText } from '../../support/line-text.ts';
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
    expect(first).toMatchObject({ before: null, latencies: [{ at: 0, value: 10 }] });
    const second = refreshed(first, loaded(12));
    expect(second.before?.currentLatency?.indicator).toBe(10);
    expect(second.latencies.map(({ value }) => value)).toEqual([10, 12]);
  });

  it('records a missing latency', () => {
    const [sample] = refreshed(appRow('a', 'shop'), loaded(null)).latencies;
    expect(sample?.value).toBeNaN();
  });

  it('keeps a bounded number of latencies', () => {
    let row = appRow('a', 'shop');
    for (let poll = 0; poll < 500; poll += 1) row = refreshed(row, loaded(poll));
    expect(row.latencies.length).toBeLessThanOrEqual(100);
    expect(row.latencies.at(-1)?.value).toBe(499);
  });

  it('keeps its data when a poll fails', () => {
    const row = refreshed(appRow('a', 'shop'), loaded(10));
    const error = new ApiError({ kind: 'timeout', title: 'No answer' });
    const after = refreshed(row, failed(row.overview, error, at(5)));
    expect(after.latencies).toEqual(row.latencies);
    expect(after.issues).toBe(row.issues);
    expect(after.overview).toMatchObject({ kind: 'failed', last: row.overview });
  });
});

describe('what the history knows of a row', () => {
  const fact = (by: number): Fact => ({
    kind: 'health',
    subject: { kind: 'apps', id: 'a' },
    severity: 'good',
    place: '',
    from: null,
    to: null,
    after: null,
    by,
  });
  const historyOf = (by: number) => ({
    ...NO_HISTORY,
    health: new Map([
      [subjectKey({ kind: 'apps', id: 'a' }), { latest: fact(by), firstIssue: null }],
    ]),
  });
  const [row] = withKnown([refreshed(appRow('a', 'shop'), loaded(10))], historyOf(500));

  it('is since when it is as it is', () => {
    expect(row?.known).toEqual({ at: 500, how: 'before', hasGaps: false, severity: 'fine' });
  });

  it('leaves the row as it is while that is nothing new', () => {
    expect(row && withKnown([row], historyOf(500))[0]).toBe(row);
    expect(row && withKnown([row], historyOf(600))[0]?.known?.at).toBe(600);
    expect(row && withKnown([row], NO_HISTORY)[0]?.known).toBeNull();
  });

  it('has gaps once the history knows that nobody watched for a while', () => {
    const watchedTwice = new Map([
      [
        subjectKey({ kind: 'apps', id: 'a' }),
        [
          { since: 500, until: 1000 },
          { since: 1000 + 2 * UNWATCHED, until: 1000 + 3 * UNWATCHED },
        ],
      ],
    ]);
    const ungapped = { ...historyOf(500), watched: new Map() };
    const before = withKnown([refreshed(appRow('a', 'shop'), loaded(10))], ungapped);
    expect(before[0]?.known).toMatchObject({ at: 500, hasGaps: false });
    const later = withKnown(before, { ...historyOf(500), watched: watchedTwice });
    expect(later[0]?.known).toMatchObject({ at: 500, hasGaps: true });
  });

  it('has a gap at the start if nobody watched since the history ended', () => {
    const kept = (until: number) => ({
      ...historyOf(500),
      watched: new Map([[subjectKey({ kind: 'apps', id: 'a' }), [{ since: 500, until }]]]),
    });
    const answered = refreshed(appRow('a', 'shop'), loaded(10, 5 * UNWATCHED));
    const hasGaps = (until: number) => withKnown([answered], kept(until))[0]?.known?.hasGaps;
    expect(hasGaps(1000)).toBe(true);
    // A running watch keeps every minute that it goes on.
    expect(hasGaps(4 * UNWATCHED)).toBe(false);
  });
});

describe('use 8: the row of a deleted application', () => {
  const error = (kind: ApiErrorKind) => new ApiError({ kind, title: kind });
  const known = { ...refreshed(appRow('a', 'shop'), loaded(10)), deletionAsked: at(1) };
  const deleted = refreshed(known, failed(known.overview, error('not-found'), at(5)));

  it('stays deleted whatever arrives later', () => {
    expect(deleted).toMatchObject({ deleted: at(5), overview: { kind: 'waiting' } });
    for (const late of [
      loaded(10, 6),
      failed(deleted.overview, error('unreachable'), at(6)),
      failed(deleted.overview, error('not-found'), at(6)),
    ]) {
      expect(refreshed(deleted, late)).toBe(deleted);
    }
  });

  it('is not assumed after a 404 without a requested deletion', () => {
    const row = refreshed(appRow('a', 'shop'), loaded(10));
    const after = refreshed(row, failed(row.overview, error('not-found'), at(5)));
    expect(isDeleted(after)).toBe(false);
    expect(isRefused(after.overview)).toBe(true);
  });

  it('says so, and has no old figures', () => {
    const cells = appColumns({
      rows: [deleted],
      now: at(600_000),
      interval: 5000,
      zone: 'utc',
    }).map(({ cell }) => lineText([cell(deleted, 20)].flat()));
    expect(cells.join(' ')).toContain('Deleted (404)');
    expect(cells.join(' ')).not.toMatch(/active|10 min/);
  });

  it('is not counted and is no problem', () => {
    const rows = [known, deleted];
    expect(summaries(rows)[0]).toBe('1 watched');
    const state = { ...EMPTY_APPS, rows, onlyProblems: true };
    expect(visibleApps(state, at(0))).toEqual([]);
  });
});

it('a change is made to one row and the others stay the same objects', () => {
  const rows = [appRow('a', 'one'), appRow('b', 'two')];
  const after = changedRow(rows, 'b', (row) => ({ ...row, name: 'new' }));
  expect(after[0]).toBe(rows[0]);
  expect(after[1]?.name).toBe('new');
});
