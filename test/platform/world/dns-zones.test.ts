import { expect, test } from 'vitest';
import { dnsZonesOf, latestScan, scannedRecords } from '../../../src/platform/world/dns-zones.ts';

const startedAt = Date.parse('2026-03-14T14:02:00Z');
const zones = dnsZonesOf(7);

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

test('the apex has the usual records, an unnamed type, and a hostile text', () => {
  const records = scannedRecords(5, 'shop.example', 60);
  expect(new Set(records.map(({ Type }) => Type))).toEqual(
    new Set([16, 12, 0, 1, 4, 3, 9, 2, 8, 14, 42]),
  );
  expect(records.some(({ Value }) => Value.includes('\u001b'))).toBe(true);
});
