import type { Place, PodSituation } from './situation.ts';

/** From the request for deletion until nothing is left, milliseconds. */
export const CLEANUP_MS = 45_000;

/** From a pod's first notice until it is gone. */
const LEAVES_IN = 7_000;

/**
 * What the cleanup of a deleted application has made of a pod, `since` milliseconds after the request:
 * undefined once it is gone. The pods leave one after the other.
 */
export function cleanedUp(
  pod: PodSituation | undefined,
  { position, total }: Place,
  since: number,
): PodSituation | undefined {
  const notice = (position / total) * (CLEANUP_MS - LEAVES_IN);
  if (!pod || since >= notice + LEAVES_IN) return undefined;
  if (since < notice) return pod;
  return {
    ...pod,
    status: 'deleting',
    message: 'Application is being deleted',
    container: { status: 'started', reason: 'Terminating', message: '', exitCode: null },
  };
}
