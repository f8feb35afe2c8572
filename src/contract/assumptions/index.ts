import type { DialectId } from '../dialects.ts';
import { applications } from './applications.ts';
import type { Assumption } from './assumption.ts';
import { core } from './core.ts';
import { general } from './general.ts';
import { shield } from './shield.ts';

/**
 * Every "not shown" of the contract: read by the help topic and by tests, never by what runs. What runs needs the
 * dialects alone, each of which is explained here.
 */
export const assumptions = {
  ...general,
  ...shield,
  ...core,
  ...applications,
} satisfies Record<DialectId, Assumption>;
