import type { Derivation, DerivedEndpoint } from '../../../guardian/derive.ts';
import type { Dialect } from '../../dialect.ts';

/** An endpoint with what is decided about it, which a new specification does not change. */
export interface KeptEndpoint extends DerivedEndpoint {
  readonly id: number;
  readonly validateAuthorization: boolean;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number | null;
}

/** What is kept of a zone's API Guardian between uploads. */
export interface KeptConfiguration {
  readonly title: string | null;
  readonly version: string | null;
  readonly endpoints: readonly KeptEndpoint[];
  readonly nextId: number;
  readonly createdAt: number;
  readonly updatedAt: number | null;
}

/** A specification that was uploaded, and how. */
export interface Upload {
  readonly derivation: Derivation;
  /** Undefined when the request left it out. */
  readonly enforceAuthorization: boolean | undefined;
  readonly now: number;
}

/** Ids begin here in each zone, times its id: no two zones share one. */
const IDS_PER_ZONE = 100_000;

/**
 * What is kept after an upload. An endpoint of the same method and path stays the same endpoint, with its
 * id and settings (by dialect: it is made anew). Authorization is enforced as asked; when nothing is asked,
 * as before, and for endpoints that were not there before, it is.
 */
export function afterUpload(
  before: KeptConfiguration | undefined,
  { derivation, enforceAuthorization, now }: Upload,
  { zoneId, ids }: { readonly zoneId: number; readonly ids: Dialect['endpoint-ids-on-update'] },
): KeptConfiguration {
  const known = new Map<string, KeptEndpoint>();
  if (ids === 'kept')
    for (const endpoint of before?.endpoints ?? []) known.set(nameOf(endpoint), endpoint);
  let nextId = before?.nextId ?? zoneId * IDS_PER_ZONE;

  const endpoints = derivation.endpoints.map((derived) => {
    const same = known.get(nameOf(derived));
    return {
      ...derived,
      id: same?.id ?? nextId++,
      validateAuthorization: enforceAuthorization ?? same?.validateAuthorization ?? true,
      createdAt: same?.createdAt ?? now,
      updatedAt: same ? now : null,
    };
  });
  return {
    title: derivation.title,
    version: derivation.version,
    endpoints,
    nextId,
    createdAt: before?.createdAt ?? now,
    updatedAt: before ? now : null,
  };
}

const nameOf = ({ requestMethod, requestPath }: DerivedEndpoint): string =>
  `${requestMethod} ${requestPath}`;
