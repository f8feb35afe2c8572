import type { Drift } from '../../src/contract/drift.ts';

/** Ignores all drift. */
export const noDrift: Drift = { note: () => undefined, add: () => undefined };
