import type { OperationId } from '../operation.ts';

/** What the program assumes where the contract leaves something open. */
export interface Assumption {
  /** The operations it concerns; empty for all. */
  readonly operations: readonly OperationId[];
  /** What the contract does not say. */
  readonly open: string;
  /** What the program does. */
  readonly choice: string;
  /** The evidence, with its section in wire-facts and the confidence in it. */
  readonly why: string;
  /** The test file that shows that the program does so; the test is marked with `Assumption: ID`. */
  readonly test: `test/${string}.test.ts`;
}

/** Adds the operations that several assumptions concern. */
export const about = <Id extends string>(
  operations: readonly OperationId[],
  points: Readonly<Record<Id, Omit<Assumption, 'operations'>>>,
): Readonly<Record<Id, Assumption>> => {
  const entries = Object.entries<Omit<Assumption, 'operations'>>(points);
  // The keys are unchanged.
  return Object.fromEntries(entries.map(([id, point]) => [id, { ...point, operations }])) as Record<
    Id,
    Assumption
  >;
};
