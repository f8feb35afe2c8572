import { describe, expect, it } from 'vitest';
import type { Operation, OperationId } from '../src/contract/operation.ts';
import { operations } from '../src/contract/operations/index.ts';
import type { Shape } from '../src/contract/shape.ts';

/*
 * The contract document, written out again by hand. A field is `path type`; `[]` is each item of an array,
 * `*` each value of a map. Whoever changes an operation changes it here too, with the document in view.
 */

interface Stated {
  readonly number: number;
  readonly method: string;
  readonly path: string;
  /** Authentication, 1 and 2. */
  readonly accessKey: 'stated' | 'not shown';
  readonly query: readonly string[];
  readonly body: readonly string[];
  readonly answer: readonly string[];
}

const genericResponse = (at: string) => [
  `${at} object`,
  `${at}.statusCode integer`,
  `${at}.success boolean`,
  `${at}.message string`,
  `${at}.errorKey string`,
];

const parameterGroups = (at: string) => [
  `${at} object`,
  `${at}.Path array`,
  `${at}.Path[] string`,
  `${at}.Query array`,
  `${at}.Query[] string`,
  `${at}.Header array`,
  `${at}.Header[] string`,
  `${at}.Cookie array`,
  `${at}.Cookie[] string`,
];

const statusGrade = (at: string) => [`${at} object`, `${at}.indicator number`];

const DOCUMENT: Readonly<Record<OperationId, Stated>> = {
  'guardian-upload': {
    number: 1,
    method: 'PATCH',
    path: '/shield/shield-zone/{shieldZoneId}/api-guardian/spec',
    accessKey: 'not shown',
    query: [],
    body: ['content', 'enforceAuthorizationValidation'],
    answer: [
      ...genericResponse('error'),
      'data object',
      'data.configuration object',
      'data.configuration.shieldZoneId integer',
      'data.configuration.isEnabled boolean',
      'data.configuration.executionMode enum',
      'data.configuration.bodyLimitAction enum',
      'data.configuration.unmatchedPathAction enum',
      'data.configuration.title string',
      'data.configuration.version string',
      'data.configuration.maxEndpoints integer',
      'data.configuration.maxFieldsPerType integer',
      'data.configuration.maxNestingDepth integer',
      'data.configuration.maxTotalSchemaNodes integer',
      'data.configuration.maxTotalRegexLength integer',
      'data.configuration.createdAt date-time',
      'data.configuration.updatedAt date-time',
      'data.endpoints array',
      'data.endpoints[] object',
      'data.endpoints[].apiGuardianEndpointId integer',
      'data.endpoints[].shieldZoneId integer',
      'data.endpoints[].requestMethod string',
      'data.endpoints[].requestPath string',
      'data.endpoints[].validateRequestBodySchema boolean',
      'data.endpoints[].validateResponseBodySchema boolean',
      'data.endpoints[].validateAuthorization boolean',
      'data.endpoints[].isEnabled boolean',
      'data.endpoints[].authSchemes array',
      'data.endpoints[].authSchemes[] object',
      'data.endpoints[].authSchemes[].schemeName string',
      'data.endpoints[].authSchemes[].schemeType enum',
      'data.endpoints[].authSchemes[].location enum',
      'data.endpoints[].authSchemes[].credentialName string',
      'data.endpoints[].authSchemes[].httpScheme string',
      'data.endpoints[].requestBodySchemaYaml string',
      'data.endpoints[].responseBodySchemasYaml map',
      'data.endpoints[].responseBodySchemasYaml.* string',
      ...parameterGroups('data.endpoints[].availableParameters'),
      ...parameterGroups('data.endpoints[].injectionDetectionParameters'),
      'data.endpoints[].detectParameterXss boolean',
      'data.endpoints[].detectParameterSqli boolean',
      'data.endpoints[].rateLimitingEnabled boolean',
      'data.endpoints[].rateLimitingType enum',
      'data.endpoints[].rateLimitingRequestCount integer',
      'data.endpoints[].rateLimitingTimeframe enum',
      'data.endpoints[].createdAt date-time',
      'data.endpoints[].updatedAt date-time',
    ],
  },
  'script-add-variable': {
    number: 2,
    method: 'POST',
    path: '/compute/script/{id}/variables/add',
    accessKey: 'stated',
    query: [],
    body: ['Name', 'Required', 'DefaultValue'],
    answer: ['Id integer', 'Name string', 'Required boolean', 'DefaultValue string'],
  },
  'rate-limit-metrics': {
    number: 3,
    method: 'GET',
    path: '/shield/metrics/rate-limit/{id}',
    accessKey: 'not shown',
    query: [],
    body: [],
    answer: [
      'data object',
      'data.overview object',
      'data.overview.totalBreaches integer',
      'data.overview.loggedBreaches integer',
      'data.overview.challengedBreaches integer',
      'data.overview.blockedBreaches integer',
      'data.ratelimitOverviewPastTwentyEightDays any',
      ...genericResponse('error'),
    ],
  },
  'app-overview': {
    number: 4,
    method: 'GET',
    path: '/mc/apps/{appId}/overview',
    accessKey: 'stated',
    query: [],
    body: [],
    answer: [
      ...statusGrade('targetLatency'),
      ...statusGrade('currentLatency'),
      ...statusGrade('activeRegions'),
      ...statusGrade('activeInstances'),
      ...statusGrade('averageCPU'),
      ...statusGrade('averageRAM'),
      ...statusGrade('averageVolumesUsage'),
      'desiredInstances integer',
      'averageLatency number',
      'totalVolumeSizeInGb number',
      'monthlyCost number',
      'latencyChart any',
      'regions array',
      'regions[] object',
      'regions[].region string',
      'regions[].isRequired boolean',
      'regions[].instances integer',
      'regions[].averageCPU number',
      'regions[].averageRAM number',
      'regions[].averageVolumesUsagePercentage number',
      'regions[].requests number',
      'regions[].anycastTraffic number',
      'regions[].pods array',
      'regions[].pods[] object',
      'regions[].pods[].name string',
      'regions[].pods[].lastHeartBeat date-time',
      'regions[].pods[].outboundTrafficChart any',
      'regions[].pods[].cpuUsage number',
      'regions[].pods[].ramUsage number',
      'regions[].pods[].containers array',
      'regions[].pods[].containers[] object',
      'regions[].pods[].containers[].id string',
      'regions[].pods[].containers[].name string',
      'regions[].pods[].containers[].cpuUsage number',
      'regions[].pods[].containers[].ramUsage number',
      'regions[].pods[].containers[].reason string',
      'regions[].pods[].containers[].message string',
      'regions[].pods[].containers[].image string',
      'regions[].pods[].containers[].imageDisplay string',
      'regions[].pods[].containers[].numberOfRestarts integer',
      'regions[].pods[].containers[].exitCode integer',
      'regions[].pods[].message string',
      'regions[].pods[].volumesUtilizationPercentage any',
      'regions[].pods[].ephemeralStorageUsageBytes number',
      'regions[].pods[].ephemeralStorageLimitBytes number',
      'regions[].pods[].ephemeralStorageUsageRatio number',
      'regions[].pods[].outboundConnectionsLimit number',
      'regions[].pods[].outboundConnectionsRejectedDiff number',
    ],
  },
  'dns-scan': {
    number: 5,
    method: 'GET',
    path: '/dnszone/{zoneId}/records/scan',
    accessKey: 'stated',
    query: [],
    body: [],
    answer: [
      'JobId string',
      'ZoneId integer',
      'Domain string',
      'AccountId string',
      'Status enum',
      'CreatedAt date-time',
      'CompletedAt date-time',
      'Records array',
      'Records[] object',
      'Records[].Name string',
      'Records[].Type integer',
      'Records[].Ttl integer',
      'Records[].Value string',
      'Records[].Priority integer',
      'Records[].Weight integer',
      'Records[].Port integer',
      'Records[].IsProxied boolean',
      'Error string',
    ],
  },
  'app-delete': {
    number: 6,
    method: 'DELETE',
    path: '/mc/apps/{appId}',
    accessKey: 'stated',
    query: [],
    body: [],
    answer: [],
  },
  search: {
    number: 7,
    method: 'GET',
    path: '/search',
    accessKey: 'stated',
    // Not shown in the document: see `search-parameters` in contract/assumptions.
    query: ['search', 'from', 'size'],
    body: [],
    answer: [
      'Query string',
      'Total integer',
      'From integer',
      'Size integer',
      'SearchResults array',
      'SearchResults[] object',
      'SearchResults[].Type string',
      'SearchResults[].Id integer',
      'SearchResults[].Name string',
    ],
  },
  'event-logs': {
    number: 8,
    method: 'GET',
    path: '/shield/event-logs/{shieldZoneId}/{date}/{continuationToken}',
    accessKey: 'not shown',
    query: [],
    body: [],
    answer: [
      'logs array',
      'logs[] object',
      'logs[].logId string',
      'logs[].timestamp integer',
      'logs[].log string',
      'logs[].labels object',
      'logs[].labels.asn string',
      'logs[].labels.country string',
      'logs[].labels.ruleId string',
      'logs[].labels.severity string',
      'logs[].labels.method string',
      'logs[].labels.ruleGroup string',
      'logs[].labels.status string',
      'logs[].labels.serverZone string',
      'hasMoreData boolean',
      'continuationToken string',
      'startToken string',
      // The document leaves statusCode out of this one; the service sends it (wire-facts 8.2).
      ...genericResponse('errorResponse'),
    ],
  },
};

/** One input for each, with everything optional filled in. */
const REQUESTS = {
  'guardian-upload': operations['guardian-upload'].compose({
    shieldZoneId: '1',
    content: '',
    enforceAuthorizationValidation: true,
  }),
  'script-add-variable': operations['script-add-variable'].compose({
    id: '1',
    Name: 'a',
    Required: true,
    DefaultValue: 'b',
  }),
  'rate-limit-metrics': operations['rate-limit-metrics'].compose({ id: '1' }),
  'app-overview': operations['app-overview'].compose({ appId: 'a' }),
  'dns-scan': operations['dns-scan'].compose({ zoneId: '1' }),
  'app-delete': operations['app-delete'].compose({ appId: 'a' }),
  search: operations.search.compose({ search: 'a', from: 0, size: 1 }),
  'event-logs': operations['event-logs'].compose({
    shieldZoneId: '1',
    date: '03-14-2026',
    continuationToken: 't',
  }),
} as const;

/** Every field of a shape that the contract states, depth first. */
function fields(shape: Shape<unknown> | undefined, at: string): readonly string[] {
  if (shape === undefined || shape.source !== 'contract') return [];
  const items = shape.kind === 'map' ? `${at}.*` : `${at}[]`;
  return [
    ...(at === '' ? [] : [`${at} ${shape.kind}`]),
    ...Object.entries(shape.fields ?? {}).flatMap(([name, field]) =>
      fields(field, at === '' ? name : `${at}.${name}`),
    ),
    ...fields(shape.items, items),
  ];
}

describe.each(Object.values(operations))(
  'the operation $id',
  (operation: Operation<never, unknown>) => {
    const stated = DOCUMENT[operation.id];
    const request: ReturnType<typeof operation.compose> = REQUESTS[operation.id];

    it('has the number, method and path of the document', () => {
      expect([operation.number, operation.method, operation.path]).toEqual([
        stated.number,
        stated.method,
        stated.path,
      ]);
    });

    it('says of the AccessKey header what the document says', () => {
      expect(operation.credential).toBe(stated.accessKey);
    });

    it('is called a change when its method is none that reads', () => {
      expect(operation.effect).toBe(stated.method === 'GET' ? 'reads' : 'changes');
    });

    it('fills every parameter of its path', () => {
      const names = [...stated.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(Object.keys(request.path)).toEqual(names);
    });

    it('sends the stated fields and parameters and no others', () => {
      expect(Object.keys(request.body ?? {})).toEqual(stated.body);
      expect(Object.keys(request.query ?? {})).toEqual(stated.query);
    });

    it('reads every field of the stated answer and no other as stated', () => {
      expect([...fields(operation.answer.shape, '')].sort()).toEqual([...stated.answer].sort());
    });
  },
);
