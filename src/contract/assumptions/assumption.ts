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
  /** Where to go to decide otherwise. */
  readonly change: string;
}

/** Assumptions by their id. */
export type Assumptions = { readonly [id: string]: Assumption };
