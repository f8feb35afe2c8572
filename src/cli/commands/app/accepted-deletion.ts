import { FileError, realFiles } from '../../../edges/files.ts';
import { stateDirectory } from '../../../edges/machine.ts';
import { auditPath, readAudit } from '../../../mutations/audit.ts';

import type { Environment } from '../../../session/edges.ts';
import type { Service } from '../../service.ts';

/**
 * When the service accepted the deletion of an application from here, as the audit file has it; undefined where it
 * has none, or cannot be read. A demo's world begins anew with each run: nothing was deleted in it.
 */
export async function acceptedDeletion(
  appId: string,
  { session: { profile } }: Service,
  env: Environment,
): Promise<string | undefined> {
  const path = auditPath(stateDirectory(env));
  if (path === null || profile.demo) return undefined;
  try {
    const { changes } = await readAudit(realFiles(), path);
    return changes.find(
      ({ operation, outcome, host, subject }) =>
        operation === 'app-delete' &&
        outcome === 'accepted' &&
        host === profile.host &&
        subject.id === appId,
    )?.time;
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}
