import type { Drift } from '../../src/contract/drift.ts';

/** For whoever does not want to know. */
export const noDrift: Drift = { note: () => undefined, add: () => undefined };
