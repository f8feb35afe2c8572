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

/** An entry as it is written, by the console and at the prompt alike. */
interface ExportedEntry {
  /** Shield zone id. */
  readonly zone: string;
  readonly entry: EventLogEntry;
  /** Milliseconds since the epoch; null when its stamp is no time. */
  readonly time: number | null;
  /** The operator's. */
  readonly note?: string | undefined;
  /** What stands in its log. */
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

/** Where in {@link csvColumns} a name stands, its own or one that filters have for it; -1 where it is none. */
export function csvPlace(name: string): number {
  const own = csvColumns.indexOf(name);
  if (own >= 0) return own;
  const target = fieldNamed(name)?.target;
  return target?.kind === 'column' ? csvColumns.indexOf(target.column) : -1;
}

/** The first line of CSV, with its end. */
const csvHead = csvLine(csvColumns);

/** An entry's cells, one for each of {@link csvColumns}. */
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

/** An entry as a line of CSV, with its end. */
const csvEntry = (exported: ExportedEntry, writing?: Writing): string =>
  csvLine(csvCells(exported), writing);

/**
 * An entry as JSON, on one line without its end: the fields that the service sent, so that nothing of it is lost,
 * its zone, and the operator's note where there is one.
 */
export function jsonEntry({ zone, entry, note }: ExportedEntry, writing?: Writing): string {
  const { logId, log, labels } = entry;
  const written = stampAsWritten(entry);
  const timestamp = written === undefined ? entry.timestamp : exactNumber(written);
  return jsonText({ zone, logId, timestamp, log, labels, note }, 0, writing);
}

/**
 * The lines of an export, each with its line end. Entries that the store has let go of meanwhile are left out; the
 * generator returns how many were written.
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
    yield format === 'csv' ? csvEntry(exported) : `${jsonEntry(exported)}\n`;
    written += 1;
  }
  return written;
}
