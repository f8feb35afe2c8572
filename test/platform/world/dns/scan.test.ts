import { describe, expect, test } from 'vitest';
import { dnsZonesOf } from '../../../../src/platform/world/dns/dns-zones.ts';
import { latestScan, SCAN } from '../../../../src/platform/world/dns/scan.ts';
import { the } from '../../visitor.ts';

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
