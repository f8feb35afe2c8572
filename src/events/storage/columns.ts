import type { EventLabels } from '../../contract/operations/event-logs.ts';

/** The eight labels of an entry, in the contract's order (Resources, "Shield event log page"). */
export const LABELS = [
  'asn',
  'country',
  'ruleId',
  'severity',
  'method',
  'ruleGroup',
  'status',
  'serverZone',
] as const satisfies readonly (keyof EventLabels)[];

export type LabelColumn = (typeof LABELS)[number];

/** What is taken out of the JSON inside `log` when an entry arrives (wire-facts, 8.3). */
export const EXTRACTS = ['message', 'host', 'path', 'remoteIp', 'userAgent', 'trigger'] as const;

export type ExtractColumn = (typeof EXTRACTS)[number];

/** A dictionary-coded column: something that can be counted without touching any text. */
export type ColumnName = LabelColumn | ExtractColumn;

export const COLUMNS: readonly ColumnName[] = [...LABELS, ...EXTRACTS];

/** Where a column stands among {@link COLUMNS}. */
export const columnIndex = (column: ColumnName): number => COLUMNS.indexOf(column);

export const isLabel = (column: ColumnName): column is LabelColumn =>
  (LABELS as readonly string[]).includes(column);

/** The code of a value that is not there: a null label, a log without that field. */
export const ABSENT = 0;

/**
 * The code of every value the dictionary had no room for. The value itself is never lost: it stands
 * beside the entry (labels) or in its log text (extracts).
 */
export const OTHER = 1;

/** The first code of a value in the dictionary. */
export const FIRST_VALUE = 2;

/** How far a dictionary grows. Whoever writes the URLs of a zone also writes these dictionaries. */
export interface DictionaryLimits {
  /** Distinct values; at most 65,534, so that a code fits two bytes. */
  readonly values: number;
  /** Bytes of all values together. */
  readonly bytes: number;
  /** Bytes of one value. */
  readonly valueBytes: number;
}

export const DICTIONARY_LIMITS: DictionaryLimits = {
  values: 65_534,
  bytes: 4 << 20,
  valueBytes: 512,
};
