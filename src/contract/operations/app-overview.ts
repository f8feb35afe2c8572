import { defineOperation } from '../operation.ts';
import { type Decoded, decoder, list, object, observed } from '../shape.ts';
import { anything, dateTime, flag, integer, number, oneOf, text } from '../values.ts';

/*
 * Resources, "Application overview". The contract states no unit for any number, unless the name of a field has one;
 * `assumptions/` says what is presumed. Fields marked `observed` are from wire-facts 4.2 and 4.3.
 */

/** Application status (contract: States and transitions; the name of its field is from wire-facts 4.2). */
export const APPLICATION_STATUSES = [
  'unknown',
  'active',
  'progressing',
  'inactive',
  'failing',
  'suspended',
] as const;
const applicationStatus = oneOf(APPLICATION_STATUSES, 'no codes');
const regionStatus = oneOf(['unknown', 'active', 'progressing', 'inactive', 'failing'], 'no codes');
const podStatus = oneOf(['notScheduled', 'scheduled', 'ready', 'deleting'], 'no codes');
const containerStatus = oneOf(['notStarted', 'started', 'ready'], 'no codes');

const statusGrade = object({
  /** The value that is graded; meaning and scale not shown. */
  indicator: number,
  statusGrade: observed(oneOf(['couldBeBetter', 'notBad', 'doingGreat'], 'no codes')),
});

export const containerShape = object({
  /** Identifier, about 20 characters. */
  id: text,
  /** Chosen by the tenant. */
  name: text,
  cpuUsage: number,
  ramUsage: number,
  /** Why it is in its state; "" when there is nothing to say. */
  reason: text,
  /** More about `reason`; "" when there is nothing to say. */
  message: text,
  /** The image as the platform pulls it. */
  image: text,
  /** The image as the tenant wrote it. */
  imageDisplay: text,
  /** Count; since when is not stated. */
  numberOfRestarts: integer,
  /** Of the last run that ended. */
  exitCode: integer,
  status: observed(containerStatus),
});

const volume = object({
  id: observed(text),
  /** Bytes. */
  usageBytes: observed(number),
  /** Bytes. */
  sizeBytes: observed(number),
});

export const podShape = object({
  name: text,
  /** When the pod last reported. */
  lastHeartBeat: dateTime,
  /** Internal structure not shown; unit not stated. `timeSeries` reads it when it is one. */
  outboundTrafficChart: anything,
  cpuUsage: number,
  ramUsage: number,
  containers: list(containerShape),
  /** "" when there is nothing to say. */
  message: text,
  /** Internal structure not shown; percent by its name. */
  volumesUtilizationPercentage: anything,
  ephemeralStorageUsageBytes: number,
  ephemeralStorageLimitBytes: number,
  /** Scale not stated. */
  ephemeralStorageUsageRatio: number,
  /** Count by its name; unit not stated. */
  outboundConnectionsLimit: number,
  /** A difference by its name; to what is not stated. */
  outboundConnectionsRejectedDiff: number,
  status: observed(podStatus),
  /** Cores. */
  cpuUsageCores: observed(number),
  /** Bytes. */
  ramUsageBytes: observed(number),
  /** Bytes a second. */
  outboundBandwidthBytesPerSecond: observed(number),
  volumes: observed(list(volume)),
});

export const regionShape = object({
  /** Code of the region: `DE`. */
  region: text,
  /** Whether the application must run there. */
  isRequired: flag,
  instances: integer,
  averageCPU: number,
  averageRAM: number,
  averageVolumesUsagePercentage: number,
  requests: number,
  anycastTraffic: number,
  pods: list(podShape),
  status: observed(regionStatus),
});

const limits = object({
  /** Cores. */
  cpuCores: observed(number),
  /** Bytes. */
  ramBytes: observed(number),
  /** Bytes a second. */
  outboundBandwidthBytesPerSecond: observed(number),
});

export const overviewShape = object({
  /** Latency aimed at; unit not stated. */
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
  /** Internal structure not shown; unit not stated. `timeSeries` reads it when it is one. */
  latencyChart: anything,
  regions: list(regionShape),
  /** The contract has the values but not the field's name; wire-facts 4.2. */
  status: observed(applicationStatus),
  limits: observed(limits),
});

interface AppOverviewInput {
  /** Application identifier. */
  readonly appId: string;
}

/** A value and, perhaps, how good it is. */
export type StatusGrade = NonNullable<Decoded<typeof statusGrade>>;
export type Container = NonNullable<Decoded<typeof containerShape>>;
export type Pod = NonNullable<Decoded<typeof podShape>>;
export type Region = NonNullable<Decoded<typeof regionShape>>;
export type AppOverview = NonNullable<Decoded<typeof overviewShape>>;

/** What an application, its regions, pods and containers are doing now (Endpoints, 4). */
export const appOverview = defineOperation<AppOverviewInput, AppOverview>({
  id: 'app-overview',
  number: 4,
  title: 'Application overview',
  method: 'GET',
  path: '/mc/apps/{appId}/overview',
  subject: 'apps',
  credential: 'stated',
  effect: 'reads',
  probe: { noun: 'application overview', input: (appId) => ({ appId }) },
  compose: ({ appId }) => ({ path: { appId } }),
  answer: decoder('app-overview', overviewShape),
});
