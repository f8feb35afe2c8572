import type { OperationId } from '../contract/operation.ts';

/** A part of the service with habits of its own: how it words its failures, how it cases its fields. */
export type Area = 'shield' | 'core' | 'applications';

const AREAS: { readonly [Id in OperationId]: Area } = {
  'guardian-upload': 'shield',
  'script-add-variable': 'core',
  'rate-limit-metrics': 'shield',
  'app-overview': 'applications',
  'dns-scan': 'core',
  'app-delete': 'applications',
  search: 'core',
  'event-logs': 'shield',
};

/** The area an operation belongs to. */
export const areaOf = (id: OperationId): Area => AREAS[id];
