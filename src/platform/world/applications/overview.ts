import { sameAsLast } from '../../../text/lazy.ts';
import { beatOf, breath, breathAt } from '../breath.ts';
import { chartKey, DAY_MS, dayOf } from '../calendar-day.ts';
import { type Application, desiredInstances, type RegionPlan } from './applications.ts';
import { type ChartMinutes, chartMinutes, type PodReport, podReport, round } from './pod.ts';
import {
  applicationStatus,
  CLEANUP_MS,
  cleanedUp,
  isServing,
  type Place,
  type PodSituation,
  podSituation,
  statusOf,
} from './situation.ts';

/** The moment an overview is of. */
export interface Moment {
  /** Wall clock, milliseconds. */
  readonly now: number;
  /** When the world began. */
  readonly startedAt: number;
  /** When deletion of the application was asked for, if it was. */
  readonly deletionRequestedAt: number | undefined;
}

/** Counters are taken from the state a little earlier: they lag behind the pods. */
const COUNTERS_LAG_MS = 4_000;
const CHART_DAYS = 28;
const DOLLARS_PER_INSTANCE = 7.4;
const DOLLARS_PER_GB = 0.12;

/** What operation 4 says of an application; undefined once its cleanup has ended. */
export type Overview = NonNullable<ReturnType<typeof overviewOf>>;

export function overviewOf(application: Application, moment: Moment) {
  const { now, deletionRequestedAt } = moment;
  if (deletionRequestedAt !== undefined && now - deletionRequestedAt >= CLEANUP_MS) {
    return undefined;
  }
  const places = placesOf(application);
  const pods = places.map((inRegion) => inRegion.flatMap((place) => podAt(place, moment)));
  const before = { ...moment, now: now - COUNTERS_LAG_MS };
  const counts = places.map(
    (inRegion) => inRegion.flatMap((place) => podAt(place, before)).filter(isServed).length,
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
  const { appetite, volumeGb, key } = application;
  const instances = counts.reduce((sum, count) => sum + count, 0);
  const strain = serving === 0 ? 0 : 1 + 1.5 * (1 - serving / desired);
  const latency = round(appetite.latency * breath(key, now) * strain);
  const cpu = mean(reports.map((pod) => pod.cpuUsage));
  const ram = mean(reports.map((pod) => pod.ramUsage));
  const volumes = volumeGb > 0 && serving > 0 ? round(appetite.volumes) : 0;
  const activeRegions = counts.filter((count) => count > 0).length;

  return {
    status: applicationStatus(
      application,
      all.map(({ pod }) => pod),
    ),
    targetLatency: indicator(appetite.targetLatency, null),
    currentLatency: indicator(latency, gradeOfLatency(latency, appetite.targetLatency)),
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

interface Standing {
  readonly place: Place;
  readonly pod: PodSituation;
}

const isServed = ({ pod }: Standing): boolean => isServing(pod);

function placesOf(application: Application): readonly (readonly Place[])[] {
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

/** The pod in a place, as a list of one or none. */
function podAt(place: Place, { now, startedAt, deletionRequestedAt }: Moment): Standing[] {
  const pod = podSituation(place, now - startedAt);
  const left =
    deletionRequestedAt === undefined ? pod : cleanedUp(pod, place, now - deletionRequestedAt);
  return left ? [{ place, pod: left }] : [];
}

interface RegionMoment {
  readonly pods: readonly Standing[];
  readonly instances: number;
  readonly now: number;
  readonly minutes: ChartMinutes;
}

function regionReport(
  { temperament, appetite, key, volumeGb }: Application,
  plan: RegionPlan,
  { pods, instances, now, minutes }: RegionMoment,
) {
  const serving = pods.filter(isServed).length;
  const strain = serving === 0 ? 1 : Math.min(2, plan.instances / serving);
  const reports: readonly PodReport[] = pods.map(({ place, pod }) =>
    podReport(place, pod, { now, strain, minutes }),
  );
  const requests = instances * appetite.requests * breath(key, now);
  return {
    region: plan.code,
    isRequired: plan.required,
    instances,
    status:
      temperament === 'unreported' ? ('unknown' as const) : statusOf(pods.map(({ pod }) => pod)),
    averageCPU: mean(reports.map((pod) => pod.cpuUsage)),
    averageRAM: mean(reports.map((pod) => pod.ramUsage)),
    averageVolumesUsagePercentage: volumeGb > 0 && serving > 0 ? round(appetite.volumes) : 0,
    requests: round(requests),
    anycastTraffic: Math.round(requests * 14_000),
    pods: reports,
  };
}

const indicator = (value: number, statusGrade: Grade | null) => ({ indicator: value, statusGrade });

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : round(values.reduce((sum, value) => sum + value, 0) / values.length);

/** The days of a chart, as noons to breathe at and as its keys, oldest first. */
const daysUntil = sameAsLast((today: number) =>
  Array.from({ length: CHART_DAYS }, (_, at) => {
    const midnight = (today - CHART_DAYS + 1 + at) * DAY_MS;
    return { beat: beatOf(midnight + DAY_MS / 2), key: chartKey(midnight) };
  }),
);

/** Milliseconds by day, today last. */
function latencyChart({ key, appetite }: Application, now: number): Record<string, number> {
  const chart: Record<string, number> = {};
  for (const day of daysUntil(dayOf(now))) {
    chart[day.key] = round(appetite.latency * breathAt(key, day.beat));
  }
  return chart;
}

/** `statusGrade` of an indicator: the words of the service, the thresholds of this platform. */
export type Grade = 'couldBeBetter' | 'notBad' | 'doingGreat';

/** A grade for a share of something that runs out, in percent. */
export function gradeOfUsage(percent: number): Grade {
  if (percent < 60) return 'doingGreat';
  return percent < 85 ? 'notBad' : 'couldBeBetter';
}

/** A grade for a latency beside the one aimed at. */
export function gradeOfLatency(current: number, target: number): Grade {
  if (current <= target) return 'doingGreat';
  return current <= 1.5 * target ? 'notBad' : 'couldBeBetter';
}

/** A grade for how many of the wanted there are. */
export function gradeOfCount(present: number, wanted: number): Grade {
  if (present >= wanted) return 'doingGreat';
  return present > wanted / 2 ? 'notBad' : 'couldBeBetter';
}
