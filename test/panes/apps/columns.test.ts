import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/contract/api-error.ts';
import { appColumns, statusSpan, summary } from '../../../src/panes/apps/columns.ts';
import { type AppRow, appRow, refreshed } from '../../../src/panes/apps/state.ts';
import { failed } from '../../../src/state/loadable.ts';
import type { Line, Span } from '../../../src/ui/line.ts';
import { overviewOf } from '../../support/overviews.ts';

const at = (elapsed: number) => ({ wall: 1000 + elapsed, elapsed });

function loadedRow(fields: Readonly<Record<string, unknown>>, row = appRow('a', 'shop')): AppRow {
  return refreshed(row, { kind: 'loaded', value: overviewOf(fields), at: at(0), took: 1 });
}

/** What the column `id` shows of `row`, `elapsed` milliseconds after the row was loaded. */
function cell(id: string, row: AppRow, elapsed = 0): string {
  const column = appColumns(at(elapsed), 5000).find((each) => each.id === id);
  const drawn: Span | Line = column?.cell(row, 20) ?? [];
  return (Array.isArray(drawn) ? drawn : [drawn as Span]).map(({ text }) => text).join('');
}

describe('a number', () => {
  it('carries a mark for one interval when it changed', () => {
    const first = loadedRow({ averageCPU: { indicator: 40 } });
    expect(cell('cpu', first)).toBe('40.0 ');
    const risen = loadedRow({ averageCPU: { indicator: 42.25 } }, first);
    expect(cell('cpu', risen)).toBe('42.3▲');
    const fallen = loadedRow({ averageCPU: { indicator: 12 } }, risen);
    expect(cell('cpu', fallen)).toBe('12.0▼');
    expect(cell('cpu', loadedRow({ averageCPU: { indicator: 12 } }, fallen))).toBe('12.0 ');
  });

  it('carries none for the little that a reading changes by all the time', () => {
    const first = loadedRow({ averageCPU: { indicator: 40 } });
    expect(cell('cpu', loadedRow({ averageCPU: { indicator: 41.9 } }, first))).toBe('41.9 ');
  });

  it('carries none when the change cannot be seen, or one side is missing', () => {
    const first = loadedRow({ averageCPU: { indicator: 40.01 } });
    expect(cell('cpu', loadedRow({ averageCPU: { indicator: 40.02 } }, first))).toBe('40.0 ');
    expect(cell('cpu', loadedRow({ averageCPU: null }, first))).toBe('– ');
  });

  it('shows instances beside those desired', () => {
    const first = loadedRow({ activeInstances: { indicator: 3 }, desiredInstances: 3 });
    const after = loadedRow({ activeInstances: { indicator: 2 }, desiredInstances: 3 }, first);
    expect(cell('instances', after)).toBe('2/3▼');
  });
});

describe('the status', () => {
  // Assumption: status-transitions
  it('is what the service says, what is the matter, or that it is being asked', () => {
    expect(cell('status', loadedRow({ status: 'failing' }))).toBe('✖ failing');
    expect(cell('status', appRow('a', 'shop'))).toBe('… loading');
    const row = appRow('a', 'shop');
    const error = new ApiError({ kind: 'not-found', title: 'No such application' });
    const lost = refreshed(row, failed(row.overview, error, at(0)));
    expect(cell('status', lost)).toBe('! not found');
  });

  // Assumption: application-status-field
  it('is a dash where the service does not tell it, or calls it otherwise', () => {
    expect(cell('status', loadedRow({ status: null }))).toBe('–');
  });

  it('sorts what needs looking at before what does not', () => {
    const sortBy = appColumns(at(0), 5000).find(({ id }) => id === 'status')?.sortBy;
    const order = ['active', 'failing', 'suspended', 'progressing'].sort(
      (a, b) =>
        Number(sortBy?.(loadedRow({ status: a }))) - Number(sortBy?.(loadedRow({ status: b }))),
    );
    expect(order).toEqual(['failing', 'progressing', 'suspended', 'active']);
  });
});

it('the age is told once the data is stale', () => {
  const row = loadedRow({});
  expect(cell('age', row, 11_000)).not.toContain('s');
  expect(cell('age', row, 12_000)).toBe('12 s');
  expect(cell('age', appRow('a', 'shop'))).toBe('–');
});

it('a row without a name goes by its id', () => {
  expect(cell('name', appRow('eiY0', ''))).toBe('eiY0');
});

it('the summary counts what is not active', () => {
  expect(summary([])).toBe('0 watched');
  const rows = ['active', 'failing', 'failing', 'progressing'].map((status) =>
    loadedRow({ status }),
  );
  expect(summary([...rows, appRow('b', 'new')])).toBe('5 watched · 2 failing · 1 progressing');
  const refused = appRow('c', 'other');
  const overview = failed(refused.overview, new ApiError({ kind: 'refused', title: 'No' }), at(0));
  expect(summary([...rows, { ...refused, overview }])).toBe(
    '5 watched · 1 refused · 2 failing · 1 progressing',
  );
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

it('every word that is known has a sign of its own kind, told apart without colour', () => {
  const signs = ['active', 'progressing', 'deleting', 'inactive', 'failing', 'suspended'].map(
    (status) => statusSpan(status).text[0],
  );
  expect(new Set(signs).size).toBe(signs.length);
});
