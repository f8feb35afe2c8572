import { FileError, realFiles } from '../../../edges/files.ts';
import { stateDirectory } from '../../../edges/machine.ts';
import type { Environment } from '../../../edges/terminal.ts';
import { acceptedDeletions, auditPath, readAudit } from '../../../mutations/audit.ts';
import type { Asked, Service } from '../../service.ts';

/**
 * When the service accepted the deletion of an application, according to the local audit file, by its id. Empty if the
 * file cannot be read. A demo starts with a new world each run, so nothing was deleted in it.
 */
export async function deletedFromHere(
  { session: { profile } }: Pick<Service, 'session'>,
  env: Environment,
): Promise<ReadonlyMap<string, string>> {
  const path = auditPath(stateDirectory(env));
  if (path === null || profile.demo) return new Map();
  try {
    const { changes } = await readAudit(realFiles(), path);
    return acceptedDeletions(changes, profile.host);
  } catch (error) {
    if (error instanceof FileError) return new Map();
    throw error;
  }
}

/** Those of the applications asked for that are gone because they were deleted from this machine. */
export async function deletedApps(
  asked: readonly Asked<unknown>[],
  service: Service,
  env: Environment,
): Promise<ReadonlySet<string>> {
  const missing = asked.filter(
    ({ result }) => result.kind === 'failed' && result.error.kind === 'not-found',
  );
  if (missing.length === 0) return new Set();
  const deleted = await deletedFromHere(service, env);
  return new Set(missing.map(({ item }) => item.id).filter((id) => deleted.has(id)));
}
