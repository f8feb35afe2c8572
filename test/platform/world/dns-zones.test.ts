import { describe, expect, test } from 'vitest';
import {
  dnsZonesOf,
  latestScan,
  SCAN,
  scannedRecords,
} from '../../../src/platform/world/dns-zones.ts';
import { the } from '../visitor.ts';

const startedAt = Date.parse('2026-03-14T14:02:00Z');
const zones = dnsZonesOf(7);
const recurring = the(zones, ({ scan }) => scan.kind === 'recurring');
const scanAt = (age: number) => latestScan(recurring, startedAt + age, startedAt);

describe('the recurring scan', () => {
  test('passes through all four states', () => {
    const ages = [0, SCAN.begins, SCAN.ends, SCAN.round, SCAN.round + SCAN.ends];
    expect(ages.map((age) => scanAt(age)?.kind)).toEqual([
      'pending',
      'in progress',
      'completed',
      'pending',
      'failed',
    ]);
  });

  test('keeps its job until the next one', () => {
    expect(scanAt(0)?.jobId).toBe(scanAt(SCAN.round - 1)?.jobId);
    expect(scanAt(0)?.jobId).not.toBe(scanAt(SCAN.round)?.jobId);
    expect(scanAt(SCAN.round + 1)?.createdAt).toBe(startedAt + SCAN.round);
  });
});

test('the other zones have scans of every other kind', () => {
  const found = zones.map((zone) => {
    const scan = latestScan(zone, startedAt, startedAt);
    return scan?.kind === 'completed' ? `completed ${scan.records.length}` : scan?.kind;
  });
  expect(found).toEqual([
    'pending',
    'completed 340',
    'completed 14',
    'completed 0',
    'failed',
    undefined,
    'pending',
  ]);
});

test('there are as many records as asked for, the same for the same key', () => {
  for (const count of [0, 3, 15, 340]) {
    const records = scannedRecords(5, 'shop.example', count);
    expect(records).toHaveLength(count);
    expect(records).toEqual(scannedRecords(5, 'shop.example', count));
  }
});

test('the apex has the usual records, a type nobody has named, and a text that is not harmless', () => {
  const records = scannedRecords(5, 'shop.example', 60);
  expect(new Set(records.map(({ Type }) => Type))).toEqual(
    new Set([16, 12, 0, 1, 4, 3, 9, 2, 8, 14, 42]),
  );
  expect(records.some(({ Value }) => Value.includes('\u001b'))).toBe(true);
});
