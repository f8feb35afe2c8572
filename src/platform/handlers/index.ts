import { appDelete } from './app-delete.ts';
import { appOverview } from './app-overview.ts';
import { dnsScan } from './dns-scan.ts';
import { eventLogs } from './event-logs.ts';
import { guardianUpload } from './guardian-upload.ts';
import type { Handlers } from './handler.ts';
import { rateLimitMetrics } from './rate-limit-metrics.ts';
import { scriptAddVariable } from './script-add-variable.ts';
import { search } from './search.ts';

export const handlers: Handlers = {
  'guardian-upload': guardianUpload,
  'script-add-variable': scriptAddVariable,
  'rate-limit-metrics': rateLimitMetrics,
  'app-overview': appOverview,
  'dns-scan': dnsScan,
  'app-delete': appDelete,
  search,
  'event-logs': eventLogs,
};
