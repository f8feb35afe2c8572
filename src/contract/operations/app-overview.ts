import { defineOperation } from '../operation.ts';
import { type Decoded, decoder, list, object, observed } from '../shape.ts';
import { anything, dateTime, flag, integer, number, oneOf, text } from '../values.ts';

/*
 * Resources, "Application overview". The contract states no unit for any number, unless the name of a field has one;
 * `help/assumptions.md` says what is presumed. Fields marked `observed` are from wire-facts 4.2 and 4.3.
 */

/** Contract: States and transitions; the name of its field is from wire-facts 4.2. */
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
  /** Meaning and scale not shown. */
  indicator: number,
  statusGrade: observed(oneOf(['couldBeBetter', 'notBad', 'doingGreat'], 'no codes')),
});

export const containerShape = object({
  id: text,
  /** Chosen by the tenant. */
  name: text,
  cpuUsage: number,
  ramUsage: number,
  /** The reason for its state, or "". */
  reason: text,
  /** Details of `reason`, or "". */
  message: text,
  /** The image as the platform pulls it. */
  image: text,
  /** The image as the tenant wrote it. */
  imageDisplay: text,
  /** The contract does not say since when. */
  numberOfRestarts: integer,
  /** Of the last run that ended. */
  exitCode: integer,
  status: observed(containerStatus),
});

const volume = object({
  id: observed(text),
  usageBytes: observed(number),
  sizeBytes: observed(number),
});

export const podShape = object({
  name: text,
  /** When the pod last reported. */
  lastHeartBeat: dateTime,
  /** Structure not shown; `timeSeries` reads it if possible. */
  outboundTrafficChart: anything,
  cpuUsage: number,
  ramUsage: number,
  containers: list(containerShape),
  /** May be "". */
  message: text,
  /** Structure not shown. */
  volumesUtilizationPercentage: anything,
  ephemeralStorageUsageBytes: number,
  ephemeralStorageLimitBytes: number,
  /** Scale not stated. */
  ephemeralStorageUsageRatio: number,
  /** Unit not stated. */
  outboundConnectionsLimit: number,
  /** A difference; the contract does not say from what. */
  outboundConnectionsRejectedDiff: number,
  status: observed(podStatus),
  cpuUsageCores: observed(number),
  ramUsageBytes: observed(number),
  outboundBandwidthBytesPerSecond: observed(number),
  volumes: observed(list(volume)),
});

export const regionShape = object({
  /** Region code: `DE`. */
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
  cpuCores: observed(number),
  ramBytes: observed(number),
  outboundBandwidthBytesPerSecond: observed(number),
});

export const overviewShape = object({
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
  /** Structure not shown; `timeSeries` reads it if possible. */
  latencyChart: anything,
  regions: list(regionShape),
  /** The contract has the values but not the field's name. */
  status: observed(applicationStatus),
  limits: observed(limits),
});

/** A value and possibly its grade. */
export type StatusGrade = NonNullable<Decoded<typeof statusGrade>>;
export type Container = NonNullable<Decoded<typeof containerShape>>;
export type Pod = NonNullable<Decoded<typeof podShape>>;
export type Region = NonNullable<Decoded<typeof regionShape>>;
export type AppOverview = NonNullable<Decoded<typeof overviewShape>>;

/** The current state of an application with its regions, pods and containers (Endpoints, 4). */
export const appOverview = defineOperation<{ readonly appId: string }, AppOverview>({
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
