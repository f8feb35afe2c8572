/**
 * What became of the values that a schema admits.
 *
 * - `tightened`: fewer, and none that was not admitted before
 * - `loosened`: more, and none is refused that was admitted before
 * - `changed`: some more and some fewer, or it cannot be told
 */
export type SchemaChange = 'tightened' | 'loosened' | 'changed';

/** One difference between two schemas. */
export interface SchemaDifference {
  readonly change: SchemaChange;
  /** What it is: `minLength 0 became 3`. Hostile text. */
  readonly what: string;
}

/** One difference between two schemas, and in which of the schemas inside them it is. */
export interface PlacedDifference extends SchemaDifference {
  /** JSON pointer from the outermost schema; empty for that itself. Hostile text. */
  readonly pointer: string;
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
