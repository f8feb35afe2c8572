import { memoizeLast } from '../../../text/memoize.ts';
import { isoSeconds } from '../../../text/time.ts';
import {
  alphanumericId,
  between,
  fraction,
  hash,
  type LoadPhase,
  load,
  loadAt,
  loadPhase,
} from '../chance.ts';
import type { Application } from './applications.ts';
import { isServing, type PodSlot, type PodState } from './pod-state.ts';

const HEARTBEAT_MS = 10_000;
const MINUTE_MS = 60_000;
const CHART_MINUTES = 15;
const EPHEMERAL_LIMIT = 5 * 2 ** 30;

export type PodReport = ReturnType<typeof podReport>;

/** What all pods of a report share. */
interface PodMoment {
  readonly now: number;
  /** Load per serving pod; 1 if all pods of the region are serving. */
  readonly strain: number;
  readonly minutes: ChartMinutes;
}

export function podReport(slot: PodSlot, pod: PodState, { now, strain, minutes }: PodMoment) {
  const { application, regionIndex, ordinal } = slot;
  const key = hash(application.key, regionIndex, ordinal, pod.generation);
  const serves = isServing(pod);
  const effort = serves ? load(key, now) * strain : 0.04;
  const cpu = percent(application.usage.cpu * effort);
  const ram = percent(application.usage.ram * (serves ? 0.9 + 0.1 * effort : 0.3));
  const bytesPerMinute = application.usage.requests * 60 * 14_000;
  const ephemeral = Math.round(EPHEMERAL_LIMIT * (0.04 + 0.3 * fraction(hash(key, 3))));
  const isPlaced = pod.status !== 'notScheduled' && application.behaviour !== 'unreported';
  const volume = percent(application.usage.volumes * (0.97 + 0.03 * load(key + 2, now)));

  return {
    name: alphanumericId(key, 14),
    status: pod.status,
    lastHeartBeat: isPlaced ? new Date(lastHeartbeat(key, now - pod.silence)) : null,
    outboundTrafficChart: serves ? trafficChart(key, minutes, bytesPerMinute) : null,
    cpuUsage: cpu,
    ramUsage: ram,
    cpuUsageCores: round(cpu / 50),
    ramUsageBytes: Math.round(ram * 0.01 * 2 ** 31),
    message: pod.message,
    volumesUtilizationPercentage: application.volumeGb > 0 ? { data: volume } : {},
    ephemeralStorageUsageBytes: isPlaced ? ephemeral : null,
    ephemeralStorageLimitBytes: isPlaced ? EPHEMERAL_LIMIT : null,
    ephemeralStorageUsageRatio: isPlaced ? round(ephemeral / EPHEMERAL_LIMIT, 4) : null,
    outboundConnectionsLimit: isPlaced ? 1024 : null,
    outboundConnectionsRejectedDiff: isPlaced ? rejectedConnections(key, cpu, now) : null,
    containers: containers(application, pod, { key, cpu, ram }),
  };
}

function containers(
  application: Application,
  pod: PodState,
  { key, cpu, ram }: { readonly key: number; readonly cpu: number; readonly ram: number },
) {
  const [major, minor, patch] = application.version;
  const display = `${application.image}:${major}.${minor}.${patch + pod.patch}`;
  const share = application.sidecar === undefined ? 1 : 0.85;
  const main = {
    id: containerId(hash(key, 1)),
    name: application.name,
    cpuUsage: round(cpu * share),
    ramUsage: round(ram * share),
    status: pod.container.status,
    reason: pod.container.reason,
    message: pod.container.message,
    image: mirrored(display),
    imageDisplay: display,
    numberOfRestarts: pod.restarts,
    exitCode: pod.container.exitCode,
  };
  if (application.sidecar === undefined) return [main];
  const isUp = pod.status !== 'notScheduled';
  const sidecar: typeof main = {
    ...main,
    id: containerId(hash(key, 2)),
    name: 'envoy',
    cpuUsage: round(cpu * (1 - share)),
    ramUsage: round(ram * (1 - share)),
    status: isUp ? 'ready' : 'notStarted',
    reason: '',
    message: '',
    image: mirrored(application.sidecar),
    imageDisplay: application.sidecar,
    numberOfRestarts: 0,
    exitCode: null,
  };
  return [main, sidecar];
}

/** The platform runs images from its own mirror. */
const mirrored = (image: string): string => `registry.mirror.internal/docker.io/${image}`;

const containerId = (key: number): string =>
  `${alphanumericId(key, 9)}-${alphanumericId(key + 1, 10)}`;

/** Last heartbeat up to `now`: one every ten seconds, with a phase per pod. */
function lastHeartbeat(key: number, now: number): number {
  const phase = key % HEARTBEAT_MS;
  return Math.floor((now - phase) / HEARTBEAT_MS) * HEARTBEAT_MS + phase;
}

/** The minutes of a chart: load phase and key. */
export type ChartMinutes = readonly { readonly phase: LoadPhase; readonly key: string }[];

/** Computed once a minute: formatting dates for dozens of pods would dominate a report. */
const minutesBefore = memoizeLast(
  (running: number): ChartMinutes =>
    Array.from({ length: CHART_MINUTES + 1 }, (_, at) => {
      const minute = running - (CHART_MINUTES - at) * MINUTE_MS;
      return { phase: loadPhase(minute), key: isoSeconds(minute) };
    }),
);

/** The minutes of a traffic chart, oldest first; the last one is not over. */
export const chartMinutes = (now: number): ChartMinutes =>
  minutesBefore(Math.floor(now / MINUTE_MS) * MINUTE_MS);

/** Bytes sent by minute; null for the minute that is not over. */
function trafficChart(key: number, minutes: ChartMinutes, bytesPerMinute: number) {
  const chart: Record<string, number | null> = {};
  const running = minutes.at(-1);
  for (const minute of minutes) {
    const isOver = minute !== running;
    chart[minute.key] = isOver ? Math.round(bytesPerMinute * loadAt(key, minute.phase)) : null;
  }
  return chart;
}

const rejectedConnections = (key: number, cpu: number, now: number): number => {
  const moment = hash(key, Math.floor(now / HEARTBEAT_MS));
  return cpu > 80 && moment % 3 === 0 ? between(moment, 1, 40) : 0;
};

const percent = (value: number): number => round(Math.min(100, Math.max(0, value)));

export function round(value: number, digits = 2): number {
  const scale = 10 ** digits;
  return Math.round(value * scale) / scale;
}
