import { describe, expect, it } from 'vitest';
import { type DnsScan, dnsScan } from '../../src/contract/operations/dns-scan.ts';
import { dnsDifferences } from '../../src/history/observing.ts';
import { noDrift } from '../support/no-drift.ts';

type Fields = Readonly<Record<string, unknown>>;

const record = (Name: string, Value: string, fields: Fields = {}) => ({
  Name,
  Type: 0,
  Value,
  Ttl: 300,
  IsProxied: false,
  ...fields,
});

const scan = (records: readonly Fields[] | null, fields: Fields = {}): DnsScan =>
  dnsScan.answer.decode({ JobId: 'j1', Status: 2, Records: records, ...fields }, noDrift);

const between = (before: DnsScan, after: DnsScan) =>
  dnsDifferences(before, after).map(({ kind, place, from, to }) =>
    [kind, place, from, to].join(' | '),
  );

describe('comparing two DNS scans', () => {
  it('finds records that were added, removed or changed, in any respect', () => {
    const before = scan([
      record('@', '203.0.113.1'),
      record('www', '203.0.113.2'),
      record('a', '1'),
    ]);
    const after = scan([
      record('@', '203.0.113.9'),
      record('www', '203.0.113.2', { IsProxied: true }),
      record('b', '2'),
    ]);
    expect(between(before, after)).toEqual([
      'record | @ A | 203.0.113.1 ttl 300 proxied no | 203.0.113.9 ttl 300 proxied no',
      'record | www A | 203.0.113.2 ttl 300 proxied no | 203.0.113.2 ttl 300 proxied yes',
      'record | b A |  | 2 ttl 300 proxied no',
      'record | a A | 1 ttl 300 proxied no | ',
    ]);
  });

  it('finds nothing if only the order differs, or if a scan is still running', () => {
    const records = [record('a', '1'), record('b', '2')];
    expect(between(scan(records), scan(records.toReversed()))).toEqual([]);
    expect(between(scan(records), scan([], { Status: 1 }))).toEqual([
      'scan |  | Completed | InProgress',
    ]);
  });

  it('summarises many differences as counts', () => {
    const many = Array.from({ length: 30 }, (_, at) => record(`h${at}`, '1'));
    expect(between(scan([]), scan(many))).toEqual([
      'record |  | 0 records removed | 30 added or changed',
    ]);
  });

  it('reports a failed scan with its reason', () => {
    expect(between(scan([]), scan(null, { JobId: 'j2', Status: 3, Error: 'timed out' }))).toEqual([
      'scan | new scan | Completed | Failed: timed out',
    ]);
  });
});
