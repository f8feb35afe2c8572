import {
  COLUMN_FACTS,
  COLUMNS,
  type ColumnComparison,
  type ColumnName,
} from '../storage/columns.ts';
import { parseAddress } from './address-range.ts';
import type { CoarseName } from './coarse.ts';
import type { FilterTarget } from './filter.ts';

/** How `field:value` compares. */
type Comparison = ColumnComparison | 'since' | 'until' | 'at' | 'flag';

/** A name that may stand before a colon in a filter. */
export interface Field {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly comparison: Comparison;
  /** Undefined for times and flags. */
  readonly target?: FilterTarget;
  /** One clause for help. */
  readonly doc: string;
  readonly example: string;
}

function columnField(column: ColumnName): Field {
  const { fields, comparison, doc, example } = COLUMN_FACTS[column];
  const [name, ...aliases] = fields;
  return { name, aliases, comparison, target: { kind: 'column', column }, doc, example };
}

/** Every field: one for each column, and those that look at something else. */
export const FIELDS: readonly Field[] = [
  ...COLUMNS.map(columnField),
  {
    name: 'family',
    aliases: ['agentfamily'],
    comparison: 'is',
    target: { kind: 'coarse', name: 'family' },
    doc: 'program behind the user agent, without its version',
    example: 'family:chrome',
  },
  {
    name: 'shape',
    aliases: ['pathshape'],
    comparison: 'is',
    target: { kind: 'coarse', name: 'shape' },
    doc: 'path with numbers and ids taken out',
    example: 'shape:/orders/:n',
  },
  {
    name: 'url',
    aliases: [],
    comparison: 'contains',
    target: { kind: 'url' },
    doc: 'the whole Url',
    example: 'url:id=1',
  },
  {
    name: 'log',
    aliases: ['text', 'raw'],
    comparison: 'contains',
    target: { kind: 'log' },
    doc: 'the log text as it came',
    example: 'log:"passwd"',
  },
  {
    name: 'id',
    aliases: ['logid'],
    comparison: 'is',
    target: { kind: 'id' },
    doc: 'identifier of the entry',
    example: 'id:c5c09fe1-*',
  },
  {
    name: 'zone',
    aliases: ['shieldzone'],
    comparison: 'is',
    target: { kind: 'zone' },
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
    comparison: 'flag',
    doc: 'what is known of the entry: late, conflict, undated, no-log',
    example: 'is:late',
  },
];

const BY_NAME: ReadonlyMap<string, Field> = new Map(
  FIELDS.flatMap((field) => [field.name, ...field.aliases].map((name) => [name, field] as const)),
);

/** The field of a name or an alias, in whatever case. */
export const fieldNamed = (name: string): Field | undefined => BY_NAME.get(name.toLowerCase());

/** A text that may stand after a colon as it is: no space, no star, nothing the language gives a meaning. */
const PLAIN = /^[^\s"()*]+$/;

/** A value as it is typed in a filter, quoted where it must be. */
export const quoted = (value: string): string =>
  `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/** The term that keeps entries with this value. */
export function includeTerm(column: ColumnName, value: string | null): string {
  const { fields, comparison } = COLUMN_FACTS[column];
  const [name] = fields;
  if (value === null) return `-${name}:*`;
  // With a port or a scope it is no address, and would be taken for the beginning of others.
  if (comparison === 'address' && value !== '' && !parseAddress(value))
    return `${name}=${quoted(value)}`;
  if (comparison === 'contains' && value !== '') return `${name}:${quoted(value)}`;
  return `${name}:${PLAIN.test(value) ? value : quoted(value)}`;
}

/** The term that keeps the entries with a coarser name; null keeps those without a value. */
export const coarseTerm = (name: CoarseName, value: string | null): string =>
  value === null ? `-${name}:*` : `${name}:${PLAIN.test(value) ? value : quoted(value)}`;

/** The term that takes away entries with this value. */
export function excludeTerm(column: ColumnName, value: string | null): string {
  const term = includeTerm(column, value);
  return term.startsWith('-') ? term.slice(1) : `-${term}`;
}

/** The term that keeps entries whose log or labels contain the text. */
export const wordTerm = (text: string): string => quoted(text);
