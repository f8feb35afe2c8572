import { describe, expect, it } from 'vitest';
import { dnsScan, type ScannedRecord } from '../../../src/contract/operations/dns-scan.ts';
import { changeCounts, formerly, recordColumns } from '../../../src/panes/dns/records.ts';
import { EMPTY_DNS, isRunning, scanOf, visibleRecords } from '../../../src/panes/dns/state.ts';
import { compared } from '../../../src/state/compare-records.ts';
import { EMPTY_LIST } from '../../../src/state/list.ts';
import { noDrift } from '../../support/no-drift.ts';

const at = { wall: 0, elapsed: 0 };
const scan = (fields: Readonly<Record<string, unknown>>) => dnsScan.answer.decode(fields, noDrift);
const loaded = (records: readonly unknown[]) => ({
  kind: 'loaded' as const,
  value: scan({ Status: 'Completed', Records: records }),
  at,
  took: 1,
});

const records = [
  { Name: 'www', Type: 2, Value: 'shop.example', Ttl: 300 },
  { Name: '@', Type: 3, Value: 'v=spf1', Ttl: 60 },
  { Name: 'odd', Type: 42, Value: 'x', Ttl: 60 },
];
const state = { ...EMPTY_DNS, zone: '7', scans: new Map([['7', loaded(records)]]) };
const names = (list: typeof EMPTY_LIST) =>
  visibleRecords({ ...state, list }).map(({ record }) => record.Name);

describe('the records on screen', () => {
  it('are all of them, in the order of the scan', () => {
    expect(names(EMPTY_LIST)).toEqual(['www', '@', 'odd']);
  });

  it('match every typed word in name, type or value', () => {
    expect(names({ ...EMPTY_LIST, filter: 'cname' })).toEqual(['www']);
    expect(names({ ...EMPTY_LIST, filter: 'type 42' })).toEqual(['odd']);
    expect(names({ ...EMPTY_LIST, filter: 'SPF txt' })).toEqual(['@']);
  });

  it('are sorted when asked', () => {
    expect(names({ ...EMPTY_LIST, sort: { column: 'ttl', descending: true } })[0]).toBe('www');
  });

  it('have distinct ids even for duplicates', () => {
    const twice = { ...state, scans: new Map([['7', loaded([...records, records[0]])]]) };
    const ids = visibleRecords(twice).map(({ id }) => id);
    expect(new Set(ids).size).toBe(4);
  });

  it('are empty without a scan', () => {
    expect(visibleRecords(EMPTY_DNS)).toEqual([]);
    expect(visibleRecords({ ...state, zone: '8' })).toEqual([]);
  });
});

// Assumption: scan-transitions
it('only a running scan is polled', () => {
  const running = (Status: string) => isRunning(scan({ Status }));
  expect(['Pending', 'InProgress', 'Completed', 'Failed', 'Paused'].map(running)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

it('a zone that was never requested is waiting', () => {
  expect(scanOf(EMPTY_DNS)).toEqual({ kind: 'waiting' });
  expect(scanOf(state).kind).toBe('loaded');
});

it.each([
  [true, 'yes'],
  [false, 'no'],
  [null, '–'],
  [undefined, '–'],
])('D9: whether a record is proxied, %s, is shown as %s', (IsProxied, shown) => {
  const column = recordColumns([]).find(({ id }) => id === 'proxied');
  const [row] = visibleRecords({
    ...state,
    scans: new Map([['7', loaded([{ Name: '@', IsProxied }])]]),
  });
  const cell = row && column?.cell(row, 7);
  expect(cell && 'text' in cell && cell.text).toBe(shown);
});

const record = (Name: string, Value: string, Ttl = 300, Type = 0): ScannedRecord => ({
  Name,
  Type,
  Ttl,
  Value,
  Priority: null,
  Weight: null,
  Port: null,
  IsProxied: false,
});

const told = (records: readonly ScannedRecord[], earlier: readonly ScannedRecord[]) =>
  compared(records, earlier).map(({ record: { Name, Value }, change }) =>
    [Name, Value, change?.kind ?? 'same'].join(' '),
  );

it('comparing records ignores their order', () => {
  const [a, b] = [record('a', '1'), record('b', '2')];
  expect(told([b, a], [a, b])).toEqual(['b 2 same', 'a 1 same']);
  expect(changeCounts(compared([b, a], [a, b]))).toBe('no change');
});

it('a single record with a new value has changed; among several, one was removed and one added', () => {
  expect(told([record('a', '2')], [record('a', '1')])).toEqual(['a 2 changed']);
  expect(told([record('a', '2'), record('a', '3')], [record('a', '1'), record('a', '2')])).toEqual([
    'a 2 same',
    'a 3 changed',
  ]);
  expect(told([record('a', '3'), record('a', '4')], [record('a', '1'), record('a', '2')])).toEqual([
    'a 3 new',
    'a 4 new',
    'a 1 removed',
    'a 2 removed',
  ]);
});

it('a new TTL is a change, and duplicates are counted', () => {
  const [row] = compared([record('a', '1', 60)], [record('a', '1', 300)]);
  expect(row?.change).toEqual({ kind: 'changed', was: record('a', '1', 300) });
  expect(formerly(record('a', '1', 60), record('a', '1', 300))).toBe('TTL was 300');
  expect(formerly(record('a', '2', 60), record('a', '1\u001b', 60))).toBe('value was 1␛');
  expect(told([record('a', '1')], [record('a', '1'), record('a', '1')])).toEqual([
    'a 1 same',
    'a 1 removed',
  ]);
});

it('comparing takes linear time, even with equal names', () => {
  const many = (offset: number) =>
    Array.from({ length: 20_000 }, (_, at) => record('a', String(at + offset)));
  expect(changeCounts(compared(many(10_000), many(0)))).toBe('10,000 new, 10,000 removed');
});

it('moving the cursor creates no new records', () => {
  const rows = visibleRecords(state);
  const moved = visibleRecords({
    ...state,
    list: { ...EMPTY_LIST, cursor: rows[1]?.id ?? '', at: 1 },
  });
  expect(moved).toBe(rows);
  expect(recordColumns(moved)).toBe(recordColumns(rows));
});
