import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EventLogEntry } from '../../../src/contract/operations/event-logs.ts';
import { keepAsWritten, numberAsWritten } from '../../../src/contract/shape.ts';
import { COLUMNS } from '../../../src/events/storage/columns.ts';
import {
  EntryBlock,
  EntryPacker,
  freeEntries,
  stampsOf,
} from '../../../src/events/storage/entry-block.ts';
import { EventStore } from '../../../src/events/store.ts';
import { anyEntry } from '../arbitrary-entries.ts';
import { entryWith } from '../sample-entries.ts';

const packer = new EntryPacker();

/** Packs entries and transfers the block as if from another thread. */
const handedOver = (entries: readonly EventLogEntry[]): EntryBlock =>
  EntryBlock.of(structuredClone(packer.parts(entries)));

describe('entries in columns', () => {
  test('are the entries, even after others were packed and after a transfer to another thread', () => {
    fc.assert(
      fc.property(fc.array(anyEntry, { maxLength: 12 }), (entries) => {
        const block = handedOver(entries);
        expect([...block]).toEqual(entries);
        expect(block).toHaveLength(entries.length);
        expect(stampsOf(block)).toEqual(stampsOf(entries));
        expect([block.at(-1), block.at(entries.length)]).toEqual([undefined, undefined]);
      }),
    );
  });

  test('keep the digits of a timestamp beyond the precision of a double', () => {
    const entry = entryWith({ timestamp: 2 ** 63 });
    keepAsWritten(entry, 'timestamp', '9223372036854775807');
    const [same] = handedOver([entry]);
    expect(same && numberAsWritten(same, 'timestamp')).toBe('9223372036854775807');
  });

  test('are added to the store like the entries themselves', () => {
    const limits = { values: 5, valueUnits: 12 };
    const options = { unit: 'ms', segmentRows: 7, dictionaries: limits } as const;
    fc.assert(
      fc.property(fc.array(fc.array(anyEntry, { maxLength: 12 }), { maxLength: 6 }), (pages) => {
        const [plain, packed] = [new EventStore(options), new EventStore(options)];
        for (const entries of pages) {
          expect(packed.add('7', handedOver(entries))).toEqual(plain.add('7', entries));
        }
        expect([...packed.ids()]).toEqual([...plain.ids()]);
        for (const id of packed.ids()) {
          expect(packed.entry(id)).toEqual(plain.entry(id));
          for (const column of COLUMNS) {
            expect(packed.value(id, column)).toBe(plain.value(id, column));
          }
        }
      }),
    );
  });

  test('can release their memory, and still have their count', () => {
    const parts = packer.parts([entryWith({}), entryWith({})]);
    const block = EntryBlock.of(parts);
    freeEntries(block);
    expect(parts.segment.text.byteLength).toBe(0);
    expect(block).toHaveLength(2);
    expect([...block]).toEqual([]);
    expect(block.at(0)).toBeUndefined();
  });

  test('leave no value of a row that was not added', () => {
    const store = new EventStore({ unit: 'ms' });
    const known = entryWith({});
    store.add('7', [known]);
    const before = COLUMNS.map((column) => store.dictionary(column).codes);
    store.add('7', handedOver([known, known]));
    expect(store.counts.duplicates).toBe(2);
    expect(COLUMNS.map((column) => store.dictionary(column).codes)).toEqual(before);
  });
});
