import {
  COLUMN_FACTS,
  COLUMNS,
  type ColumnComparison,
  type ColumnName,
} from '../storage/columns.ts';
import { parseAddress } from './address-range.ts';
import type { CoarseName } from './coarse.ts';
import type { FilterTarget } from './filter.ts';
import { COLUMN_FORMS, type ValueForm, ZONE_FORM } from './value-form.ts';

/** How `field:value` compares. */
type Comparison = ColumnComparison | 'since' | 'until' | 'at' | 'flag';

/** A field name in a filter. */
export interface Field {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly comparison: Comparison;
  /** Undefined for times and flags. */
  readonly target?: FilterTarget;
  /** The form of its values, if they all have one. An unquoted value of another form is refused. */
  readonly form?: ValueForm | undefined;
  /** A clause for the help. */
  readonly doc: string;
  readonly example: string;
}

function columnField(column: ColumnName): Field {
  const { fields, comparison, doc, example } = COLUMN_FACTS[column];
  const [name, ...aliases] = fields;
  const form = COLUMN_FORMS[column];
  return { name, aliases, comparison, target: { kind: 'column', column }, form, doc, example };
}

/** All fields: one per column, and those for other properties. */
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
    form: ZONE_FORM,
    doc: 'shield zone the entry is from; in the console also by its name',
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

/** The field with this name or alias, ignoring case. */
export const fieldNamed = (name: string): Field | undefined => BY_NAME.get(name.toLowerCase());

/** Text that needs no quotes after a colon. */
const PLAIN = /^[^\s"()*]+$/;

/** Quotes a value for use in a filter. */
export const quoted = (value: string): string =>
  `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/** A text as a regular expression that matches it. `-` and `/` only have a meaning in classes. */
export const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** The filter term that keeps entries with this value. */
export function includeTerm(column: ColumnName, value: string | null): string {
  const { fields, comparison } = COLUMN_FACTS[column];
  const [name] = fields;
  if (value === null) return `-${name}:*`;
  // With a port or scope it is not an address. After a colon it would match as a part.
  const isPart = comparison === 'contains' || (comparison === 'address' && !parseAddress(value));
  if (isPart && value !== '') return `${name}=${quoted(value)}`;
  const form = COLUMN_FORMS[column];
  const isOfForm = !form || form.fits(value);
  return `${name}:${PLAIN.test(value) && isOfForm ? value : quoted(value)}`;
}

/** The term for a coarse name; null matches entries without a value. */
export const coarseTerm = (name: CoarseName, value: string | null): string =>
  value === null ? `-${name}:*` : `${name}:${PLAIN.test(value) ? value : quoted(value)}`;

/** The filter term that excludes entries with this value. */
export function excludeTerm(column: ColumnName, value: string | null): string {
  const term = includeTerm(column, value);
  return term.startsWith('-') ? term.slice(1) : `-${term}`;
}

/** The term for entries whose log or labels contain the text. */
export const wordTerm = (text: string): string => quoted(text);
