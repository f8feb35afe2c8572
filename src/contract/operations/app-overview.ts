import { defineOperation } from '../operation.ts';
import { type Decoded, decoder, list, object, observed } from '../shape.ts';
import { anything, dateTime, flag, integer, number, oneOf, text } from '../values.ts';

/*
 * Resources, "Application overview". The contract states no unit for any number of it ("unit not
 * stated" below); what is presumed stands in `assumptions/`.
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
  /** Not in the contract; wire-facts 4.2. */
  statusGrade: observed(oneOf(['couldBeBetter', 'notBad', 'doingGreat'], 'no codes')),
});

export const containerShape = object({
  /** Identifier, about 20 characters. */
  id: text,
  /** Chosen by the tenant. */
  name: text,
  /** Unit not stated. */
  cpuUsage: number,
  /** Unit not stated. */
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
  /** Not in the contract; wire-facts 4.2. */
  status: observed(containerStatus),
});

const volume = object({
  /** Not in the contract; wire-facts 4.3. */
  id: observed(text),
  /** Bytes. Not in the contract; wire-facts 4.3. */
  usageBytes: observed(number),
  /** Bytes. Not in the contract; wire-facts 4.3. */
  sizeBytes: observed(number),
});

export const podShape = object({
  name: text,
  /** When the pod last reported. */
  lastHeartBeat: dateTime,
  /** Internal structure not shown; unit not stated. `timeSeries` reads it when it is one. */
  outboundTrafficChart: anything,
  /** Unit not stated. */
  cpuUsage: number,
  /** Unit not stated. */
  ramUsage: number,
  containers: list(containerShape),
  /** "" when there is nothing to say. */
  message: text,
  /** Internal structure not shown; percent by its name. */
  volumesUtilizationPercentage: anything,
  /** Bytes by its name. */
  ephemeralStorageUsageBytes: number,
  /** Bytes by its name. */
  ephemeralStorageLimitBytes: number,
  /** Scale not stated. */
  ephemeralStorageUsageRatio: number,
  /** Count by its name; unit not stated. */
  outboundConnectionsLimit: number,
  /** A difference by its name; to what is not stated. */
  outboundConnectionsRejectedDiff: number,
  /** Not in the contract; wire-facts 4.2. */
  status: observed(podStatus),
  /** Cores. Not in the contract; wire-facts 4.3. */
  cpuUsageCores: observed(number),
  /** Bytes. Not in the contract; wire-facts 4.3. */
  ramUsageBytes: observed(number),
  /** Bytes a second. Not in the contract; wire-facts 4.3. */
  outboundBandwidthBytesPerSecond: observed(number),
  /** Not in the contract; wire-facts 4.3. */
  volumes: observed(list(volume)),
});

export const regionShape = object({
  /** Code of the region: `DE`. */
  region: text,
  /** Whether the application must run there. */
  isRequired: flag,
  /** Count. */
  instances: integer,
  /** Unit not stated. */
  averageCPU: number,
  /** Unit not stated. */
  averageRAM: number,
  /** Percent by its name. */
  averageVolumesUsagePercentage: number,
  /** Unit and window not stated. */
  requests: number,
  /** Unit and window not stated. */
  anycastTraffic: number,
  pods: list(podShape),
  /** Not in the contract; wire-facts 4.2. */
  status: observed(regionStatus),
});

const limits = object({
  /** Cores. Not in the contract; wire-facts 4.3. */
  cpuCores: observed(number),
  /** Bytes. Not in the contract; wire-facts 4.3. */
  ramBytes: observed(number),
  /** Bytes a second. Not in the contract; wire-facts 4.3. */
  outboundBandwidthBytesPerSecond: observed(number),
});

export const overviewShape = object({
  /** Latency aimed at; unit not stated. */
  targetLatency: statusGrade,
  /** Unit not stated. */
  currentLatency: statusGrade,
  /** Count. */
  activeRegions: statusGrade,
  /** Count. */
  activeInstances: statusGrade,
  /** Unit not stated. */
  averageCPU: statusGrade,
  /** Unit not stated. */
  averageRAM: statusGrade,
  /** Unit not stated. */
  averageVolumesUsage: statusGrade,
  /** Count. */
  desiredInstances: integer,
  /** Unit not stated. */
  averageLatency: number,
  /** GB by its name. */
  totalVolumeSizeInGb: number,
  /** Currency not stated. */
  monthlyCost: number,
  /** Internal structure not shown; unit not stated. `timeSeries` reads it when it is one. */
  latencyChart: anything,
  regions: list(regionShape),
  /** The contract has the values but not the field's name; wire-facts 4.2. */
  status: observed(applicationStatus),
  /** Not in the contract; wire-facts 4.3. */
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
