import { FileError } from '../../edges/files.ts';
import type { AuditedChange } from '../../mutations/audit.ts';
import type { Slice } from '../../state/slice.ts';
import type { PaneContext } from '../pane.ts';
import { type GuardianState, withWork } from './state.ts';

/** Uploads to `host` that may have changed a zone, of all runs that write this audit file. Newest first. */
const uploadsTo = (host: string, audited: readonly AuditedChange[]): readonly AuditedChange[] =>
  audited.filter(
    (each) =>
      each.operation === 'guardian-upload' &&
      each.host === host &&
      (each.outcome === 'accepted' || each.outcome === 'unknown'),
  );

/** The newest of `uploads` of the zone that other runs sent after the attempt `own`. */
function overtaking(
  uploads: readonly AuditedChange[],
  {
    zone,
    own,
    isOfThisRun,
  }: {
    readonly zone: string;
    readonly own: string;
    isOfThisRun(attempt: string): boolean;
  },
): AuditedChange | undefined {
  const ofZone = uploads.filter(({ subject }) => subject.id === zone);
  const at = ofZone.findIndex(({ attempt }) => attempt === own);
  return ofZone.slice(0, Math.max(0, at)).find(({ attempt }) => !isOfThisRun(attempt));
}

/**
 * Reads in the audit file whether other runs uploaded to the watched zones since this run did: then what a zone has is
 * not what the service returned here. No operation reads the configuration. An unreadable audit file is reported by
 * `:audit`, and nothing can be sent.
 */
export async function findOtherUploads(
  { store, mutations }: Pick<PaneContext, 'store' | 'mutations'>,
  slice: Slice<GuardianState>,
): Promise<void> {
  let audited: readonly AuditedChange[];
  try {
    audited = await mutations.audited();
  } catch (error) {
    if (error instanceof FileError) return;
    throw error;
  }
  const { profile, changes } = store.getState();
  const uploads = uploadsTo(profile.host, audited);
  const isOfThisRun = (attempt: string) => changes.some((each) => each.attempt === attempt);
  slice.setState({ uploads });
  for (const [zone, { returned }] of slice.getState().zones) {
    const own = changes.findLast(
      ({ operation, subject, state }) =>
        operation === 'guardian-upload' && subject.id === zone && state.kind === 'accepted',
    );
    if (!returned || !own) continue;
    const overtakenBy = overtaking(uploads, { zone, own: own.attempt, isOfThisRun });
    if (!overtakenBy || overtakenBy.attempt === returned.overtakenBy?.attempt) continue;
    slice.setState((state) =>
      withWork(state, zone, () => ({ returned: { ...returned, overtakenBy } })),
    );
  }
}
