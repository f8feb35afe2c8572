import type { DialectId } from '../dialects.ts';
import type { OperationId } from '../operation.ts';
import { appDelete, appOverview } from './applications.ts';
import type { Assumption, Assumptions } from './assumption.ts';
import { dnsScan, scriptAddVariable, search } from './core.ts';
import { general } from './general.ts';
import { eventLogs, guardianUpload, rateLimitMetrics } from './shield.ts';

/** What the contract leaves open about each operation. */
const BY_OPERATION = {
  'guardian-upload': guardianUpload,
  'script-add-variable': scriptAddVariable,
  'rate-limit-metrics': rateLimitMetrics,
  'app-overview': appOverview,
  'dns-scan': dnsScan,
  'app-delete': appDelete,
  search,
  'event-logs': eventLogs,
} satisfies Record<OperationId, Assumptions>;

/**
 * Every "not shown" of the contract: read by the help topic and by tests, never by what runs. What runs needs the
 * dialects alone, each of which is explained here.
 */
export const assumptions = {
  ...general,
  ...BY_OPERATION['guardian-upload'],
  ...BY_OPERATION['script-add-variable'],
  ...BY_OPERATION['rate-limit-metrics'],
  ...BY_OPERATION['app-overview'],
  ...BY_OPERATION['dns-scan'],
  ...BY_OPERATION['app-delete'],
  ...BY_OPERATION.search,
  ...BY_OPERATION['event-logs'],
} satisfies Record<DialectId, Assumption>;
