import type { Derivation, DerivedEndpoint } from '../../guardian/derive.ts';
import type { Dialect } from '../wire/dialect.ts';
import { encodeDate } from '../wire/encoding.ts';
import type { GuardianLimits, ShieldZone } from '../world/shield-zones.ts';

/** An endpoint with what is decided about it, which a new specification does not change. */
interface KeptEndpoint extends DerivedEndpoint {
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
interface Upload {
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

/*
 * The enumerations of the contract by position. The first three are integers on the wire, the others
 * strings; by dialect all are the one or the other.
 */
const EXECUTION_MODES = ['Log', 'Block'] as const;
const ACTIONS = ['Block', 'Log', 'Ignore'] as const;
const TIMEFRAMES: Readonly<Record<number, string>> = { 60: 'PerOneMinute' };
const RATE_LIMIT_TYPES = ['Global', 'IP'] as const;
const SCHEME_TYPES = ['ApiKey', 'Http', 'OAuth2', 'OpenIdConnect'] as const;
const LOCATIONS = ['Header', 'Query', 'Cookie'] as const;

/** Seconds. */
const TIMEFRAME = 60;
const REQUEST_COUNT = 100;

/** The whole configuration as operation 1 answers it. */
export function encodeConfiguration(
  kept: KeptConfiguration,
  zone: ShieldZone,
  { dialect, limits }: { readonly dialect: Dialect; readonly limits: GuardianLimits },
) {
  const form = dialect['enum-representation'];
  const byInteger = (names: readonly string[], name: string) =>
    form === 'names' ? name : names.indexOf(name);
  return {
    configuration: {
      shieldZoneId: zone.id,
      isEnabled: true,
      executionMode: byInteger(EXECUTION_MODES, zone.blocks ? 'Block' : 'Log'),
      bodyLimitAction: byInteger(ACTIONS, 'Log'),
      unmatchedPathAction: byInteger(ACTIONS, zone.blocks ? 'Block' : 'Log'),
      title: kept.title,
      version: kept.version,
      ...limits,
      createdAt: encodeDate(kept.createdAt, dialect),
      updatedAt: kept.updatedAt === null ? null : encodeDate(kept.updatedAt, dialect),
    },
    endpoints: kept.endpoints.map((endpoint) => encodeEndpoint(endpoint, zone, dialect)),
  };
}

function encodeEndpoint(endpoint: KeptEndpoint, zone: ShieldZone, dialect: Dialect) {
  const form = dialect['enum-representation'];
  const byName = (names: readonly string[], name: string | null) =>
    form === 'integers' && name !== null ? names.indexOf(name) : name;
  return {
    apiGuardianEndpointId: endpoint.id,
    shieldZoneId: zone.id,
    requestMethod: endpoint.requestMethod,
    requestPath: endpoint.requestPath,
    validateRequestBodySchema: endpoint.requestBodySchemaYaml !== null,
    validateResponseBodySchema: false,
    validateAuthorization: endpoint.validateAuthorization,
    isEnabled: true,
    authSchemes:
      endpoint.authSchemes?.map((scheme) => ({
        ...scheme,
        schemeType: byName(SCHEME_TYPES, scheme.schemeType),
        location: byName(LOCATIONS, scheme.location),
      })) ?? null,
    requestBodySchemaYaml: endpoint.requestBodySchemaYaml,
    responseBodySchemasYaml: endpoint.responseBodySchemasYaml,
    availableParameters: endpoint.availableParameters,
    injectionDetectionParameters: null,
    detectParameterXss: false,
    detectParameterSqli: false,
    rateLimitingEnabled: false,
    rateLimitingType: byName(RATE_LIMIT_TYPES, 'Global'),
    rateLimitingRequestCount: REQUEST_COUNT,
    rateLimitingTimeframe: form === 'names' ? TIMEFRAMES[TIMEFRAME] : TIMEFRAME,
    createdAt: encodeDate(endpoint.createdAt, dialect),
    updatedAt: endpoint.updatedAt === null ? null : encodeDate(endpoint.updatedAt, dialect),
  };
}
