import { realFiles } from '../../../edges/files.ts';
import { stateDirectory } from '../../../edges/machine.ts';
import type { Environment } from '../../../edges/terminal.ts';
import {
  type AuditedChange,
  acceptedDeletions,
  auditPath,
  changesOrNone,
  readChanges,
  unresolvedDeletion,
} from '../../../mutations/audit.ts';
import { type Printable, printable, words } from '../../../text/printable.ts';
import { stamp } from '../../../text/time.ts';
import type { Asked, Service } from '../../service.ts';

/** The changes in the local audit file, newest first; none if it cannot be read. */
const changesFromHere = (env: Environment): Promise<readonly AuditedChange[]> =>
  changesOrNone(readChanges(realFiles(), auditPath(stateDirectory(env))));

type Profile = { readonly session: Pick<Service['session'], 'profile'> };

/**
 * When the service accepted the deletion of an application, according to the local audit file, by its id. A demo starts
 * with a new world each run, so nothing was deleted in it.
 */
export const deletedFromHere = async (
  { session: { profile } }: Profile,
  env: Environment,
): Promise<ReadonlyMap<string, string>> =>
  profile.demo ? new Map() : acceptedDeletions(await changesFromHere(env), profile.host);

/** After {@link unresolvedFromHere}, once the service does not find the application. */
export const FITS_DELETION = words`That it is not found fits this deletion, but there may never have been such an application.`;

/** What the audit file says of a deletion of `id` whose outcome is unknown, as a sentence; undefined without one. */
export async function unresolvedFromHere(
  id: string,
  { session: { profile } }: Profile,
  env: Environment,
): Promise<Printable | undefined> {
  if (profile.demo) return undefined;
  const earlier = unresolvedDeletion(await changesFromHere(env), profile.host, id);
  if (!earlier) return undefined;
  const why = earlier.error === null ? words`` : words` (${printable(earlier.error)})`;
  return words`Its deletion was sent from here at ${stamp(Date.parse(earlier.time), 'utc')}, and its outcome is not known${why}.`;
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
