import { join } from 'node:path';

/** The audit file in the state directory; null where there is no such directory. */
export const auditPath = (stateDirectory: string | null): string | null =>
  stateDirectory === null ? null : join(stateDirectory, 'audit.ndjson');
