import { csvLine, jsonText } from '../text/json-and-csv.ts';

import { COLUMNS, EXTRACTS, LABELS } from './storage/columns.ts';
import type { EntryId, EventStore, StoredEntry } from './store.ts';

/** How entries are written. NDJSON keeps everything; CSV is for tables. */
type ExportFormat = 'ndjson' | 'csv';

/**
 * The lines of an export, each with its line end: first what the file holds, in words, then the entries.
 * Entries that the store has let go of meanwhile are left out; the generator returns how many were written.
 *
 * @param note what the file holds (see `coverageWords`); a comment in CSV, a first object in NDJSON
 */
export function* exportLines(
  store: EventStore,
  ids: Iterable<EntryId>,
  format: ExportFormat,
  note: string,
): Generator<string, number, void> {
  yield format === 'csv' ? `${csvLine([`# ${note}`])}${csvLine(CSV_COLUMNS)}` : noteLine(note);
  let written = 0;
  for (const id of ids) {
    if (!store.has(id)) continue;
    const entry = store.entry(id);
    yield format === 'csv' ? csvLine(csvFields(store, entry)) : ndjsonLine(entry);
    written += 1;
  }
  return written;
}

const noteLine = (note: string): string => `${jsonText({ warren: note })}\n`;

/** One entry as it arrived, with its zone: what the service sent can be made of it again, field by field. */
function ndjsonLine({ zone, logId, timestamp, log, labels }: StoredEntry): string {
  return `${jsonText({ zone, logId, timestamp, log, labels })}\n`;
}

const CSV_COLUMNS = ['time', 'zone', 'logId', ...COLUMNS, 'timestamp', 'late', 'conflict', 'log'];

function csvFields(store: EventStore, entry: StoredEntry): readonly string[] {
  return [
    entry.time === null ? '?' : new Date(entry.time).toISOString(),
    entry.zone,
    entry.logId ?? '',
    ...LABELS.map((label) => entry.labels[label] ?? ''),
    ...EXTRACTS.map((extract) => store.value(entry.id, extract) ?? ''),
    String(entry.timestamp ?? ''),
    String(entry.late),
    String(entry.conflict),
    entry.log ?? '',
  ];
}
