import type { OperationId } from '../../src/contract/operation.ts';

/*
 * The tables of the contract document, written out again by hand and once: whoever changes an operation changes it
 * here too, with the document in view. What comes from public observations alone is not here.
 */

/** What the contract says of one value. */
export interface Stated {
  readonly kind:
    | 'object'
    | 'array'
    | 'map'
    | 'string'
    | 'number'
    | 'integer'
    | 'boolean'
    | 'date-time'
    | 'enum'
    /** An object whose structure is not shown. */
    | 'any';
  /** Of an integer that is marked. */
  readonly bits?: 32 | 64;
  /** The value on the wire and its name. */
  readonly values?: ReadonlyMap<number | string, string>;
  readonly fields?: Readonly<Record<string, Stated>>;
  /** Keys that must be there. */
  readonly required?: readonly string[];
  /** Whether there are no other keys, and all of these. */
  readonly isExact?: true;
  readonly items?: Stated;
  /** Marked as nullable. */
  readonly isNullable?: true;
  /** Whether the table that it stands in says nothing of null and of absent values. */
  readonly isLoose?: true;
}

type Fields = Readonly<Record<string, Stated>>;

const string: Stated = { kind: 'string' };
const integer: Stated = { kind: 'integer' };
const int32: Stated = { kind: 'integer', bits: 32 };
const int64: Stated = { kind: 'integer', bits: 64 };
const number: Stated = { kind: 'number' };
const boolean: Stated = { kind: 'boolean' };
const dateTime: Stated = { kind: 'date-time' };
const notShown: Stated = { kind: 'any' };
const orNull = (stated: Stated): Stated => ({ ...stated, isNullable: true });
const arrayOf = (items: Stated): Stated => ({ kind: 'array', items });
const object = (fields: Fields, more: Partial<Stated> = {}): Stated => ({
  kind: 'object',
  fields,
  ...more,
});

/** A table that marks nothing as nullable or required, in a group of tables that never does. */
const loose = (stated: Stated): Stated => ({
  ...stated,
  isLoose: true,
  ...(stated.items ? { items: loose(stated.items) } : {}),
  ...(stated.fields
    ? { fields: Object.fromEntries(Object.entries(stated.fields).map(([k, v]) => [k, loose(v)])) }
    : {}),
});

/* Enumerations */

const byPosition = (...names: readonly string[]): Stated => ({
  kind: 'enum',
  values: new Map(names.map((name, at) => [at, name])),
});
const named = (...names: readonly string[]): Stated => ({
  kind: 'enum',
  values: new Map(names.map((name) => [name, name])),
});

/** By the name that the contract gives them. */
export const ENUMERATIONS = {
  WAFExecutionMode: byPosition('Log', 'Block'),
  WAFPayloadLimitAction: byPosition('Block', 'Log', 'Ignore'),
  UnmatchedPathAction: byPosition('Block', 'Log', 'Ignore'),
  ApiGuardianRateLimitType: named('Global', 'IP'),
  RateLimitTimeframe: {
    kind: 'enum',
    values: new Map([
      [1, 'PerSecond'],
      [10, 'PerTenSeconds'],
      [60, 'PerOneMinute'],
      [300, 'PerFiveMinutes'],
      [900, 'PerFifteenMinutes'],
      [3600, 'PerOneHour'],
    ]),
  },
  AuthSchemeType: named('ApiKey', 'Http', 'OAuth2', 'OpenIdConnect'),
  AuthLocation: named('Header', 'Query', 'Cookie'),
  'DNS record scan job status': byPosition('Pending', 'InProgress', 'Completed', 'Failed'),
} as const satisfies Readonly<Record<string, Stated>>;

/** The values of the application status, whose field is not shown (States and transitions). */
export const APPLICATION_STATUSES = [
  'unknown',
  'active',
  'progressing',
  'inactive',
  'failing',
  'suspended',
] as const;

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** HttpStatusCode. */
export const HTTP_STATUS_CODES: ReadonlySet<number> = new Set([
  ...range(100, 103),
  ...range(200, 208),
  226,
  ...range(300, 308),
  ...range(400, 417),
  ...range(421, 424),
  ...[426, 428, 429, 431, 451],
  ...range(500, 508),
  ...[510, 511],
]);
const httpStatusCode: Stated = {
  kind: 'integer',
  values: new Map([...HTTP_STATUS_CODES].map((code) => [code, String(code)])),
};

/* Errors */

const genericFields = { success: boolean, message: orNull(string), errorKey: orNull(string) };
const genericRequestResponse = object({ statusCode: httpStatusCode, ...genericFields });
const problemDetails = object({
  type: orNull(string),
  title: orNull(string),
  status: orNull(int32),
  detail: orNull(string),
  instance: orNull(string),
});
const applicationProblem = loose(
  object({
    title: string,
    status: integer,
    detail: string,
    instance: string,
    errors: arrayOf(object({ message: string, field: string })),
    id: string,
  }),
);
/** The fields of problem details, in a table that does not call them so. */
const fiveFields = loose(
  object({ type: string, title: string, status: integer, detail: string, instance: string }),
);

/* Resources */

const parameterGroups = object(
  {
    Path: arrayOf(string),
    Query: arrayOf(string),
    Header: arrayOf(string),
    Cookie: arrayOf(string),
  },
  { isExact: true },
);
const configuration = object({
  shieldZoneId: int32,
  isEnabled: boolean,
  executionMode: ENUMERATIONS.WAFExecutionMode,
  bodyLimitAction: ENUMERATIONS.WAFPayloadLimitAction,
  unmatchedPathAction: ENUMERATIONS.UnmatchedPathAction,
  title: orNull(string),
  version: orNull(string),
  maxEndpoints: int32,
  maxFieldsPerType: int32,
  maxNestingDepth: int32,
  maxTotalSchemaNodes: int32,
  maxTotalRegexLength: int32,
  createdAt: dateTime,
  updatedAt: orNull(dateTime),
});
const authScheme = object({
  schemeName: orNull(string),
  schemeType: ENUMERATIONS.AuthSchemeType,
  location: ENUMERATIONS.AuthLocation,
  credentialName: orNull(string),
  httpScheme: orNull(string),
});
const endpoint = object({
  apiGuardianEndpointId: int64,
  shieldZoneId: int32,
  requestMethod: orNull(string),
  requestPath: orNull(string),
  validateRequestBodySchema: boolean,
  validateResponseBodySchema: boolean,
  validateAuthorization: boolean,
  isEnabled: boolean,
  authSchemes: orNull(arrayOf(authScheme)),
  requestBodySchemaYaml: orNull(string),
  responseBodySchemasYaml: orNull({ kind: 'map', items: string }),
  availableParameters: orNull(parameterGroups),
  injectionDetectionParameters: orNull(parameterGroups),
  detectParameterXss: boolean,
  detectParameterSqli: boolean,
  rateLimitingEnabled: boolean,
  rateLimitingType: ENUMERATIONS.ApiGuardianRateLimitType,
  rateLimitingRequestCount: int32,
  rateLimitingTimeframe: ENUMERATIONS.RateLimitTimeframe,
  createdAt: dateTime,
  updatedAt: orNull(dateTime),
});
/** Of its two keys nothing is said but their types. */
const upsertResponse = object({
  error: { ...genericRequestResponse, isLoose: true },
  data: {
    ...object(
      { configuration, endpoints: orNull(arrayOf(endpoint)) },
      { required: ['configuration', 'endpoints'] },
    ),
    isLoose: true,
  },
});

const scriptVariable = loose(
  object({ Id: integer, Name: string, Required: boolean, DefaultValue: string }),
);

const metrics = loose(
  object({
    data: object({
      overview: object({
        totalBreaches: integer,
        loggedBreaches: integer,
        challengedBreaches: integer,
        blockedBreaches: integer,
      }),
      ratelimitOverviewPastTwentyEightDays: notShown,
    }),
    error: object({ statusCode: httpStatusCode, ...genericFields }),
  }),
);

const eventLogPage = loose(
  object({
    logs: arrayOf(
      object({
        logId: string,
        timestamp: integer,
        log: string,
        labels: object({
          asn: string,
          country: string,
          ruleId: string,
          severity: string,
          method: string,
          ruleGroup: string,
          status: string,
          serverZone: string,
        }),
      }),
    ),
    hasMoreData: boolean,
    continuationToken: string,
    startToken: string,
    errorResponse: object(genericFields),
  }),
);

const statusGrade = object({ indicator: number });
const container = object({
  id: string,
  name: string,
  cpuUsage: number,
  ramUsage: number,
  reason: string,
  message: string,
  image: string,
  imageDisplay: string,
  numberOfRestarts: integer,
  exitCode: integer,
});
const pod = object({
  name: string,
  lastHeartBeat: dateTime,
  outboundTrafficChart: notShown,
  cpuUsage: number,
  ramUsage: number,
  containers: arrayOf(container),
  message: string,
  volumesUtilizationPercentage: notShown,
  ephemeralStorageUsageBytes: number,
  ephemeralStorageLimitBytes: number,
  ephemeralStorageUsageRatio: number,
  outboundConnectionsLimit: number,
  outboundConnectionsRejectedDiff: number,
});
const region = object({
  region: string,
  isRequired: boolean,
  instances: integer,
  averageCPU: number,
  averageRAM: number,
  averageVolumesUsagePercentage: number,
  requests: number,
  anycastTraffic: number,
  pods: arrayOf(pod),
});
const overview = loose(
  object({
    targetLatency: statusGrade,
    currentLatency: statusGrade,
    activeRegions: statusGrade,
    activeInstances: statusGrade,
    averageCPU: statusGrade,
    averageRAM: statusGrade,
    averageVolumesUsage: statusGrade,
    desiredInstances: integer,
    averageLatency: number,
    totalVolumeSizeInGb: number,
    monthlyCost: number,
    latencyChart: notShown,
    regions: arrayOf(region),
  }),
);

const scanJob = loose(
  object({
    JobId: string,
    ZoneId: integer,
    Domain: string,
    AccountId: string,
    Status: ENUMERATIONS['DNS record scan job status'],
    CreatedAt: dateTime,
    CompletedAt: dateTime,
    Records: arrayOf(
      object({
        Name: string,
        Type: integer,
        Ttl: integer,
        Value: string,
        Priority: integer,
        Weight: integer,
        Port: integer,
        IsProxied: boolean,
      }),
    ),
    Error: string,
  }),
);

const searchResponse = loose(
  object({
    Query: string,
    Total: integer,
    From: integer,
    Size: integer,
    SearchResults: arrayOf(object({ Type: string, Id: integer, Name: string })),
  }),
);

/** A row of a table of statuses: what an operation can be answered with. */
export interface StatedAnswer {
  readonly status: number | 'a success' | 'not shown';
  /** Undefined where no body is described, or none is sent. */
  readonly body: Stated | undefined;
}

/** Endpoints: the statuses and bodies of each operation, in the document's order; the first is the success. */
export const STATED_ANSWERS = {
  'guardian-upload': {
    success: { status: 200, body: upsertResponse },
    'not authorised': { status: 401, body: problemDetails },
    refused: { status: 403, body: upsertResponse },
    'not found': { status: 404, body: upsertResponse },
    'service failed': { status: 500, body: undefined },
  },
  'script-add-variable': { success: { status: 'a success', body: scriptVariable } },
  'rate-limit-metrics': {
    success: { status: 'a success', body: metrics },
    'status code alone': {
      status: 'not shown',
      body: object({ statusCode: integer }, { isExact: true }),
    },
  },
  'app-overview': {
    success: { status: 'a success', body: overview },
    'first error': { status: 'not shown', body: applicationProblem },
    'second error': { status: 'not shown', body: applicationProblem },
  },
  'dns-scan': { success: { status: 'a success', body: scanJob } },
  'app-delete': {
    success: { status: 'a success', body: undefined },
    'first of three': { status: 'not shown', body: fiveFields },
    'second of three': { status: 'not shown', body: fiveFields },
    'third of three': { status: 'not shown', body: fiveFields },
    fourth: { status: 'not shown', body: applicationProblem },
  },
  search: { success: { status: 'a success', body: searchResponse } },
  'event-logs': {
    success: { status: 'a success', body: eventLogPage },
    problem: { status: 'not shown', body: fiveFields },
  },
} as const satisfies Readonly<
  Record<OperationId, { readonly success: StatedAnswer } & Readonly<Record<string, StatedAnswer>>>
>;

/** The body of an operation's success; undefined for deletion, which has none. */
export const successBody = (id: OperationId): Stated | undefined => STATED_ANSWERS[id].success.body;
