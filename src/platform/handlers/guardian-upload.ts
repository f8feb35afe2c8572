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

/** Operation 1: the first upload and every update of it. */
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

  // The engine is large, and few sessions upload anything: it is loaded with the first upload.
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
  // Nobody else writes there.
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

/** An endpoint with what is decided about it, which a new specification does not change. */
interface KeptEndpoint extends DerivedEndpoint {
  readonly id: number;
  readonly validateAuthorization: boolean;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number | null;
}

/** What is kept of a zone's API Guardian between uploads. */
interface KeptConfiguration {
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
  for (const endpoint of before?.endpoints ?? []) known.set(nameOf(endpoint), endpoint);
  let nextId = before?.nextId ?? zoneId * IDS_PER_ZONE;

  const endpoints = derivation.endpoints.map((derived) => {
    const earlier = known.get(nameOf(derived));
    // Only ids are unstated: settings of authorization are kept when the request says nothing of them.
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

/* The enumerations of the contract that are integers on the wire, by position. */
const EXECUTION_MODES = ['Log', 'Block'] as const;
const ACTIONS = ['Block', 'Log', 'Ignore'] as const;

/** The whole configuration as operation 1 answers it. */
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
    // The contract has the key always there, and null allowed; every other array of the answer is one.
    endpoints: endpoints.length === 0 && dialect['null-arrays'] === 'null' ? null : endpoints,
  };
}

/** The parameters that are looked at for injections; null when there are none. */
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

/** The media types that answers of operation 1 are offered as (contract, Endpoints, 1), the usual one first. */
const OFFERED = ['application/json', 'text/json', 'text/plain'] as const;

/**
 * A reply of JSON as the type that an Accept header likes best, weights and wildcards looked at. Where it likes none
 * the usual one is sent: a status for that is not stated. Problem details keep their own type.
 */
export function asAccepted(reply: Reply, accept: string | undefined): Reply {
  const sent = reply.headers['content-type'];
  if (accept === undefined || !sent?.startsWith(OFFERED[0])) return reply;
  const ranges = accept.split(',').map(rangeOf);
  const [best = OFFERED[0]] = OFFERED.filter((type) => weightOf(type, ranges) > 0).toSorted(
    (a, b) => weightOf(b, ranges) - weightOf(a, ranges),
  );
  return {
    ...reply,
    headers: { ...reply.headers, 'content-type': `${best}; charset=utf-8` },
  };
}

interface Range {
  readonly type: string;
  readonly weight: number;
}

function rangeOf(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((each) => each.startsWith('q='))?.slice(2);
  const weight = quality === undefined ? 1 : Number(quality);
  return { type, weight: weight >= 0 && weight <= 1 ? weight : 0 };
}

/** What the most specific range that a type is in gives it (RFC 9110, section 12.5.1); 0 in none. */
function weightOf(type: string, ranges: readonly Range[]): number {
  for (const range of [type, `${type.split('/')[0]}/*`, '*/*']) {
    const found = ranges.find((each) => each.type === range);
    if (found) return found.weight;
  }
  return 0;
}
