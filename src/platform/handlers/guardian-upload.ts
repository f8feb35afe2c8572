import type { Derivation, DerivedEndpoint } from '../../guardian/derive.ts';
import { LIMIT_NAMES, type LimitName } from '../../guardian/limits.ts';
import { type Dialect, encodeDate } from '../wire/dialect.ts';
import {
  jsonReply,
  problemDetails,
  type Reply,
  type ShieldFailure,
  shieldFailure,
  statedSuccessError,
  UNKNOWN_ZONE,
} from '../wire/reply.ts';
import {
  type EndpointSettings,
  endpointSettings,
  type GuardianLimits,
  type ShieldZone,
} from '../world/shield-zones.ts';
import {
  type Handler,
  type HandlerContext,
  type PlatformRequest,
  parsedObject,
} from './handler.ts';
import type { Storage } from './storage.ts';

const FIELDS = new Set(['content', 'enforceAuthorizationValidation']);

/** Operation 1: first upload and updates. */
export const guardianUpload: Handler = async (request, context) =>
  asAccepted(await upload(request, context), request.accept);

async function upload(
  request: PlatformRequest,
  { world, storage, dialect, planLimits }: HandlerContext,
): Promise<Reply> {
  const refusal = (failure: ShieldFailure): Reply =>
    shieldFailure('4xx', failure, (error) => ({ error, data: null }));

  const zone = world.shieldZones.find(({ id }) => String(id) === request.path.shieldZoneId);
  if (!zone) return refusal(UNKNOWN_ZONE);
  const limits = planLimits[zone.plan];
  if (!limits) return refusal(PLAN_TOO_SMALL);

  if (!isJsonType(request.mediaType)) {
    return problemDetails(
      415,
      'The body must be application/json, text/json or application/*+json.',
    );
  }
  const input = parsedObject(request.body);
  if (!input) return problemDetails(400, 'The body is not a JSON object.');
  const unknown = Object.keys(input).find((field) => !FIELDS.has(field));
  if (unknown !== undefined) return invalidField(unknown, 'The field is not known.');
  const { content = null, enforceAuthorizationValidation: enforce = null } = input;
  if (content !== null && typeof content !== 'string') {
    return invalidField('content', 'The field must be a string.');
  }
  if (enforce !== null && typeof enforce !== 'boolean') {
    return invalidField('enforceAuthorizationValidation', 'The field must be true or false.');
  }

  // The Guardian engine is large and rarely needed: it is loaded on the first upload.
  const [{ derive }, { preflightInThread }] = await Promise.all([
    import('../../guardian/derive.ts'),
    import('../../guardian/preflight-thread.ts'),
  ]);
  const derivation = derive(await preflightInThread(content ?? ''));
  const writer = await storage.writer();
  const before = keptConfiguration(storage, zone.id);
  if (!before && dialect['update-before-upload'] === 'not-found') return refusal(NO_CONFIGURATION);
  if ('reason' in derivation) return refusal(unusable(derivation.reason));
  const exceeded = exceededLimit(derivation.needs, limits);
  if (exceeded) return refusal(tooMuch(exceeded, derivation.needs, limits));

  const uploaded = { derivation, enforceAuthorization: enforce ?? undefined, now: request.now };
  const kept = afterUpload(before, uploaded, {
    zoneId: zone.id,
    ids: dialect['endpoint-ids-on-update'],
  });
  writer.keepGuardian(zone.id, JSON.stringify(kept));
  const data = encodeConfiguration(kept, zone, { dialect, limits });
  return jsonReply(200, { error: statedSuccessError(dialect), data });
}

function keptConfiguration(storage: Storage, zoneId: number): KeptConfiguration | undefined {
  const json = storage.guardianOf(zoneId);
  // Only this file writes it.
  return json === undefined ? undefined : (JSON.parse(json) as KeptConfiguration);
}

const isJsonType = (mediaType: string): boolean =>
  /^(?:application|text)\/json$|^application\/[\w.+-]+\+json$/.test(mediaType);

const invalidField = (field: string, message: string): Reply =>
  problemDetails(400, 'One or more validation errors occurred.', { [field]: [message] });

const exceededLimit = (needs: GuardianLimits, limits: GuardianLimits): LimitName | undefined =>
  LIMIT_NAMES.find((name) => needs[name] > limits[name]);

const tooMuch = (
  name: LimitName,
  needs: GuardianLimits,
  limits: GuardianLimits,
): ShieldFailure => ({
  status: 403,
  errorKey: 'api_guardian.upsert_open_api_specification.plan_limit_exceeded',
  message: `The specification needs ${name} ${needs[name]}; the plan allows ${limits[name]}.`,
});

const unusable = (reason: string): ShieldFailure => ({
  status: 400,
  errorKey: 'api_guardian.upsert_open_api_specification.invalid_specification',
  message: reason,
});

const NO_CONFIGURATION: ShieldFailure = {
  status: 404,
  errorKey: 'api_guardian.upsert_open_api_specification.no_configuration',
  message: 'No API Guardian configuration found for this shield zone.',
};
const PLAN_TOO_SMALL: ShieldFailure = {
  status: 403,
  errorKey: 'feature_not_available_on_plan.api_guardian',
  message: 'API Guardian needs the Advanced plan or a higher one.',
};

/** An endpoint with its settings, which a new specification does not change. */
interface KeptEndpoint extends DerivedEndpoint {
  readonly id: number;
  readonly validateAuthorization: boolean;
  readonly createdAt: number;
  readonly updatedAt: number | null;
}

/** What is stored of a zone's API Guardian between uploads. */
interface KeptConfiguration {
  readonly title: string | null;
  readonly version: string | null;
  readonly endpoints: readonly KeptEndpoint[];
  readonly nextId: number;
  readonly createdAt: number;
  readonly updatedAt: number | null;
}

interface Upload {
  readonly derivation: Derivation;
  /** Undefined if the request left it out. */
  readonly enforceAuthorization: boolean | undefined;
  readonly now: number;
}

/** The first id of a zone is this times the zone's id, so no two zones share one. */
const IDS_PER_ZONE = 100_000;

/**
 * The configuration after an upload. An endpoint with the same method and path keeps its id and settings (in one
 * dialect it gets a new id). Without `enforceAuthorization`, known endpoints keep their setting and new ones are
 * enforced.
 */
export function afterUpload(
  before: KeptConfiguration | undefined,
  { derivation, enforceAuthorization, now }: Upload,
  { zoneId, ids }: { readonly zoneId: number; readonly ids: Dialect['endpoint-ids-on-update'] },
): KeptConfiguration {
  const known = new Map<string, KeptEndpoint>();
  for (const endpoint of before?.endpoints ?? []) known.set(nameOf(endpoint), endpoint);
  let nextId = before?.nextId ?? zoneId * IDS_PER_ZONE;

  const endpoints = derivation.endpoints.map((derived) => {
    const earlier = known.get(nameOf(derived));
    // Only the ids depend on the dialect: the contract states that authorization settings are kept.
    const same = ids === 'kept' ? earlier : undefined;
    return {
      ...derived,
      id: same?.id ?? nextId++,
      validateAuthorization: enforceAuthorization ?? earlier?.validateAuthorization ?? true,
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

/* Enumerations that the contract has as integers, by position. */
const EXECUTION_MODES = ['Log', 'Block'] as const;
const ACTIONS = ['Block', 'Log', 'Ignore'] as const;

/** The configuration as operation 1 returns it. */
function encodeConfiguration(
  kept: KeptConfiguration,
  zone: ShieldZone,
  { dialect, limits }: { readonly dialect: Dialect; readonly limits: GuardianLimits },
) {
  const { isEnabled, executionMode, bodyLimitAction, unmatchedPathAction } = zone.guardian;
  const endpoints = kept.endpoints.map((endpoint) => encodeEndpoint(endpoint, zone, dialect));
  return {
    configuration: {
      shieldZoneId: zone.id,
      isEnabled,
      executionMode: EXECUTION_MODES.indexOf(executionMode),
      bodyLimitAction: ACTIONS.indexOf(bodyLimitAction),
      unmatchedPathAction: ACTIONS.indexOf(unmatchedPathAction),
      title: kept.title,
      version: kept.version,
      ...limits,
      createdAt: encodeDate(kept.createdAt, dialect),
      updatedAt: kept.updatedAt === null ? null : encodeDate(kept.updatedAt, dialect),
    },
    // The contract allows null here; no other array in this answer may be null.
    endpoints: endpoints.length === 0 && dialect['null-arrays'] === 'null' ? null : endpoints,
  };
}

/** The parameters inspected for injections; null if none. */
function inspectedParameters(
  { availableParameters: { Path, Query } }: KeptEndpoint,
  { detectsXss, detectsSqli }: EndpointSettings,
) {
  const hasAny = Path.length > 0 || Query.length > 0;
  return (detectsXss || detectsSqli) && hasAny ? { Path, Query, Header: [], Cookie: [] } : null;
}

function encodeEndpoint(endpoint: KeptEndpoint, zone: ShieldZone, dialect: Dialect) {
  const settings = endpointSettings(zone, nameOf(endpoint));
  const { rateLimit } = settings;
  return {
    apiGuardianEndpointId: endpoint.id,
    shieldZoneId: zone.id,
    requestMethod: endpoint.requestMethod,
    requestPath: endpoint.requestPath,
    validateRequestBodySchema: endpoint.requestBodySchemaYaml !== null,
    validateResponseBodySchema: settings.validatesResponses,
    validateAuthorization: endpoint.validateAuthorization,
    isEnabled: settings.isEnabled,
    authSchemes: endpoint.authSchemes,
    requestBodySchemaYaml: endpoint.requestBodySchemaYaml,
    responseBodySchemasYaml: endpoint.responseBodySchemasYaml,
    availableParameters: endpoint.availableParameters,
    injectionDetectionParameters: inspectedParameters(endpoint, settings),
    detectParameterXss: settings.detectsXss,
    detectParameterSqli: settings.detectsSqli,
    rateLimitingEnabled: rateLimit.isEnabled,
    rateLimitingType: rateLimit.type,
    rateLimitingRequestCount: rateLimit.requests,
    rateLimitingTimeframe: rateLimit.seconds,
    createdAt: encodeDate(endpoint.createdAt, dialect),
    updatedAt: endpoint.updatedAt === null ? null : encodeDate(endpoint.updatedAt, dialect),
  };
}

/** The media types operation 1 offers (contract, Endpoints, 1), default first. */
const OFFERED = ['application/json', 'text/json', 'text/plain'] as const;

/**
 * The JSON reply in the first offered media type that the Accept header names, or in the default type: no status for
 * another one is stated. Problem details keep their type.
 */
export function asAccepted(reply: Reply, accept: string | undefined): Reply {
  const sent = reply.headers['content-type'];
  const type = OFFERED.find((each) => accept?.toLowerCase().includes(each));
  if (!type || !sent?.startsWith(OFFERED[0])) return reply;
  return { ...reply, headers: { ...reply.headers, 'content-type': `${type}; charset=utf-8` } };
}
