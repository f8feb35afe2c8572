import { expect, test } from 'vitest';
import { scannedRecords } from '../../../../src/platform/world/dns/scanned-record.ts';

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
