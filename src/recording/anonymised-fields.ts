import type { OperationId } from '../contract/operation.ts';

/** How a value that is no object or list is rewritten. */
export type Rule =
  /** Numbers (also as text, for those no double can hold) and booleans are kept. */
  | 'kept'
  /** Times are kept. */
  | 'time'
  /** Codes of two or three letters are kept. */
  | 'code'
  /** Days of log requests are kept. */
  | 'date'
  /** Rule numbers are kept. */
  | 'digits'
  /** Enumerations and free text: words of the common list are kept. */
  | 'text'
  | 'name'
  | 'image'
  | 'id'
  | 'guid'
  | 'asn'
  /** JSON within a text. */
  | 'log'
  /** Numbers by time or by name, of unspecified structure. */
  | 'chart'
  /** Always removed. */
  | 'null';

/** Rules by the field's name in the contract ("Resources and their fields"). Fields without a rule are omitted. */
export interface Fields {
  readonly [name: string]: Rule | Fields;
}

const PROBLEM: Fields = { statusCode: 'kept', success: 'kept', message: 'text', errorKey: 'text' };
const GRADE: Fields = { indicator: 'kept', statusGrade: 'text' };

const CONTAINER: Fields = {
  id: 'id',
  name: 'name',
  cpuUsage: 'kept',
  ramUsage: 'kept',
  reason: 'text',
  message: 'text',
  image: 'image',
  imageDisplay: 'image',
  numberOfRestarts: 'kept',
  exitCode: 'kept',
  status: 'text',
};

const POD: Fields = {
  name: 'name',
  lastHeartBeat: 'time',
  outboundTrafficChart: 'chart',
  cpuUsage: 'kept',
  ramUsage: 'kept',
  containers: CONTAINER,
  message: 'text',
  volumesUtilizationPercentage: 'chart',
  ephemeralStorageUsageBytes: 'kept',
  ephemeralStorageLimitBytes: 'kept',
  ephemeralStorageUsageRatio: 'kept',
  outboundConnectionsLimit: 'kept',
  outboundConnectionsRejectedDiff: 'kept',
  status: 'text',
  cpuUsageCores: 'kept',
  ramUsageBytes: 'kept',
  outboundBandwidthBytesPerSecond: 'kept',
  volumes: { id: 'name', usageBytes: 'kept', sizeBytes: 'kept' },
};

const REGION: Fields = {
  region: 'code',
  isRequired: 'kept',
  instances: 'kept',
  averageCPU: 'kept',
  averageRAM: 'kept',
  averageVolumesUsagePercentage: 'kept',
  requests: 'kept',
  anycastTraffic: 'kept',
  pods: POD,
  status: 'text',
};

/** An entry of a log. */
export const ENTRY: Fields = {
  logId: 'guid',
  timestamp: 'kept',
  log: 'log',
  labels: {
    asn: 'asn',
    country: 'code',
    ruleId: 'digits',
    severity: 'text',
    method: 'text',
    ruleGroup: 'text',
    status: 'text',
    serverZone: 'code',
  },
};

/** Fields of a log's JSON, in lower case. */
export const LOG: Fields = {
  serverzoneid: 'kept',
  message: 'text',
  url: 'text',
  remoteip: 'name',
  urlencodedbody: 'text',
  headers: { name: 'text', value: 'text' },
  triggermatch: { key: 'text', value: 'text' },
};

export const ANSWERS: Readonly<Record<OperationId, Fields>> = {
  'app-overview': {
    targetLatency: GRADE,
    currentLatency: GRADE,
    activeRegions: GRADE,
    activeInstances: GRADE,
    averageCPU: GRADE,
    averageRAM: GRADE,
    averageVolumesUsage: GRADE,
    desiredInstances: 'kept',
    averageLatency: 'kept',
    totalVolumeSizeInGb: 'kept',
    monthlyCost: 'kept',
    latencyChart: 'chart',
    regions: REGION,
    status: 'text',
    limits: { cpuCores: 'kept', ramBytes: 'kept', outboundBandwidthBytesPerSecond: 'kept' },
  },
  'dns-scan': {
    JobId: 'id',
    ZoneId: 'id',
    Domain: 'name',
    AccountId: 'id',
    Status: 'text',
    CreatedAt: 'time',
    CompletedAt: 'time',
    Error: 'text',
    Records: {
      Name: 'name',
      Type: 'kept',
      Ttl: 'kept',
      Value: 'name',
      Priority: 'kept',
      Weight: 'kept',
      Port: 'kept',
      IsProxied: 'kept',
    },
  },
  'rate-limit-metrics': {
    data: {
      overview: {
        totalBreaches: 'kept',
        loggedBreaches: 'kept',
        challengedBreaches: 'kept',
        blockedBreaches: 'kept',
      },
      ratelimitOverviewPastTwentyEightDays: 'chart',
    },
    error: PROBLEM,
  },
  'event-logs': {
    hasMoreData: 'kept',
    continuationToken: 'guid',
    startToken: 'null',
    errorResponse: PROBLEM,
  },
  search: {
    Query: 'name',
    Total: 'kept',
    From: 'kept',
    Size: 'kept',
    SearchResults: { Type: 'text', Id: 'id', Name: 'name' },
  },
  // Answers to changes are not kept.
  'app-delete': {},
  'guardian-upload': {},
  'script-add-variable': {},
};

/** Request parameters. */
export const INPUT: Fields = {
  appId: 'id',
  zoneId: 'id',
  shieldZoneId: 'id',
  id: 'id',
  date: 'date',
  continuationToken: 'guid',
  search: 'name',
  from: 'kept',
  size: 'kept',
};
