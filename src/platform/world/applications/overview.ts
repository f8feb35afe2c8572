import { memoizeLast } from '../../../text/memoize.ts';
import { DAY_MS, isoSeconds, utcDay } from '../../../text/time.ts';
import { load, loadAt, loadPhase } from '../chance.ts';
import { type Application, desiredInstances, type RegionPlan } from './applications.ts';
import { type ChartMinutes, chartMinutes, type PodReport, podReport, round } from './pod.ts';
import {
  applicationStatus,
  CLEANUP_MS,
  cleanedUp,
  isServing,
  type PodSlot,
  type PodState,
  podState,
  statusOf,
} from './pod-state.ts';

interface OverviewTime {
  readonly now: number;
  readonly startedAt: number;
  /** When deletion was requested, if it was. */
  readonly deletionRequestedAt: number | undefined;
}

/** Counters lag behind the pods. */
const COUNTERS_LAG_MS = 4_000;
const CHART_DAYS = 28;
const DOLLARS_PER_INSTANCE = 7.4;
const DOLLARS_PER_GB = 0.12;

/** What operation 4 returns; undefined once the cleanup has finished. */
export function overviewOf(application: Application, moment: OverviewTime) {
  const { now, deletionRequestedAt } = moment;
  if (deletionRequestedAt !== undefined && now - deletionRequestedAt >= CLEANUP_MS) {
    return undefined;
  }
  const slots = slotsOf(application);
  const pods = slots.map((inRegion) => inRegion.flatMap((slot) => podAt(slot, moment)));
  const before = { ...moment, now: now - COUNTERS_LAG_MS };
  const counts = slots.map(
    (inRegion) => inRegion.flatMap((slot) => podAt(slot, before)).filter(isServed).length,
  );

  const minutes = chartMinutes(now);
  const regions = application.regions.map((plan, index) =>
    regionReport(application, plan, {
      minutes,
      pods: pods[index] ?? [],
      instances: counts[index] ?? 0,
      now,
    }),
  );
  const all = pods.flat();
  const reports = regions.flatMap((region) => region.pods);
  const serving = all.filter(isServed).length;
  const desired = desiredInstances(application);
  const { usage, volumeGb, key } = application;
  const instances = counts.reduce((sum, count) => sum + count, 0);
  const strain = serving === 0 ? 0 : 1 + 1.5 * (1 - serving / desired);
  const latency = round(usage.latency * load(key, now) * strain);
  const cpu = mean(reports.map((pod) => pod.cpuUsage));
  const ram = mean(reports.map((pod) => pod.ramUsage));
  const volumes = volumeGb > 0 && serving > 0 ? round(usage.volumes) : 0;
  const activeRegions = counts.filter((count) => count > 0).length;

  return {
    status: applicationStatus(
      application,
      all.map(({ pod }) => pod),
    ),
    targetLatency: indicator(usage.targetLatency, null),
    currentLatency: indicator(latency, gradeOfLatency(latency, usage.targetLatency)),
    activeRegions: indicator(activeRegions, gradeOfCount(activeRegions, regions.length)),
    activeInstances: indicator(instances, gradeOfCount(instances, desired)),
    desiredInstances: desired,
    averageCPU: indicator(cpu, gradeOfUsage(cpu)),
    averageRAM: indicator(ram, gradeOfUsage(ram)),
    averageVolumesUsage: indicator(volumes, gradeOfUsage(volumes)),
    averageLatency: latency,
    totalVolumeSizeInGb: volumeGb,
    monthlyCost: round(instances * DOLLARS_PER_INSTANCE + volumeGb * DOLLARS_PER_GB),
    limits: { cpuCores: 2, ramBytes: 2 ** 31, outboundBandwidthBytesPerSecond: null },
    latencyChart: latencyChart(application, now),
    regions,
  };
}

interface OccupiedSlot {
  readonly slot: PodSlot;
  readonly pod: PodState;
}

const isServed = ({ pod }: OccupiedSlot): boolean => isServing(pod);

function slotsOf(application: Application): readonly (readonly PodSlot[])[] {
  const total = desiredInstances(application);
  let position = 0;
  return application.regions.map((region, regionIndex) =>
    Array.from({ length: region.instances }, (_, ordinal) => ({
      application,
      regionIndex,
      ordinal,
      position: position++,
      total,
    })),
  );
}

/** The pod in a slot, as a list of at most one. */
function podAt(
  slot: PodSlot,
  { now, startedAt, deletionRequestedAt }: OverviewTime,
): OccupiedSlot[] {
  const pod = podState(slot, now - startedAt);
  const left =
    deletionRequestedAt === undefined ? pod : cleanedUp(pod, slot, now - deletionRequestedAt);
  return left ? [{ slot, pod: left }] : [];
}

interface RegionMoment {
  readonly pods: readonly OccupiedSlot[];
  readonly instances: number;
  readonly now: number;
  readonly minutes: ChartMinutes;
}

function regionReport(
  { behaviour, usage, key, volumeGb }: Application,
  plan: RegionPlan,
  { pods, instances, now, minutes }: RegionMoment,
) {
  const serving = pods.filter(isServed).length;
  const strain = serving === 0 ? 1 : Math.min(2, plan.instances / serving);
  const reports: readonly PodReport[] = pods.map(({ slot, pod }) =>
    podReport(slot, pod, { now, strain, minutes }),
  );
  const requests = instances * usage.requests * load(key, now);
  return {
    region: plan.code,
    isRequired: plan.required,
    instances,
    status:
      behaviour === 'unreported' ? ('unknown' as const) : statusOf(pods.map(({ pod }) => pod)),
    averageCPU: mean(reports.map((pod) => pod.cpuUsage)),
    averageRAM: mean(reports.map((pod) => pod.ramUsage)),
    averageVolumesUsagePercentage: volumeGb > 0 && serving > 0 ? round(usage.volumes) : 0,
    requests: round(requests),
    anycastTraffic: Math.round(requests * 14_000),
    pods: reports,
  };
}

const indicator = (value: number, statusGrade: Grade | null) => ({ indicator: value, statusGrade });

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : round(values.reduce((sum, value) => sum + value, 0) / values.length);

/** The days of a chart, oldest first: load phase at noon, and key. */
const daysUntil = memoizeLast((today: number) =>
  Array.from({ length: CHART_DAYS }, (_, at) => {
    const midnight = (today - CHART_DAYS + 1 + at) * DAY_MS;
    return { phase: loadPhase(midnight + DAY_MS / 2), key: isoSeconds(midnight) };
  }),
);

/** Milliseconds by day, today last. */
function latencyChart({ key, usage }: Application, now: number): Record<string, number> {
  const chart: Record<string, number> = {};
  for (const day of daysUntil(utcDay(now))) {
    chart[day.key] = round(usage.latency * loadAt(key, day.phase));
  }
  return chart;
}

/** `statusGrade` of an indicator: the service's words with this platform's thresholds. */
type Grade = 'couldBeBetter' | 'notBad' | 'doingGreat';

/** Grades a usage in percent. */
export function gradeOfUsage(percent: number): Grade {
  if (percent < 60) return 'doingGreat';
  return percent < 85 ? 'notBad' : 'couldBeBetter';
}

export function gradeOfLatency(current: number, target: number): Grade {
  if (current <= target) return 'doingGreat';
  return current <= 1.5 * target ? 'notBad' : 'couldBeBetter';
}

export function gradeOfCount(present: number, wanted: number): Grade {
  if (present >= wanted) return 'doingGreat';
  return present > wanted / 2 ? 'notBad' : 'couldBeBetter';
}
