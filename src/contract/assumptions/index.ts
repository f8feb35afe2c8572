import type { DialectId } from '../dialects.ts';
import { applications } from './applications.ts';
import type { Assumption } from './assumption.ts';
import { core } from './core.ts';
import { general } from './general.ts';
import { shield } from './shield.ts';

/**
 * Every "not shown" in the contract. Only the help topic and tests read this; the program itself uses the dialects,
 * each of which is explained here.
 */
export const assumptions = {
  ...general,
  ...shield,
  ...core,
  ...applications,
} satisfies Record<DialectId, Assumption>;
