import type { OperationId } from '../operation.ts';

/** How sure the evidence in wire-facts is, in its own letters; `?` is unknown. */
type Confidence = 'H' | 'M' | 'L' | '?';

/** What the program presumes where the contract leaves something open. */
export interface Assumption {
  /** The operations it touches; empty for all. */
  readonly operations: readonly OperationId[];
  /** What the contract does not say. */
  readonly open: string;
  /** What the program does. */
  readonly choice: string;
  /** The evidence, with its section of wire-facts. */
  readonly why: string;
  readonly confidence: Confidence;
  /** The file of the test that shows that the program does so: marked there with `Assumption: ID`. */
  readonly test: `test/${string}.test.ts`;
}

export type Assumptions = { readonly [id: string]: Assumption };
