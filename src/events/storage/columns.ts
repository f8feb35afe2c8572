import type { EventLabels } from '../../contract/operations/event-logs.ts';
import { type Printable, words } from '../../text/printable.ts';

/*
 * The columns of the store: the parts of an entry that are stored by code, so that they can be counted without reading
 * text. These tables are used by the log reader, the filter language, the facets, the list, the inspector and the
 * exports. Labels are also named in the contract.
 */

/** How a filter's `field:value` compares with a column. */
export type ColumnComparison =
  /** As a whole, `*` for anything. */
  | 'is'
  /** As a substring; as a whole with a `*`, or quoted after `=`. */
  | 'contains'
  /** As an address, a CIDR block or part of either. */
  | 'address';

interface ColumnFacts {
  /** Its name on screen. */
  readonly title: Printable;
  /** Its names in filters. The first is used in generated terms. */
  readonly fields: readonly [string, ...string[]];
  readonly comparison: ColumnComparison;
  /** A clause for the help. */
  readonly doc: string;
  /** An example filter. */
  readonly example: string;
  /** Whether equal values share a colour on screen, to tell attackers apart. */
  readonly coloured?: boolean;
}

/** Place of a column's value in the JSON of a log. Keys are given in lower case and compared ignoring case. */
export type LogPlace =
  /** A member. */
  | { readonly key: string }
  /** A part of the member `Url`. */
  | { readonly url: 'host' | 'path' }
  /** The value of a request header. */
  | { readonly header: string }
  /** A member of an object that is a member. */
  | { readonly object: string; readonly key: string };

interface ExtractFacts extends ColumnFacts {
  readonly at: LogPlace;
}

/** The eight labels of an entry, in the contract's order (Resources, "Shield event log page"). */
const LABEL_FACTS = {
  asn: {
    title: words`ASN`,
    fields: ['asn', 'as'],
    comparison: 'is',
    doc: 'autonomous system number of the client',
    example: 'asn:48090',
    coloured: true,
  },
  country: {
    title: words`country`,
    fields: ['country', 'cc'],
    comparison: 'is',
    doc: 'country code of the client',
    example: 'country:BG',
    coloured: true,
  },
  ruleId: {
    title: words`rule`,
    fields: ['rule', 'ruleid'],
    comparison: 'is',
    doc: 'identifier of the rule',
    example: 'rule:930*',
    coloured: true,
  },
  severity: {
    title: words`severity`,
    fields: ['severity', 'sev'],
    comparison: 'is',
    doc: 'severity of the rule',
    example: 'severity:CRITICAL',
  },
  method: {
    title: words`method`,
    fields: ['method'],
    comparison: 'is',
    doc: 'HTTP method',
    example: 'method:POST',
  },
  ruleGroup: {
    title: words`rule group`,
    fields: ['group', 'rulegroup'],
    comparison: 'is',
    doc: 'group of the rule',
    example: 'group:sqli',
  },
  status: {
    title: words`status`,
    fields: ['status'],
    comparison: 'is',
    doc: 'what was done with the request',
    example: 'status:Blocked',
  },
  serverZone: {
    title: words`edge location`,
    fields: ['pop', 'serverzone', 'edge'],
    comparison: 'is',
    doc: 'edge location that answered',
    example: 'pop:SG',
  },
} as const satisfies Record<keyof EventLabels, ColumnFacts>;

/** The values extracted from the JSON in `log` when an entry arrives (wire facts, 8.3). */
const EXTRACT_FACTS = {
  message: {
    at: { key: 'message' },
    title: words`message`,
    fields: ['message', 'msg'],
    comparison: 'contains',
    doc: 'description of the rule',
    example: 'message:injection',
  },
  host: {
    at: { url: 'host' },
    title: words`host`,
    fields: ['host'],
    comparison: 'contains',
    doc: 'host of the Url',
    example: 'host:shop',
    coloured: true,
  },
  path: {
    at: { url: 'path' },
    title: words`path`,
    fields: ['path'],
    comparison: 'contains',
    doc: 'path of the Url, without the query',
    example: 'path:/wp-*',
  },
  remoteIp: {
    at: { key: 'remoteip' },
    title: words`address`,
    fields: ['ip', 'remoteip', 'addr'],
    comparison: 'address',
    doc: 'address of the client, as far as the service does not mask it',
    example: 'ip:1.2.3.0/24',
    coloured: true,
  },
  userAgent: {
    at: { header: 'user-agent' },
    title: words`user agent`,
    fields: ['ua', 'useragent', 'agent'],
    comparison: 'contains',
    doc: 'User-Agent header, where headers are logged',
    example: 'ua:curl',
  },
  trigger: {
    at: { object: 'triggermatch', key: 'key' },
    title: words`trigger`,
    fields: ['trigger', 'operator'],
    comparison: 'is',
    doc: 'operator that matched',
    example: 'trigger:PMF',
  },
} as const satisfies Record<string, ExtractFacts>;

export type LabelColumn = keyof typeof LABEL_FACTS;

export type ExtractColumn = keyof typeof EXTRACT_FACTS;

/** A dictionary-coded column, which can be counted without reading text. */
export type ColumnName = LabelColumn | ExtractColumn;

export const COLUMN_FACTS: Readonly<Record<ColumnName, ColumnFacts>> = {
  ...LABEL_FACTS,
  ...EXTRACT_FACTS,
};

export const EXTRACT_PLACES: Readonly<Record<ExtractColumn, { readonly at: LogPlace }>> =
  EXTRACT_FACTS;

// Object keys keep their order.
export const LABELS = Object.keys(LABEL_FACTS) as readonly LabelColumn[];

export const EXTRACTS = Object.keys(EXTRACT_FACTS) as readonly ExtractColumn[];

export const COLUMNS: readonly ColumnName[] = [...LABELS, ...EXTRACTS];

/** The first columns of a triage: first among the facets, and open from the start. */
export const FIRST_FACETS: readonly ColumnName[] = [
  'status',
  'country',
  'asn',
  'remoteIp',
  'ruleId',
  'path',
];

/** All columns in the order of a triage. */
export const TRIAGE_COLUMNS: readonly ColumnName[] = [
  ...FIRST_FACETS,
  ...COLUMNS.filter((column) => !FIRST_FACETS.includes(column)),
];

/** Index in {@link COLUMNS}. */
export const columnIndex = (column: ColumnName): number => COLUMNS.indexOf(column);

export const isLabel = (column: ColumnName): column is LabelColumn => column in LABEL_FACTS;

/** The code of an absent value: a null label, or a log without the field. */
export const ABSENT = 0;

/**
 * The code of every value beyond the dictionary. The value itself is kept beside the entry (labels) or in its log text
 * (extracts).
 */
export const OTHER = 1;

/** The first code of a value in the dictionary. */
export const FIRST_VALUE = 2;

/** Limits of a dictionary, because whoever sends requests also controls its values. */
export interface DictionaryLimits {
  /** Distinct values; at most 65,534, so that a code fits into two bytes. */
  readonly values: number;
  /** UTF-16 units of all values and of a single one. A unit takes one byte in Latin-1 strings, else two. */
  readonly units: number;
  readonly valueUnits: number;
}

export const DICTIONARY_LIMITS: DictionaryLimits = {
  values: 65_534,
  units: 4 << 20,
  valueUnits: 512,
};

/** The labels of an entry, as returned by `read`. */
export function labelsFrom(read: (label: LabelColumn, at: number) => string | null): EventLabels {
  const labels = {} as Record<LabelColumn, string | null>;
  for (const [at, label] of LABELS.entries()) labels[label] = read(label, at);
  return labels;
}
