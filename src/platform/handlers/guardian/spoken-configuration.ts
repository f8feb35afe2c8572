import type { Dialect } from '../../dialect.ts';
import { spokenDate } from '../../spoken.ts';
import type { ShieldZone } from '../../world/shield-zones.ts';
import type { GuardianLimits } from '../plan-limits.ts';
import type { KeptConfiguration, KeptEndpoint } from './kept-configuration.ts';

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
export function spokenConfiguration(
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
      createdAt: spokenDate(kept.createdAt, dialect),
      updatedAt: kept.updatedAt === null ? null : spokenDate(kept.updatedAt, dialect),
    },
    endpoints: kept.endpoints.map((endpoint) => spokenEndpoint(endpoint, zone, dialect)),
  };
}

function spokenEndpoint(endpoint: KeptEndpoint, zone: ShieldZone, dialect: Dialect) {
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
    createdAt: spokenDate(endpoint.createdAt, dialect),
    updatedAt: endpoint.updatedAt === null ? null : spokenDate(endpoint.updatedAt, dialect),
  };
}
