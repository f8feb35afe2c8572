import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keepAsWritten } from '../../src/contract/shape.ts';
import { exportLines, jsonEntry } from '../../src/events/export.ts';
import { EventStore } from '../../src/events/store.ts';
import { printable } from '../../src/text/printable.ts';
import { anyEntry } from './arbitrary-entries.ts';
import { entryWith, SAMPLE_DAY } from './sample-entries.ts';

const idsOf = (store: EventStore) => [...store.ids()];

const linesOf = (store: EventStore, format: 'ndjson' | 'csv') => [
  ...exportLines(store, idsOf(store), format, new Map()),
];

test('NDJSON contains every entry as it arrived', () => {
  fc.assert(
    fc.property(fc.array(anyEntry, { maxLength: 20 }), (entries) => {
      const store = new EventStore({ unit: 'ms', segmentRows: 4 });
      store.add('120431', entries);
      const lines = linesOf(store, 'ndjson');
      // JSON writes NaN and Infinity as null.
      const arrived = entries.map(({ logId, timestamp, log, labels }) => ({
        zone: '120431',
        logId,
        timestamp: Number.isNaN(timestamp) ? null : timestamp,
        log,
        labels,
      }));
      const written = lines.map((line) => JSON.parse(line));
      const once = (all: readonly unknown[]) =>
        [...new Set(all.map((one) => JSON.stringify(one)))].sort();
      expect(once(written)).toEqual(once(arrived));
      expect(
        lines.every((line) => line.endsWith('\n') && line.indexOf('\n') === line.length - 1),
      ).toBe(true);
    }),
  );
});

test('an entry that is copied is what the service sent, with every digit of its timestamp', () => {
  const entry = entryWith({ logId: 'a', timestamp: 1773482400123456800, log: null });
  keepAsWritten(entry, 'timestamp', '1773482400123456789');
  const store = new EventStore();
  store.add('7', [entry]);
  const copied = jsonEntry({ entry: store.entry(store.at(0) ?? -1) });
  expect(copied).toMatch(/^\{"logId":"a","timestamp":1773482400123456789,"log":null,"labels":\{/);
});

/** Parses CSV by RFC 4180. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\n|$)/gy;
  for (let match = field.exec(text); match && match.index < text.length; match = field.exec(text)) {
    const [, quoted, bare = '', end] = match;
    rows.at(-1)?.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end === '\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

test('CSV has one row for each entry and can be parsed again', () => {
  fc.assert(
    fc.property(fc.array(anyEntry, { maxLength: 20 }), (entries) => {
      const store = new EventStore({ unit: 'ms' });
      store.add('120431', entries);
      const [header, ...rows] = parseCsv(linesOf(store, 'csv').join(''));
      expect(rows.length).toBe(store.size);
      const log = header?.indexOf('log') ?? -1;
      for (const [rank, row] of rows.entries()) {
        expect(row.length).toBe(header?.length);
        const text = store.log(store.at(rank) ?? -1) ?? '';
        expect([printable(text), `'${printable(text)}`]).toContain(row[log]);
      }
    }),
  );
});

test('says how many entries were written, without evicted ones', () => {
  const store = new EventStore();
  store.add('7', [entryWith({}), entryWith({ logId: 'b', timestamp: SAMPLE_DAY + 1 })]);
  const lines = exportLines(store, [...idsOf(store), 999_999], 'ndjson', new Map());
  let step = lines.next();
  while (!step.done) step = lines.next();
  expect(step.value).toBe(2);
});

test('use 22: starts with an entry in NDJSON and with column heads in CSV, as the command does, and includes notes', () => {
  const store = new EventStore();
  store.add('7', [entryWith({ logId: 'a' }), entryWith({ logId: 'b' })]);
  const [first = -1] = idsOf(store);
  const notes = new Map([[String(first), 'look, here']]);
  const [one, two] = [...exportLines(store, idsOf(store), 'ndjson', notes)].map((line) =>
    JSON.parse(line),
  );
  expect(Object.keys(one)).toEqual(['zone', 'logId', 'timestamp', 'log', 'labels', 'note']);
  expect(one.note).toBe('look, here');
  expect(Object.keys(two)).toEqual(['zone', 'logId', 'timestamp', 'log', 'labels']);
  const [heads, row] = parseCsv([...exportLines(store, idsOf(store), 'csv', notes)].join(''));
  expect(heads?.slice(0, 4)).toEqual(['time', 'zone', 'logId', 'asn']);
  expect(heads?.slice(-3)).toEqual(['timestamp', 'log', 'note']);
  expect(row?.at(-1)).toBe('look, here');
});
