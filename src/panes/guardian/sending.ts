import type { Moment } from '../../state/loadable.ts';
import type { Printable } from '../../text/printable.ts';
import type { UploadRequest } from './upload-request.ts';

/** How it stands with the upload of a zone's specification. What becomes of a sent one is in the run's changes. */
export type Sending =
  | { readonly kind: 'nothing' }
  /** Confirmed; the file is being read once more. */
  | { readonly kind: 'looking'; readonly request: UploadRequest }
  /** Confirmed, and then not sent: the file is not what was checked any more, or the zone is busy. */
  | { readonly kind: 'stopped'; readonly reason: Printable; readonly at: Moment }
  | { readonly kind: 'sent'; readonly request: UploadRequest; readonly attempt: string };
