import { type EventLogEntry, stampAsWritten } from '../../contract/operations/event-logs.ts';
import { keepAsWritten } from '../../contract/shape.ts';
import { type AddressRange, parseAddress } from '../../events/filter/address-range.ts';
import { COARSE } from '../../events/filter/coarse.ts';
import { EXTRACTS, LABELS, labelsFrom } from '../../events/storage/columns.ts';
import { logFields } from '../../events/storage/log-fields.ts';
import { type TimeUnit, timeOf, UNDATED } from '../../events/storage/time-unit.ts';
import { readJson } from '../../text/json-and-csv.ts';
import type { UtcDay } from '../../text/time.ts';
import { contentHash, UNDATED_TIME } from '../archive.ts';
import type { EngineRow } from './engine.ts';
import type { RowBinary } from './row-binary.ts';
import { EXTRACTED } from './schema.ts';

/** The columns written by {@link writeEntry}, in order. */
export const ENTRY_COLUMNS: readonly string[] = [
  ...['zone', 'day', 'stamp', 'hash', 'time', 'log_id'],
  ...EXTRACTED.map(([name]) => name),
  ...['log', 'has_log', 'odd'],
];

/** Identifies an entry within its zone and day. */
export interface EntryKey {
  /** The timestamp as sent; -Infinity for none. */
  readonly stamp: number;
  /** Eight bytes of the content hash, as the digits of an unsigned number. */
  readonly hash: string;
}

/** The key of an entry, and the bytes of its hash. */
export function keyOf(entry: EventLogEntry): EntryKey & { readonly bytes: Uint8Array } {
  const bytes = contentHash(entry).subarray(0, 8);
  const { timestamp } = entry;
  const isNumber = timestamp !== null && Number.isFinite(timestamp);
  const stamp = isNumber ? timestamp : Number.NEGATIVE_INFINITY;
  // The byte order is arbitrary, and defined only here.
  return { stamp, hash: Buffer.from(bytes).readBigUInt64LE().toString(), bytes };
}

export interface NewEntry {
  readonly zone: string;
  readonly day: UtcDay;
  readonly entry: EventLogEntry;
  readonly unit: TimeUnit;
  readonly key: EntryKey & { readonly bytes: Uint8Array };
}

const REMOTE_IP = EXTRACTS.indexOf('remoteIp');
const USER_AGENT = EXTRACTS.indexOf('userAgent');
const PATH = EXTRACTS.indexOf('path');

/** Writes a row of {@link ENTRY_COLUMNS}. */
export function writeEntry(rows: RowBinary, { zone, day, entry, unit, key }: NewEntry): void {
  const { logId, timestamp, log, labels } = entry;
  const time = timeOf(timestamp, unit);
  rows.text(zone.toWellFormed());
  rows.day(day);
  rows.number(key.stamp);
  rows.fixed(key.bytes);
  rows.number(time === UNDATED ? UNDATED_TIME : time);
  rows.textOrNull(logId?.toWellFormed());
  for (const label of LABELS) rows.textOrNull(labels[label]?.toWellFormed());
  const text = Buffer.from(log?.toWellFormed() ?? '');
  const { texts, url } = logFields(log ?? '');
  const found = texts.map((value) => value?.toWellFormed());
  for (const value of found) rows.textOrNull(value);
  rows.textOrNull(coarse('family', found[USER_AGENT]));
  rows.textOrNull(coarse('shape', found[PATH]));
  rows.textOrNull(url?.toWellFormed());
  const address = found[REMOTE_IP] === undefined ? undefined : parseAddress(found[REMOTE_IP]);
  rows.byte(address?.family ?? 0);
  rows.fixed(sixteenBytes(address, 'low'));
  rows.fixed(sixteenBytes(address, 'high'));
  rows.bytes(text);
  rows.byte(log === null ? 0 : 1);
  rows.textOrNull(oddForm(entry));
}

const coarse = (name: keyof typeof COARSE, value: string | undefined): string | undefined =>
  value === undefined ? undefined : COARSE[name].of(value);

/** An end of an address range as ClickHouse compares it: sixteen bytes, most significant first. */
export function sixteenBytes(range: AddressRange | undefined, end: 'low' | 'high'): Buffer {
  const bytes = Buffer.alloc(16);
  if (!range) return bytes;
  if (range.family === 4) bytes.writeUInt32BE(range[end], 12);
  else {
    bytes.writeBigUInt64BE(range[end] >> 64n, 0);
    bytes.writeBigUInt64BE(range[end] & 0xffff_ffff_ffff_ffffn, 8);
  }
  return bytes;
}

/** The entry as JSON if the columns cannot represent it: lone surrogates, and timestamps that no double can hold. */
function oddForm(entry: EventLogEntry): string | null {
  const { logId, timestamp, log, labels } = entry;
  const written = stampAsWritten(entry);
  const values = LABELS.map((label) => labels[label]);
  const isPlain = [logId, log, ...values].every((text) => text?.isWellFormed() ?? true);
  const isExact = written === undefined && (timestamp === null || Number.isFinite(timestamp));
  return isPlain && isExact
    ? null
    : JSON.stringify([logId, written ?? null, timestamp, log, values]);
}

/** The columns needed to restore an entry. */
export const STORED_COLUMNS: string = [
  'toString(stamp) AS key_stamp, toString(hash) AS key_hash, log_id, log, has_log, odd',
  ...LABELS,
].join(', ');

/** The key of a row of {@link STORED_COLUMNS}. */
export const keyOfRow = (row: EngineRow): EntryKey => ({
  stamp: numberIn(row['key_stamp']),
  hash: /^\d{1,20}$/.test(String(row['key_hash'])) ? String(row['key_hash']) : '0',
});

/** Parses a number that ClickHouse wrote as text: `-inf`, `1772323200000`. */
export function numberIn(value: unknown): number {
  if (value === '-inf') return Number.NEGATIVE_INFINITY;
  if (value === 'inf') return Number.POSITIVE_INFINITY;
  return Number(value);
}

/** Restores an entry from {@link STORED_COLUMNS}; invalid fields become null. */
export function entryOf(row: EngineRow): EventLogEntry {
  const odd = typeof row['odd'] === 'string' ? oddEntry(row['odd']) : undefined;
  if (odd) return odd;
  const stamp = numberIn(row['key_stamp']);
  return {
    logId: textOrNull(row['log_id']),
    timestamp: Number.isFinite(stamp) ? stamp : null,
    log: Number(row['has_log']) === 1 ? textOrNull(row['log']) : null,
    labels: labelsFrom((label) => textOrNull(row[label])),
  };
}

export const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' ? value : null;

function oddEntry(text: string): EventLogEntry | undefined {
  const value = readJson(text);
  if (!Array.isArray(value)) return undefined;
  const [logId, written, timestamp, log, labels] = value as readonly unknown[];
  const values: readonly unknown[] = Array.isArray(labels) ? labels : [];
  const number = typeof written === 'string' ? Number(written) : timestamp;
  const entry = {
    logId: textOrNull(logId),
    timestamp: typeof number === 'number' && Number.isFinite(number) ? number : null,
    log: textOrNull(log),
    labels: labelsFrom((_label, at) => textOrNull(values[at])),
  };
  if (typeof written === 'string' && /^[-+.\deE]{1,1000}$/.test(written)) {
    keepAsWritten(entry, 'timestamp', written);
  }
  return entry;
}
