import type { ScannedRecord } from '../../contract/operations/dns-scan.ts';
import { type CsvValue, csvLine, jsonText } from '../../text/json-and-csv.ts';
import { type RecordRow, typeOf } from './state.ts';

/** The columns of CSV, as `warren dns scan -o csv` has them. */
const COLUMNS: readonly (readonly [name: string, read: (record: ScannedRecord) => CsvValue])[] = [
  ['Name', ({ Name }) => Name],
  ['TypeName', (record) => typeOf(record) || null],
  ['Type', ({ Type }) => Type],
  ['Ttl', ({ Ttl }) => Ttl],
  ['Value', ({ Value }) => Value],
  ['Priority', ({ Priority }) => Priority],
  ['Weight', ({ Weight }) => Weight],
  ['Port', ({ Port }) => Port],
  ['IsProxied', ({ IsProxied }) => IsProxied],
];

/**
 * The lines of an export, each with its end, as the prompt writes them. Records that were removed are left out: the scan
 * has them no more.
 */
export function recordLines(
  rows: readonly RecordRow[],
  format: 'csv' | 'ndjson',
): readonly string[] {
  const records = rows
    .filter(({ change }) => change?.kind !== 'removed')
    .map(({ record }) => record);
  if (format === 'ndjson') return records.map((record) => `${jsonText(record)}\n`);
  return [
    csvLine(COLUMNS.map(([name]) => name)),
    ...records.map((record) => csvLine(COLUMNS.map(([, read]) => read(record)))),
  ];
}
