import { expect, it } from 'vitest';
import type { ScannedRecord } from '../../../src/contract/operations/dns-scan.ts';
import { changeCounts, formerly } from '../../../src/panes/dns/changes.ts';
import { compared } from '../../../src/state/compare-records.ts';

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

it('records are the same in whatever order they come', () => {
  const [a, b] = [record('a', '1'), record('b', '2')];
  expect(told([b, a], [a, b])).toEqual(['b 2 same', 'a 1 same']);
  expect(changeCounts(compared([b, a], [a, b]))).toBe('no change');
});

it('a record of one name and type whose value is another one has changed; of several, one went and one came', () => {
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

it('another TTL is a change that names it, and copies of a record are counted', () => {
  const [row] = compared([record('a', '1', 60)], [record('a', '1', 300)]);
  expect(row?.change).toEqual({ kind: 'changed', was: record('a', '1', 300) });
  expect(formerly(record('a', '1', 60), record('a', '1', 300))).toBe('TTL was 300');
  expect(formerly(record('a', '2', 60), record('a', '1\u001b', 60))).toBe('value was 1␛');
  expect(told([record('a', '1')], [record('a', '1'), record('a', '1')])).toEqual([
    'a 1 same',
    'a 1 removed',
  ]);
});

it('the work grows in proportion to the records, however many have one name', () => {
  const many = (offset: number) =>
    Array.from({ length: 20_000 }, (_, at) => record('a', String(at + offset)));
  expect(changeCounts(compared(many(10_000), many(0)))).toBe('10000 new, 10000 removed');
});
