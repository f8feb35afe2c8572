import { type EventLogEntry, stampAsWritten } from '../contract/operations/event-logs.ts';
import {
  type CsvValue,
  csvLine,
  exactNumber,
  jsonText,
  type Writing,
} from '../text/json-and-csv.ts';
import { fieldNamed } from './filter/fields.ts';
import { COLUMNS, EXTRACTS, type ExtractColumn, LABELS } from './storage/columns.ts';
import type { EntryId, EventStore } from './store.ts';

/** An entry to be exported, by the console or the command line. */
interface ExportedEntry {
  /** Shield zone id. */
  readonly zone: string;
  readonly entry: EventLogEntry;
  /** Milliseconds since the epoch; null if the timestamp is invalid. */
  readonly time: number | null;
  /** The operator's note. */
  readonly note?: string | undefined;
  /** A value from its log. */
  extract(column: ExtractColumn): string | null;
}

export const csvColumns: readonly string[] = [
  'time',
  'zone',
  'logId',
  ...COLUMNS,
  'timestamp',
  'log',
  'note',
];

/** Index in {@link csvColumns} of a column name or filter field; -1 if there is none. */
export function csvPlace(name: string): number {
  const own = csvColumns.indexOf(name);
  if (own >= 0) return own;
  const target = fieldNamed(name)?.target;
  return target?.kind === 'column' ? csvColumns.indexOf(target.column) : -1;
}

const csvHead = csvLine(csvColumns);

/** The cells of an entry, in the order of {@link csvColumns}. */
export function csvCells(exported: ExportedEntry): readonly CsvValue[] {
  const { zone, entry, time, note } = exported;
  return [
    time === null ? null : new Date(time).toISOString(),
    zone,
    entry.logId,
    ...LABELS.map((label) => entry.labels[label]),
    ...EXTRACTS.map((column) => exported.extract(column)),
    stampAsWritten(entry) ?? entry.timestamp,
    entry.log,
    note ?? null,
  ];
}

/**
 * An entry as one line of JSON without a line end: all fields that the service sent, and if given its zone and the
 * operator's note.
 */
export function jsonEntry(
  { zone, entry, note }: Partial<ExportedEntry> & Pick<ExportedEntry, 'entry'>,
  writing?: Writing,
): string {
  const { logId, log, labels } = entry;
  const written = stampAsWritten(entry);
  const timestamp = written === undefined ? entry.timestamp : exactNumber(written);
  return jsonText({ zone, logId, timestamp, log, labels, note }, 0, writing);
}

/**
 * The lines of an export, each with its line end. Entries that were evicted meanwhile are left out. The generator
 * returns the number of entries written.
 *
 * @param notes by entry id, as text
 */
export function* exportLines(
  store: EventStore,
  ids: Iterable<EntryId>,
  format: 'ndjson' | 'csv',
  notes: ReadonlyMap<string, string>,
): Generator<string, number, void> {
  if (format === 'csv') yield csvHead;
  let written = 0;
  for (const id of ids) {
    if (!store.has(id)) continue;
    const entry = store.entry(id);
    const { zone, time } = entry;
    const note = notes.get(String(id));
    const extract = (column: ExtractColumn) => store.value(id, column);
    const exported: ExportedEntry = { zone, entry, time, note, extract };
    yield format === 'csv' ? csvLine(csvCells(exported)) : `${jsonEntry(exported)}\n`;
    written += 1;
  }
  return written;
}
