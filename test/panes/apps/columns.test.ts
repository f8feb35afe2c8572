import { describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorKind } from '../../../src/contract/api-error.ts';
import {
  sinceInCell,
  sinceInWords,
  statusCell,
  statusSpan,
  summaries,
} from '../../../src/panes/apps/cells.ts';
import { appColumns } from '../../../src/panes/apps/columns.ts';
import { type AppRow, appRow, refreshed } from '../../../src/panes/apps/state.ts';
import { failed } from '../../../src/state/loadable.ts';
import { placeColumns } from '../../../src/ui/columns.ts';
import type { Line, Span } from '../../../src/ui/line.ts';
import { overviewOf } from '../../support/overviews.ts';

const at = (elapsed: number) => ({ wall: 1000 + elapsed, elapsed });

function loadedRow(fields: Readonly<Record<string, unknown>>, row = appRow('a', 'shop')): AppRow {
  return refreshed(row, { kind: 'loaded', value: overviewOf(fields), at: at(0), took: 1 });
}

const columnsOf = (rows: readonly AppRow[], elapsed: number) =>
  appColumns({ rows, now: at(elapsed), interval: 5000, zone: 'utc' });

/** What the column `id` shows of `row`, `elapsed` milliseconds after the row was loaded. */
function cell(id: string, row: AppRow, elapsed = 0, width = 20): string {
  const column = columnsOf([row], elapsed).find((each) => each.id === id);
  const drawn: Span | Line = column?.cell(row, width) ?? [];
  return (Array.isArray(drawn) ? drawn : [drawn as Span]).map(({ text }) => text).join('');
}

describe('a number', () => {
  it('is marked for one interval after a change', () => {
    const first = loadedRow({ averageCPU: { indicator: 40 } });
    expect(cell('cpu', first)).toBe('40.0 ');
    const risen = loadedRow({ averageCPU: { indicator: 42.25 } }, first);
    expect(cell('cpu', risen)).toBe('42.3▲');
    const fallen = loadedRow({ averageCPU: { indicator: 12 } }, risen);
    expect(cell('cpu', fallen)).toBe('12.0▼');
    expect(cell('cpu', loadedRow({ averageCPU: { indicator: 12 } }, fallen))).toBe('12.0 ');
  });

  it('is not marked for small fluctuations', () => {
    const first = loadedRow({ averageCPU: { indicator: 40 } });
    expect(cell('cpu', loadedRow({ averageCPU: { indicator: 41.9 } }, first))).toBe('41.9 ');
  });

  it('is not marked if the shown text is the same or a value is missing', () => {
    const first = loadedRow({ averageCPU: { indicator: 40.01 } });
    expect(cell('cpu', loadedRow({ averageCPU: { indicator: 40.02 } }, first))).toBe('40.0 ');
    expect(cell('cpu', loadedRow({ averageCPU: null }, first))).toBe('– ');
  });

  it('shows instances and desired instances', () => {
    const first = loadedRow({ activeInstances: { indicator: 3 }, desiredInstances: 3 });
    const later = loadedRow({ activeInstances: { indicator: 2 }, desiredInstances: 3 }, first);
    expect(cell('instances', later)).toBe('2/3▼');
  });
});

describe('the status', () => {
  // Assumption: status-transitions
  it('is the status of the service, the failure, or waiting', () => {
    expect(cell('status', loadedRow({ status: 'failing' }))).toBe('✖ failing');
    expect(cell('status', appRow('a', 'shop'))).toBe('… waiting');
    const row = appRow('a', 'shop');
    const error = new ApiError({ kind: 'not-found', title: 'No such application' });
    const lost = refreshed(row, failed(row.overview, error, at(0)));
    expect(cell('status', lost)).toBe('! not found');
  });

  // Assumption: application-status-field
  it('is a dash if missing, and shown as received if unknown', () => {
    expect(cell('status', loadedRow({ status: null }))).toBe('–');
  });

  it('sorts urgent states first', () => {
    const sortBy = columnsOf([], 0).find(({ id }) => id === 'status')?.sortBy;
    const order = ['active', 'failing', 'suspended', 'progressing'].sort(
      (a, b) =>
        Number(sortBy?.(loadedRow({ status: a }))) - Number(sortBy?.(loadedRow({ status: b }))),
    );
    expect(order).toEqual(['failing', 'progressing', 'suspended', 'active']);
  });
});

it('WHY reports an unanswered request of a healthy row', () => {
  const row = loadedRow({ status: 'active' });
  expect(cell('why', row)).toBe('');
  const error = new ApiError({ kind: 'timeout', title: 'No answer within 10 s' });
  const lost = refreshed(row, failed(row.overview, error, at(0)));
  expect(cell('why', lost, 0, 40)).toBe('! not answered');
  const never = refreshed(appRow('b', 'b'), failed({ kind: 'waiting' }, error, at(0)));
  expect(cell('why', never, 0, 40)).toBe('✖ No answer within 10 s');
});

it('WHY reports an unanswered request after a known problem', () => {
  const row = loadedRow({
    activeInstances: { indicator: 5 },
    desiredInstances: 6,
    regions: [{ region: 'SYD', isRequired: true, instances: 0, pods: [] }],
  });
  const known = cell('why', row, 0, 60);
  const lost = refreshed(
    row,
    failed(row.overview, new ApiError({ kind: 'timeout', title: 'No answer within 10 s' }), at(0)),
  );
  expect(cell('why', lost, 0, 60)).toBe(`${known} · ! not answered`);
  const brief = cell('why', row, 0, 12);
  expect(cell('why', lost, 0, 12)).toBe(brief);
  expect(cell('age', lost, 12_000)).toBe('12 s');
});

it('the age is shown once the data is stale', () => {
  const row = loadedRow({});
  expect(cell('age', row, 11_000)).toBe('');
  expect(cell('age', row, 12_000)).toBe('12 s');
  expect(cell('age', appRow('a', 'shop'))).toBe('');
});

it('use 2: WHY includes the place if there is room', () => {
  const row = loadedRow({
    activeInstances: { indicator: 5 },
    desiredInstances: 6,
    regions: [{ region: 'SYD', isRequired: true, instances: 0, pods: [] }],
  });
  expect(cell('why', row, 0, 28)).toBe('✖ required, 0 instances');
  expect(cell('why', row, 0, 29)).toBe('✖ required, 0 instances (SYD)');
});

describe('since when', () => {
  const bad = { status: 'failing' };
  const later = (row: AppRow, fields: Readonly<Record<string, unknown>>, elapsed: number) =>
    refreshed(row, { kind: 'loaded', value: overviewOf(fields), at: at(elapsed), took: 1 });

  it('marks a start before the first poll as uncertain', () => {
    expect(sinceInWords(loadedRow(bad), 'utc')).toBe('before 00:00:01');
    expect(cell('since', loadedRow(bad), 0, 9)).toBe('≤00:00:01');
    expect(cell('since', loadedRow(bad), 0, 8)).toBe('≤00:00');
    const known = { at: -86_400_000, how: 'exactly', hasGaps: true, severity: 'bad' } as const;
    expect(sinceInCell({ ...loadedRow(bad), known }, 'utc', 'second')).toBe('seen 12-31 00:00');
    expect(sinceInCell({ ...loadedRow(bad), known }, 'utc', 'minute')).toBe('seen 12-31');
    const before = { ...known, how: 'before' } as const;
    expect(sinceInCell({ ...loadedRow(bad), known: before }, 'utc', 'minute')).toBe('seen ≤12-31');
    expect(sinceInWords({ ...loadedRow(bad), known }, 'utc')).toBe(
      '12-31 00:00, not watched in between',
    );
    const fine = { ...loadedRow({}), known: { ...known, severity: 'fine' } as const };
    expect([sinceInWords(fine, 'utc'), cell('since', fine, 0, 16)]).toEqual(['', '']);
    expect(sinceInWords(loadedRow({}), 'utc')).toBe('');
    expect(sinceInWords(appRow('a', 'shop'), 'utc')).toBe('');
  });

  it('is the first answer with a state, also after a recovery', () => {
    const row = later(later(loadedRow({}), bad, 5000), bad, 10_000);
    expect(sinceInWords(row, 'utc')).toBe('00:00:06');
    expect(sinceInWords(later(row, {}, 15_000), 'utc')).toBe('00:00:16');
  });

  it('reports no recovery while the answer has no status', () => {
    const was = later(loadedRow({}), bad, 5000);
    expect(cell('why', later(was, {}, 10_000), 10_000)).toBe('✓ recovered');
    expect(cell('why', later(was, { status: null }, 10_000), 10_000)).toBe('');
  });

  it('ignores earlier runs until the first answer', () => {
    const known = { at: 500, how: 'exactly', hasGaps: false, severity: 'fine' } as const;
    expect(sinceInWords({ ...loadedRow({}), known }, 'utc')).toBe('00:00:00');
    const row = { ...appRow('a', 'shop'), known };
    expect(sinceInWords(row, 'utc')).toBe('');
    const error = new ApiError({ kind: 'unreachable', title: 'Connection refused' });
    expect(sinceInWords(refreshed(row, failed(row.overview, error, at(9000))), 'utc')).toBe('');
  });

  it('is uncertain after missing answers', () => {
    const row = loadedRow({});
    const error = new ApiError({ kind: 'timeout', title: 'No answer' });
    const away = refreshed(row, failed(row.overview, error, at(5000)));
    expect(sinceInWords(later(away, bad, 60_000), 'utc')).toBe('before 00:01:01');
  });
});

describe('the trend of the latency', () => {
  const polled = (...values: readonly number[]) =>
    values.reduce(
      (row, value, poll) =>
        refreshed(row, {
          kind: 'loaded',
          value: overviewOf({
            currentLatency: { indicator: value },
            targetLatency: { indicator: 40 },
          }),
          at: at(poll * 5000),
          took: 1,
        }),
      appRow('a', 'shop'),
    );

  it('is scaled against the target, so that small changes look small', () => {
    expect(cell('trend', polled(19.9, 20.9)).trim()).toBe('▂▃');
    expect(cell('trend', polled(40, 40, 200)).trim()).toBe('▅▅█');
  });

  it('is empty at first and states the time it spans', () => {
    expect(cell('trend', polled(20))).toBe('');
    const title = (row: AppRow) => columnsOf([row], 0).find(({ id }) => id === 'trend')?.title;
    expect(title(polled(20))).toBe('TREND');
    expect(title(polled(20, 20, 20))).toBe('TREND 10 s');
  });

  /** The column after two polls that are `apart` milliseconds. */
  const trendOf = (apart: number) => {
    const row = [0, apart].reduce(
      (before, elapsed) =>
        refreshed(before, {
          kind: 'loaded',
          value: overviewOf({ currentLatency: { indicator: 20 } }),
          at: at(elapsed),
          took: 1,
        }),
      appRow('a', 'shop'),
    );
    return columnsOf([row], apart).find(({ id }) => id === 'trend');
  };

  it('is as wide as its title', () => {
    const trend = trendOf(3_600_000);
    expect([trend?.title, trend?.width]).toEqual(['TREND 1 h 00 min', 16]);
  });

  it('states no span for polls two seconds apart', () => {
    expect(trendOf(2000)?.title).toBe('TREND');
  });
});

it('a row without a name shows its id', () => {
  expect(cell('name', appRow('eiY0', ''))).toBe('eiY0');
});

it('the summary counts issues and states', () => {
  expect(summaries([])[0]).toBe('0 watched');
  const rows = ['active', 'failing', 'failing', 'suspended'].map((status) => loadedRow({ status }));
  expect(summaries([...rows, loadedRow({})])).toEqual([
    '5 watched · 3 with issues · 2 failing · 1 suspended',
    '3 of 5 with issues · 2 failing · 1 suspended',
    '3 of 5 with issues · 2 failing + 1 not active',
    '3 of 5 with issues · 2 failing',
    '3 of 5 with issues',
  ]);
});

it('the summary counts unanswered rows separately', () => {
  const rows = ['failing', 'suspended'].map((status) => loadedRow({ status }));
  const waiting = Array.from({ length: 3000 }, (_, at) => appRow(`new-${at}`, 'new'));
  expect(summaries(waiting)).toContain('3,000 watched');
  expect(summaries([...rows, ...waiting])).toEqual([
    '3,002 watched · 3,000 not answered yet · 2 with issues · 1 failing · 1 suspended',
    '2 with issues · 3,000 of 3,002 not answered yet · 1 failing · 1 suspended',
    '2 with issues · 3,000 of 3,002 not answered yet · 1 failing + 1 not active',
    '2 with issues · 3,000 of 3,002 not answered yet · 1 failing',
    '2 with issues · 3,000 of 3,002 not answered yet',
    '2 with issues so far',
  ]);
  expect(summaries([loadedRow({}), ...waiting]).at(-1)).toBe('3,000 of 3,001 not answered yet');
});

it('the summary names requests that failed as their rows do', () => {
  const failing = (id: string, kind: ApiErrorKind) => {
    const row = appRow(id, id);
    return { ...row, overview: failed(row.overview, new ApiError({ kind, title: 'No' }), at(0)) };
  };
  const rows = [failing('a', 'not-found'), failing('b', 'refused'), failing('c', 'not-found')];
  expect(rows.map((row) => statusCell(row).text)).toEqual([
    '! not found',
    '! refused',
    '! not found',
  ]);
  const others = ['failing', 'suspended'].map((status) => loadedRow({ status }));
  // Failing applications are named first, and left out last.
  expect(summaries([...rows, ...others])).toEqual([
    '5 watched · 5 with issues · 1 failing · 2 not found · 1 refused · 1 suspended',
    '5 of 5 with issues · 1 failing · 2 not found · 1 refused · 1 suspended',
    '5 of 5 with issues · 1 failing · 2 not found · 1 refused + 1 not active',
    '5 of 5 with issues · 1 failing · 2 not found + 1 not active',
    '5 of 5 with issues · 1 failing + 1 not active',
    '5 of 5 with issues · 1 failing',
    '5 of 5 with issues',
  ]);
});

it.each([
  ['active', '● active'],
  ['failing', '✖ failing'],
  ['progressing', '◐ progressing'],
  ['suspended', '■ suspended'],
  ['unknown', '? unknown'],
  ['rebooting', '? rebooting'],
  ['constructor', '? constructor'],
  ['\u001b[31m', '? ␛[31m'],
  [null, '–'],
])('%j is drawn as %s', (status, drawn) => {
  expect(statusSpan(status).text).toBe(drawn);
});

it('every known status has a sign that works without colour', () => {
  const signs = ['active', 'progressing', 'deleting', 'inactive', 'failing', 'suspended'].map(
    (status) => statusSpan(status).text[0],
  );
  expect(new Set(signs).size).toBe(signs.length);
});

it('one very long name does not push out figures', () => {
  const overview = { status: 'active', averageCPU: { indicator: 40 } };
  const rows = ['shop', 'checkout', 'payments'].map((name) =>
    loadedRow(overview, appRow(name, name)),
  );
  const ids = (all: readonly AppRow[]) =>
    placeColumns(columnsOf(all, 0), 120, all).map(({ column: { id } }) => id);
  const long = loadedRow(overview, appRow('long', 'x'.repeat(300)));
  const figures = ['target', 'cpu', 'ram'];
  expect(ids(rows)).toEqual(expect.arrayContaining(figures));
  expect(ids([...rows, long])).toEqual(expect.arrayContaining(figures));
});

it('a long name is shown whole if there is spare room', () => {
  const rows = ['shop', 'checkout', 'payments', 'checkout-of-the-northern-shops'].map((name) =>
    loadedRow({ status: 'active' }, appRow(name, name)),
  );
  const [name] = placeColumns(columnsOf(rows, 0), 140, rows);
  expect(name).toMatchObject({ column: { id: 'name' }, width: 30 });
});

it.each([
  [80, '! volume data 91% to 99% full in 3 pods (DE 2, FR)'],
  [40, '! volume data 91% to 99% full in 3 pods'],
  [22, '! volume data 99% full'],
])(
  'why, with room for %i columns, says as much as fits, and rather the worst figure alone than a cut sentence',
  (room, said) => {
    const pod = (data: number) => ({ name: `p${data}`, volumesUtilizationPercentage: { data } });
    const row = loadedRow({
      regions: [
        { region: 'DE', pods: [pod(91), pod(94)] },
        { region: 'FR', pods: [pod(99.5)] },
      ],
    });
    expect(cell('why', row, 0, room)).toBe(said);
  },
);
