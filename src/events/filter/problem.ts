/**
 * What is wrong with the text of a filter. Never thrown: the rest of the text still means something, and
 * is what is applied while the operator types on.
 */
export interface Problem {
  /** Where it is: UTF-16 units before it. */
  readonly column: number;
  /** One sentence. Quotes what was typed: hostile text, as all input is. */
  readonly message: string;
  /** What could stand there instead, for completion. */
  readonly expected: readonly string[];
}
