import type { Mapping, Node, Scalar } from './node.ts';

/**
 * What became of the values that a schema admits.
 *
 * - `tightened`: fewer, and none that was not admitted before
 * - `loosened`: more, and none is refused that was admitted before
 * - `changed`: some more and some fewer, or it cannot be told
 */
export type SchemaChange = 'tightened' | 'loosened' | 'changed';

export interface SchemaDifference {
  readonly change: SchemaChange;
  /** What it is: `minLength 0 became 3`. Hostile text. */
  readonly what: string;
}

/** One difference between two schemas, and in which of the schemas inside them it is. */
export interface PlacedDifference extends SchemaDifference {
  /** JSON pointer from the outermost schema; empty for that itself. Hostile text. */
  readonly pointer: string;
  /** There may be none: the two could not be compared here. */
  readonly isUncompared?: true;
}

/** Two schemas compared. */
export interface SchemaComparison {
  /** All differences taken together; `same` when there are none. */
  readonly change: SchemaChange | 'same';
  readonly differences: readonly PlacedDifference[];
}

/** What several changes come to that apply together. */
export function sumOf(changes: readonly SchemaChange[]): SchemaChange | 'same' {
  const [first = 'same', ...others] = changes;
  return others.every((change) => change === first) ? first : 'changed';
}

/** A number as it was written: what is read of an integer beyond 2^53 is rounded. Longer ones have no double at all. */
const WHOLE = /^[-+]?\d{1,400}$/;

function numberOf({ text }: Scalar, value: number): number | bigint {
  return Number.isSafeInteger(value) || !WHOLE.test(text) ? value : BigInt(text);
}

function canonicalNumber(scalar: Scalar, value: number): string {
  // All that is too large for a double is read as the same.
  if (!Number.isFinite(value)) return scalar.text;
  // `1e20` is written out, as its equal is.
  const number = numberOf(scalar, value);
  return String(typeof number === 'number' && Number.isInteger(number) ? BigInt(number) : number);
}

/** A text that two values share when they are equal, whatever the order of their keys. */
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

/** Whether two numbers are equal, whichever way they were written: `===` tells 2^60 from `2n ** 60n`. */
export const isSameNumber = (one: number | bigint, other: number | bigint): boolean =>
  one <= other && one >= other;

/** The types of JSON, numbers split in two so that `integer` is a part of `number`. */
const ALL_TYPES = ['null', 'boolean', 'object', 'array', 'string', 'integer', 'fraction'];

/** The types that a schema admits, `nullable` (3.0) seen to. */
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

/** The only values that a schema admits, each by its canonical text; undefined when any may do. */
export function valuesOf(schema: Mapping): ReadonlySet<string> | undefined {
  const values = schema.entries.get('enum');
  const listed = values?.kind === 'sequence' ? new Set(values.items.map(canonical)) : undefined;
  const constant = schema.entries.get('const');
  if (!constant) return listed;
  const only = new Set([canonical(constant)]);
  return listed ? only.intersection(listed) : only;
}

/** An end of a range of numbers. */
export interface Bound {
  readonly value: number | bigint;
  /** The value itself is outside. */
  readonly isExclusive: boolean;
}

/** The effective end of `minimum` or `maximum`, with the exclusive forms of 3.0 and 3.1; infinite when absent. */
export function boundOf(schema: Mapping, end: 'minimum' | 'maximum'): Bound {
  const [exclusiveKeyword, none] =
    end === 'minimum'
      ? ['exclusiveMinimum', Number.NEGATIVE_INFINITY]
      : ['exclusiveMaximum', Number.POSITIVE_INFINITY];
  const exclusive = schema.entries.get(exclusiveKeyword);
  const isFlagged = exclusive?.kind === 'scalar' && exclusive.value === true;
  const inclusive: Bound = { value: numberAt(schema, end) ?? none, isExclusive: isFlagged };
  const other: Bound = { value: numberAt(schema, exclusiveKeyword) ?? none, isExclusive: true };
  // The one that admits less; the exclusive one of two at the same value.
  const isOther =
    end === 'minimum' ? other.value >= inclusive.value : other.value <= inclusive.value;
  return isOther ? other : inclusive;
}
