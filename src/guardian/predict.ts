import type { GuardianUploadAnswer } from '../contract/operations/guardian-upload.ts';
import {
  type ComparableEndpoint,
  declaredEndpoint,
  endpointKey,
  returnedName,
} from './comparable-endpoint.ts';
import type { ReadPreflight } from './preflight.ts';

/** An endpoint as an upload should leave it. */
export interface PredictedEndpoint {
  readonly declared: ComparableEndpoint;
  /** Its id when it was there before; undefined when it is new, or when what was before is not known. */
  readonly id: string | undefined;
  /** Undefined when that hangs on a setting that is not known. */
  readonly validateAuthorization: boolean | undefined;
}

/** The configuration that an upload should come to. */
export interface Prediction {
  readonly title: string | null;
  readonly version: string | null;
  /** Stable by method and path: in the order of the specification. */
  readonly endpoints: readonly PredictedEndpoint[];
}

/** What is known of the zone before the upload. */
export type Before =
  | { readonly kind: 'nothing uploaded' }
  | { readonly kind: 'returned'; readonly configuration: GuardianUploadAnswer['data'] }
  | { readonly kind: 'not known' };

/**
 * What the service should return for an upload (contract, Endpoints 1). With `enforce` given, every
 * endpoint is set to it. When it is left out, endpoints of a first upload are enforced, and on an update
 * those of the same method and path keep their setting; what becomes of endpoints that an update adds is
 * not stated, and they are taken to be enforced like those of a first upload.
 */
export function predict(
  { specification, title, version, endpoints }: ReadPreflight,
  before: Before,
  enforce: boolean | undefined,
): Prediction {
  const known = new Map<string, { id: string | undefined; kept: boolean | undefined }>();
  const returned = before.kind === 'returned' ? before.configuration.endpoints : [];
  for (const endpoint of returned) {
    const name = returnedName(endpoint);
    if (!name) continue;
    known.set(endpointKey(name), {
      id: endpoint.apiGuardianEndpointId ?? undefined,
      kept: endpoint.validateAuthorization ?? undefined,
    });
  }
  const whenNew = before.kind === 'not known' ? undefined : true;
  return {
    title,
    version,
    endpoints: endpoints.map((endpoint) => {
      const declared = declaredEndpoint(specification, endpoint);
      const previous = known.get(endpointKey(declared));
      const kept = previous ? previous.kept : whenNew;
      return { declared, id: previous?.id, validateAuthorization: enforce ?? kept };
    }),
  };
}
