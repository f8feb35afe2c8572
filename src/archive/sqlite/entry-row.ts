import {
  type EventLabels,
  type EventLogEntry,
  stampAsWritten,
} from '../../contract/operations/event-logs.ts';
import { keepAsWritten } from '../../contract/shape.ts';
import { LABELS, labelsFrom } from '../../events/storage/columns.ts';
import { readJson } from '../../text/json-and-csv.ts';
import { contentHash } from '../archive.ts';

/** A stored entry. The original can be restored from it without loss. */
export interface EntryRow {
  readonly contentHash: Uint8Array;
  /** JSON for an `odd id`, which SQLite could not return unchanged. */
  readonly logId: string | null;
  readonly stamp: number | null;
  /** JSON: the eight labels in the contract's order, then the digits of a timestamp that no double can hold. */
  readonly labels: string;
  readonly log: Uint8Array | null;
  readonly encoding: LogEncoding;
}

/**
 * How `log` and the log id are stored. JSON text may hold lone surrogates, which UTF-8 cannot encode: such a log is
 * stored as UTF-16, such an id as JSON.
 */
type LogEncoding = 'utf-8' | 'utf-16' | 'utf-8, odd id' | 'utf-16, odd id';

export function rowOf(entry: EventLogEntry): EntryRow {
  const { logId, timestamp, log, labels } = entry;
  const written = stampAsWritten(entry);
  const values = LABELS.map((label) => labels[label]);
  const isOdd = logId !== null && !isPlain(logId);
  const isWide = log !== null && !log.isWellFormed();
  return {
    contentHash: contentHash(entry),
    logId: isOdd ? JSON.stringify(logId) : logId,
    stamp: timestamp,
    labels: JSON.stringify(written === undefined ? values : [...values, written]),
    log: log === null ? null : Buffer.from(log, isWide ? 'utf16le' : 'utf8'),
    encoding: `${isWide ? 'utf-16' : 'utf-8'}${isOdd ? ', odd id' : ''}`,
  };
}

const isPlain = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** A JSON number of plausible length. */
const NUMBER = /^-?\d{1,400}(?:\.\d{1,400})?(?:[eE][-+]?\d{1,9})?$/;

/** Restores an entry. Invalid fields of a damaged file become null. */
export function entryOf(row: Readonly<Record<string, unknown>>): EventLogEntry {
  const encoding = String(row['log_encoding']);
  const { log_id: id, stamp, log, labels } = row;
  const logId = typeof id === 'string' ? id : null;
  const values = typeof labels === 'string' ? readJson(labels) : null;
  const digits: unknown = Array.isArray(values) ? values[LABELS.length] : undefined;
  const written = typeof digits === 'string' && NUMBER.test(digits) ? digits : undefined;
  const number = written === undefined ? stamp : Number(written);
  const entry = {
    logId: logId !== null && encoding.endsWith('odd id') ? unquoted(logId) : logId,
    timestamp: typeof number === 'number' && Number.isFinite(number) ? number : null,
    log:
      log instanceof Uint8Array
        ? Buffer.from(log).toString(encoding.startsWith('utf-16') ? 'utf16le' : 'utf8')
        : null,
    labels: labelsOf(values),
  };
  if (written !== undefined) keepAsWritten(entry, 'timestamp', written);
  return entry;
}

function labelsOf(values: unknown): EventLabels {
  return labelsFrom((_label, at) => {
    const value: unknown = Array.isArray(values) ? values[at] : null;
    return typeof value === 'string' ? value : null;
  });
}

function unquoted(text: string): string | null {
  const value = readJson(text);
  return typeof value === 'string' ? value : null;
}
