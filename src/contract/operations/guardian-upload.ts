import { defineOperation } from '../operation.ts';
import { int32Parameter, namesAnother } from '../path.ts';
import { type Decoded, decoder, list, map, nullableList, object, required } from '../shape.ts';
import { dateTime, flag, genericResponse, id, integer, oneOf, scalar, text } from '../values.ts';

const SECONDS_BY_NAME: ReadonlyMap<string, number> = new Map([
  ['persecond', 1],
  ['pertenseconds', 10],
  ['peroneminute', 60],
  ['perfiveminutes', 300],
  ['perfifteenminutes', 900],
  ['peronehour', 3600],
]);
const KNOWN: ReadonlySet<number> = new Set(SECONDS_BY_NAME.values());

/** RateLimitTimeframe (Enumerations) in seconds. Names are converted; unknown numbers are kept. */
export const timeframe = scalar<number>('enum', (path) => (json, drift) => {
  if (json === null || json === undefined) return null;
  const seconds =
    typeof json === 'string' ? (SECONDS_BY_NAME.get(json.toLowerCase()) ?? numberIn(json)) : json;
  const isNumber = typeof seconds === 'number';
  if (!isNumber || !KNOWN.has(seconds)) drift.note('unknown-value', path, json);
  return isNumber && Number.isFinite(seconds) ? seconds : null;
});

/** The number in a text; NaN if it is blank. */
const numberIn = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

/* Resources, "API Guardian configuration response" and the tables after it. */

const executionMode = oneOf(['Log', 'Block'], 'by position');
const payloadLimitAction = oneOf(['Block', 'Log', 'Ignore'], 'by position');

export const configurationShape = object({
  shieldZoneId: id,
  /** Whether API Guardian inspects requests of the zone. */
  isEnabled: flag,
  /** WAFExecutionMode: integers 0 and 1 on the wire. */
  executionMode,
  /** WAFPayloadLimitAction: integers 0 to 2 on the wire. */
  bodyLimitAction: payloadLimitAction,
  /** UnmatchedPathAction: integers 0 to 2 on the wire. */
  unmatchedPathAction: payloadLimitAction,
  /** `info.title` of the specification. Hostile text. */
  title: text,
  /** `info.version` of the specification. Hostile text. */
  version: text,
  /** Plan limit: number of endpoints. */
  maxEndpoints: integer,
  /** Plan limit: properties of one schema object. */
  maxFieldsPerType: integer,
  /** Plan limit: depth of nested `$ref`, `items` and `properties`. */
  maxNestingDepth: integer,
  /** Plan limit: nodes in `components/schemas`. */
  maxTotalSchemaNodes: integer,
  /** Plan limit: total length of all `pattern` strings, characters. */
  maxTotalRegexLength: integer,
  createdAt: dateTime,
  /** Null if never updated. */
  updatedAt: dateTime,
});

const authScheme = object({
  /** As named in the specification. */
  schemeName: text,
  /** AuthSchemeType. */
  schemeType: oneOf(['ApiKey', 'Http', 'OAuth2', 'OpenIdConnect'], 'by position'),
  /** AuthLocation. */
  location: oneOf(['Header', 'Query', 'Cookie'], 'by position'),
  /** The header, query parameter or cookie with the credential. */
  credentialName: text,
  /** `bearer`, `basic`; null for other types than Http. */
  httpScheme: text,
});

const parameterGroups = object({
  Path: list(text),
  Query: list(text),
  Header: list(text),
  Cookie: list(text),
});

export const endpointShape = object({
  /** An int64 on the wire. */
  apiGuardianEndpointId: id,
  shieldZoneId: id,
  /** Upper case in all samples. */
  requestMethod: text,
  /** OpenAPI path template. */
  requestPath: text,
  /** Whether request bodies are validated against their schema. */
  validateRequestBodySchema: flag,
  /** Whether response bodies are validated against their schema. */
  validateResponseBodySchema: flag,
  /** Whether credentials are enforced. */
  validateAuthorization: flag,
  /** If false, the endpoint is not enforced. */
  isEnabled: flag,
  /** Null if the endpoint has no security requirement. */
  authSchemes: nullableList(authScheme),
  /** YAML; null if no request body is defined. */
  requestBodySchemaYaml: text,
  /** YAML by HTTP status code; null if no response has a schema. */
  responseBodySchemasYaml: map(text),
  /** All parameters of the operation by location. */
  availableParameters: parameterGroups,
  /** The subset inspected for injections; null if not configured. */
  injectionDetectionParameters: parameterGroups,
  /** Whether those are inspected for cross-site scripting. */
  detectParameterXss: flag,
  /** Whether those are inspected for SQL injection. */
  detectParameterSqli: flag,
  rateLimitingEnabled: flag,
  rateLimitingType: oneOf(['Global', 'IP'], 'by position'),
  /** Requests allowed within the timeframe. */
  rateLimitingRequestCount: integer,
  /** Seconds: 1, 10, 60, 300, 900 or 3600. */
  rateLimitingTimeframe: timeframe,
  createdAt: dateTime,
  /** Null if never updated. */
  updatedAt: dateTime,
});

export const responseShape = object({
  error: genericResponse,
  data: required(
    object({
      configuration: required(configurationShape),
      /** All endpoints found in the specification. */
      endpoints: list(endpointShape),
    }),
  ),
});

export interface GuardianUploadInput {
  /** An int32 as decimal digits. */
  readonly shieldZoneId: string;
  readonly content: string;
  /** Whether endpoints enforce authentication. If undefined: true for a first upload, unchanged by an update. */
  readonly enforceAuthorizationValidation?: boolean | undefined;
}

export type GuardianConfiguration = NonNullable<Decoded<typeof configurationShape>>;
export type AuthScheme = NonNullable<Decoded<typeof authScheme>>;
export type ParameterGroups = NonNullable<Decoded<typeof parameterGroups>>;
export type GuardianEndpoint = NonNullable<Decoded<typeof endpointShape>>;
export type GuardianUploadAnswer = NonNullable<Decoded<typeof responseShape>>;

/** Uploads or updates the API specification of a shield zone (Endpoints, 1). */
export const guardianUpload = defineOperation<GuardianUploadInput, GuardianUploadAnswer>({
  id: 'guardian-upload',
  number: 1,
  title: 'Update or upload the API specification',
  method: 'PATCH',
  path: '/shield/shield-zone/{shieldZoneId}/api-guardian/spec',
  subject: 'shieldZones',
  credential: 'not shown',
  upload: true,
  envelope: ['error'],
  effect: 'changes',
  compose: ({ shieldZoneId, content, enforceAuthorizationValidation }) => ({
    path: { shieldZoneId: int32Parameter('shieldZoneId', shieldZoneId) },
    body: { content, enforceAuthorizationValidation },
  }),
  misrouted: ({ shieldZoneId }, { data }) =>
    namesAnother('shield zone', shieldZoneId, data.configuration.shieldZoneId),
  answer: decoder('guardian-upload', responseShape),
});
