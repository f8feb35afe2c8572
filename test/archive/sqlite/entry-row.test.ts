import fc from 'fast-check';
import { expect, it } from 'vitest';
import { entryOf, rowOf } from '../../../src/archive/sqlite/entry-row.ts';
import type { EventLogEntry } from '../../../src/contract/operations/event-logs.ts';

/** Any text that JSON can hold, including lone surrogates. */
const text = fc
  .array(fc.integer({ min: 0, max: 0xffff }))
  .map((units) => String.fromCharCode(...units));
const label = fc.option(text);
const entry: fc.Arbitrary<EventLogEntry> = fc.record({
  logId: fc.option(fc.oneof(fc.uuid(), text)),
  timestamp: fc.option(fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))),
  log: fc.option(text),
  labels: fc.record({
    asn: label,
    country: label,
    ruleId: label,
    severity: label,
    method: label,
    ruleGroup: label,
    status: label,
    serverZone: label,
  }),
});

const readBack = (value: EventLogEntry): EventLogEntry => {
  const { logId, stamp, labels, log, encoding } = rowOf(value);
  return entryOf({ log_id: logId, stamp, labels, log, log_encoding: encoding });
};

it('any entry is restored unchanged', () => {
  fc.assert(
    fc.property(entry, (value) => {
      expect(readBack(value)).toEqual(value);
    }),
  );
});

it('entries have equal hashes exactly if their contents are equal', () => {
  fc.assert(
    fc.property(entry, entry, (a, b) => {
      const same = JSON.stringify(a) === JSON.stringify(b);
      const [one, other] = [a, b].map((value) =>
        Buffer.from(rowOf(value).contentHash).toString('hex'),
      );
      expect(one === other).toBe(same);
      expect(rowOf({ ...a }).contentHash).toEqual(rowOf(a).contentHash);
    }),
  );
});

it('a damaged row becomes an empty entry', () => {
  const row = { log_id: 7, stamp: 'x', labels: '{', log: 'text', log_encoding: null };
  const { labels, ...rest } = entryOf(row);
  expect(rest).toEqual({ logId: null, timestamp: null, log: null });
  expect(Object.values(labels)).toEqual(Array(8).fill(null));
});
