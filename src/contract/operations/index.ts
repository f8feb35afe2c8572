import type { AnswerOf, InputOf, OperationId } from '../operation.ts';
import { appDelete } from './app-delete.ts';
import { appOverview } from './app-overview.ts';
import { dnsScan } from './dns-scan.ts';
import { eventLogs } from './event-logs.ts';
import { guardianUpload } from './guardian-upload.ts';
import { rateLimitMetrics } from './rate-limit-metrics.ts';
import { scriptAddVariable } from './script-add-variable.ts';
import { search } from './search.ts';

/** The eight operations of the contract, in its order. An operation is added by one file and one line. */
export const operations = {
  'guardian-upload': guardianUpload,
  'script-add-variable': scriptAddVariable,
  'rate-limit-metrics': rateLimitMetrics,
  'app-overview': appOverview,
  'dns-scan': dnsScan,
  'app-delete': appDelete,
  search,
  'event-logs': eventLogs,
} as const satisfies { readonly [Id in OperationId]: { readonly path: string } };

/** The eight, by their id. */
export type Operations = typeof operations;

/** What each operation is asked with: `Inputs['search']`. */
export type Inputs = { readonly [Id in OperationId]: InputOf<Operations[Id]> };

/** What each operation answers: `Answers['search']`. */
export type Answers = { readonly [Id in OperationId]: AnswerOf<Operations[Id]> };
