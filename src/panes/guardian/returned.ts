import type { GuardianUploadAnswer } from '../../contract/operations/guardian-upload.ts';
import type { Moment } from '../../state/loadable.ts';

/** What the service returned last for a zone in this run. */
export interface Returned {
  readonly data: GuardianUploadAnswer['data'];
  readonly at: Moment;
  /** When an upload was sent since whose outcome is not known: the zone may have that by now. */
  readonly doubtedAt: Moment | null;
}
