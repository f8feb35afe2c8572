import type { ColumnName } from '../storage/columns.ts';
import type { FilterTarget } from './filter.ts';

/** How `field:value` compares. */
export type Comparison =
  /** From end to end, `*` for anything. */
  | 'is'
  /** Anywhere within; with a `*` from end to end. */
  | 'contains'
  /** As an address, a CIDR block or part of either. */
  | 'address'
  | 'since'
  | 'until'
  | 'at'
  | 'mark';

/** A name that may stand before a colon in a filter. */
export interface Field {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly comparison: Comparison;
  /** Undefined for time and marks. */
  readonly subject?: FilterTarget;
  /** One clause for help and completion. */
  readonly doc: string;
  readonly example: string;
}

const column = (name: ColumnName): FilterTarget => ({ kind: 'column', column: name });

/** Every field, in the order that help shows them. */
export const FIELDS: readonly Field[] = [
  {
    name: 'status',
    aliases: [],
    comparison: 'is',
    subject: column('status'),
    doc: 'what was done with the request',
    example: 'status:Blocked',
  },
  {
    name: 'country',
    aliases: ['cc'],
    comparison: 'is',
    subject: column('country'),
    doc: 'country code of the client',
    example: 'country:BG',
  },
  {
    name: 'asn',
    aliases: ['as'],
    comparison: 'is',
    subject: column('asn'),
    doc: 'autonomous system number of the client',
    example: 'asn:48090',
  },
  {
    name: 'rule',
    aliases: ['ruleid'],
    comparison: 'is',
    subject: column('ruleId'),
    doc: 'identifier of the rule',
    example: 'rule:930*',
  },
  {
    name: 'group',
    aliases: ['rulegroup'],
    comparison: 'is',
    subject: column('ruleGroup'),
    doc: 'group of the rule',
    example: 'group:sqli',
  },
  {
    name: 'severity',
    aliases: ['sev'],
    comparison: 'is',
    subject: column('severity'),
    doc: 'severity of the rule',
    example: 'severity:CRITICAL',
  },
  {
    name: 'method',
    aliases: [],
    comparison: 'is',
    subject: column('method'),
    doc: 'HTTP method',
    example: 'method:POST',
  },
  {
    name: 'pop',
    aliases: ['serverzone', 'edge'],
    comparison: 'is',
    subject: column('serverZone'),
    doc: 'edge location that answered',
    example: 'pop:SG',
  },
  {
    name: 'ip',
    aliases: ['remoteip', 'addr'],
    comparison: 'address',
    subject: column('remoteIp'),
    doc: 'address of the client, as far as the service does not mask it',
    example: 'ip:1.2.3.0/24',
  },
  {
    name: 'host',
    aliases: [],
    comparison: 'contains',
    subject: column('host'),
    doc: 'host of the Url',
    example: 'host:shop',
  },
  {
    name: 'path',
    aliases: [],
    comparison: 'contains',
    subject: column('path'),
    doc: 'path of the Url, without the query',
    example: 'path:/wp-*',
  },
  {
    name: 'url',
    aliases: [],
    comparison: 'contains',
    subject: { kind: 'url' },
    doc: 'the whole Url',
    example: 'url:id=1',
  },
  {
    name: 'ua',
    aliases: ['useragent', 'agent'],
    comparison: 'contains',
    subject: column('userAgent'),
    doc: 'User-Agent header, where headers are logged',
    example: 'ua:curl',
  },
  {
    name: 'message',
    aliases: ['msg'],
    comparison: 'contains',
    subject: column('message'),
    doc: 'description of the rule',
    example: 'message:injection',
  },
  {
    name: 'trigger',
    aliases: ['operator'],
    comparison: 'is',
    subject: column('trigger'),
    doc: 'operator that matched',
    example: 'trigger:PMF',
  },
  {
    name: 'log',
    aliases: ['text', 'raw'],
    comparison: 'contains',
    subject: { kind: 'log' },
    doc: 'the log text as it came',
    example: 'log:"passwd"',
  },
  {
    name: 'id',
    aliases: ['logid'],
    comparison: 'is',
    subject: { kind: 'id' },
    doc: 'identifier of the entry',
    example: 'id:c5c09fe1-*',
  },
  {
    name: 'zone',
    aliases: ['shieldzone'],
    comparison: 'is',
    subject: { kind: 'zone' },
    doc: 'shield zone the entry is from',
    example: 'zone:120431',
  },
  {
    name: 'since',
    aliases: ['after', 'from'],
    comparison: 'since',
    doc: 'at or after a time, or so long ago',
    example: 'since:15m',
  },
  {
    name: 'until',
    aliases: ['before', 'to'],
    comparison: 'until',
    doc: 'before a time, or so long ago',
    example: 'until:14:30',
  },
  {
    name: 'at',
    aliases: ['time'],
    comparison: 'at',
    doc: 'within a minute, an hour, or from one to another',
    example: 'at:14:02..14:07',
  },
  {
    name: 'is',
    aliases: [],
    comparison: 'mark',
    doc: 'what is known of the entry: late, conflict, undated, no-log',
    example: 'is:late',
  },
];

const BY_NAME: ReadonlyMap<string, Field> = new Map(
  FIELDS.flatMap((field) => [field.name, ...field.aliases].map((name) => [name, field] as const)),
);

/** The field of a name or an alias, in whatever case. */
export const fieldNamed = (name: string): Field | undefined => BY_NAME.get(name.toLowerCase());

/** The field that looks at a column. */
export const fieldOfColumn = (name: ColumnName): Field | undefined =>
  FIELDS.find(({ subject }) => subject?.kind === 'column' && subject.column === name);

/** A text that may stand after a colon as it is: no space, no star, nothing the language gives a meaning. */
const PLAIN = /^[^\s"()*]+$/;

/** A value as it is typed in a filter, quoted where it must be. */
export const quoted = (value: string): string =>
  `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/** The term that keeps entries with this value; null for a column that no field names. */
export function includeTerm(column: ColumnName, value: string | null): string | null {
  const field = fieldOfColumn(column);
  if (!field) return null;
  if (value === null) return `-${field.name}:*`;
  // Where a colon looks within, only a pattern from end to end says "this and no more".
  if (field.comparison === 'contains' && value !== '') return `${field.name}:${quoted(value)}`;
  return `${field.name}:${PLAIN.test(value) ? value : quoted(value)}`;
}

/** The term that takes away entries with this value. */
export function excludeTerm(column: ColumnName, value: string | null): string | null {
  const term = includeTerm(column, value);
  if (term === null) return null;
  return term.startsWith('-') ? term.slice(1) : `-${term}`;
}

/** The term that keeps entries whose log or labels contain the text. */
export const wordTerm = (text: string): string => quoted(text);
