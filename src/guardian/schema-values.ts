import type { Mapping, Node, Scalar } from './node.ts';

/**
 * How the set of values a schema admits changed.
 *
 * - `tightened`: fewer values, no new ones
 * - `loosened`: more values, none removed
 * - `changed`: some added and some removed, or unknown
 */
export type SchemaChange = 'tightened' | 'loosened' | 'changed';

export interface SchemaDifference {
  readonly change: SchemaChange;
  /** `minLength 0 became 3`. Hostile text. */
  readonly what: string;
}

/** A difference and the subschema it is in. */
export interface PlacedDifference extends SchemaDifference {
  /** JSON pointer from the outermost schema; empty for that schema. Hostile text. */
  readonly pointer: string;
  /** The two could not be compared here, and may be the same. */
  readonly isUncompared?: true;
}

export interface SchemaComparison {
  /** The combined change; `same` without differences. */
  readonly change: SchemaChange | 'same';
  readonly differences: readonly PlacedDifference[];
}

/** Combines changes that apply together. */
export function sumOf(changes: readonly SchemaChange[]): SchemaChange | 'same' {
  const [first = 'same', ...others] = changes;
  return others.every((change) => change === first) ? first : 'changed';
}

/** Integers beyond 2^53 are rounded when read, so the text is used. Longer ones exceed every double. */
const WHOLE = /^[-+]?\d{1,400}$/;

function numberOf({ text }: Scalar, value: number): number | bigint {
  return Number.isSafeInteger(value) || !WHOLE.test(text) ? value : BigInt(text);
}

function canonicalNumber(scalar: Scalar, value: number): string {
  // All numbers beyond the largest double have the same value.
  if (!Number.isFinite(value)) return scalar.text;
  // Written out, so that `1e20` equals its decimal form.
  const number = numberOf(scalar, value);
  return String(typeof number === 'number' && Number.isInteger(number) ? BigInt(number) : number);
}

/** A text that is the same for equal values, whatever the order of their keys. */
export function canonical(node: Node): string {
  switch (node.kind) {
    case 'scalar':
      if (typeof node.value === 'number') return canonicalNumber(node, node.value);
      return typeof node.value === 'string' ? JSON.stringify(node.value) : String(node.value);
    case 'sequence':
      return `[${node.items.map(canonical).join()}]`;
    case 'mapping': {
      const entries = [...node.entries].map(
        ([key, value]) => `${JSON.stringify(key)}:${canonical(value)}`,
      );
      return `{${entries.sort().join()}}`;
    }
  }
}

export function numberAt(schema: Mapping, keyword: string): number | bigint | undefined {
  const node = schema.entries.get(keyword);
  if (node?.kind !== 'scalar' || typeof node.value !== 'number') return undefined;
  return numberOf(node, node.value);
}

/** Whether two numbers are equal: `===` distinguishes 2^60 from `2n ** 60n`. */
export const isSameNumber = (one: number | bigint, other: number | bigint): boolean =>
  one <= other && one >= other;

/** JSON types; numbers are split so that `integer` is a subset of `number`. */
const ALL_TYPES = ['null', 'boolean', 'object', 'array', 'string', 'integer', 'fraction'];

/** The types a schema admits, including `nullable` (3.0). */
export function typesOf(schema: Mapping): ReadonlySet<string> {
  const type = schema.entries.get('type');
  if (!type) return new Set(ALL_TYPES);
  const named = type.kind === 'sequence' ? type.items : [type];
  const types = named.flatMap((node) => {
    const name = node.kind === 'scalar' ? node.text : canonical(node);
    return name === 'number' ? ['integer', 'fraction'] : [name];
  });
  const nullable = schema.entries.get('nullable');
  if (nullable?.kind === 'scalar' && nullable.value === true) types.push('null');
  return new Set(types);
}

/** The values a schema is limited to, as canonical texts; undefined if not limited. */
export function valuesOf(schema: Mapping): ReadonlySet<string> | undefined {
  const values = schema.entries.get('enum');
  const listed = values?.kind === 'sequence' ? new Set(values.items.map(canonical)) : undefined;
  const constant = schema.entries.get('const');
  if (!constant) return listed;
  const only = new Set([canonical(constant)]);
  return listed ? only.intersection(listed) : only;
}

/** One end of a number range. */
export interface Bound {
  readonly value: number | bigint;
  /** Whether the value itself is outside. */
  readonly isExclusive: boolean;
}

/** The effective `minimum` or `maximum`, with the exclusive forms of 3.0 and 3.1; infinite if absent. */
export function boundOf(schema: Mapping, end: 'minimum' | 'maximum'): Bound {
  const [exclusiveKeyword, none] =
    end === 'minimum'
      ? ['exclusiveMinimum', Number.NEGATIVE_INFINITY]
      : ['exclusiveMaximum', Number.POSITIVE_INFINITY];
  const exclusive = schema.entries.get(exclusiveKeyword);
  const isFlagged = exclusive?.kind === 'scalar' && exclusive.value === true;
  const inclusive: Bound = { value: numberAt(schema, end) ?? none, isExclusive: isFlagged };
  const other: Bound = { value: numberAt(schema, exclusiveKeyword) ?? none, isExclusive: true };
  // The stricter one; at equal values the exclusive one.
  const isOther =
    end === 'minimum' ? other.value >= inclusive.value : other.value <= inclusive.value;
  return isOther ? other : inclusive;
}
