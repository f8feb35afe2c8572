import { ApiError } from '../../contract/api-error.ts';
import {
  type GuardianUploadInput,
  guardianUpload,
} from '../../contract/operations/guardian-upload.ts';
import { renderPath } from '../../contract/path.ts';
import type { Watched } from '../../state/workspace.ts';
import { type Printable, printable } from '../../text/printable.ts';
import type { SpecificationFile } from './specification-file.ts';

/** What the request says of `enforceAuthorizationValidation`; `keep` leaves it out. */
export type Enforce = 'yes' | 'no' | 'keep';

/** One upload as it would be sent, word for word. Frozen once it is shown for confirmation. */
export interface UploadRequest {
  readonly zone: Watched;
  readonly file: SpecificationFile;
  readonly enforce: Enforce;
  readonly input: GuardianUploadInput;
  readonly method: string;
  /** The rendered path, or why the zone's id cannot be part of one. */
  readonly path:
    | { readonly kind: 'path'; readonly path: string }
    | { readonly kind: 'fault'; readonly reason: Printable };
  /** Of the JSON body. */
  readonly bodyBytes: number;
}

const FLAG: Readonly<Record<Enforce, boolean | undefined>> = {
  yes: true,
  no: false,
  keep: undefined,
};

/** What `enforce` puts into the request; undefined is left out. */
export const flagOf = (enforce: Enforce): boolean | undefined => FLAG[enforce];

export function uploadRequest(
  zone: Watched,
  file: SpecificationFile,
  enforce: Enforce,
): UploadRequest {
  const input: GuardianUploadInput = {
    shieldZoneId: zone.id,
    content: file.content,
    enforceAuthorizationValidation: flagOf(enforce),
  };
  const { path, body } = guardianUpload.compose(input);
  return {
    zone,
    file,
    enforce,
    input,
    method: guardianUpload.method,
    path: renderedPath(path),
    bodyBytes: new TextEncoder().encode(JSON.stringify(body)).length,
  };
}

function renderedPath(values: Parameters<typeof renderPath>[1]): UploadRequest['path'] {
  try {
    return { kind: 'path', path: renderPath(guardianUpload, values) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { kind: 'fault', reason: printable(error.message) };
  }
}
