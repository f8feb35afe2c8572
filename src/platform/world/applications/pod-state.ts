import { hash } from '../chance.ts';
import type { Application } from './applications.ts';

/** The state of a pod at a moment, without its measurements. */
export interface PodState {
  readonly status: 'notScheduled' | 'scheduled' | 'ready' | 'deleting';
  readonly message: string;
  /** Number of pods that have been in this slot: a new generation is a new pod with a new name. */
  readonly generation: number;
  /** How many patch versions its image is ahead of the application's own. */
  readonly patch: number;
  readonly restarts: number;
  /** Milliseconds since it last reported. */
  readonly silence: number;
  readonly container: ContainerState;
}

interface ContainerState {
  readonly status: 'notStarted' | 'started' | 'ready';
  readonly reason: string;
  readonly message: string;
  readonly exitCode: number | null;
}

/** A pod's place in its application. */
export interface PodSlot {
  readonly application: Application;
  readonly regionIndex: number;
  /** Number within the region, from 0. */
  readonly ordinal: number;
  /** Number within the application, from 0, of `total`. */
  readonly position: number;
  readonly total: number;
}

const READY: ContainerState = { status: 'ready', reason: '', message: '', exitCode: null };
const STARTING: ContainerState = {
  status: 'started',
  reason: 'Starting',
  message: 'Waiting for the readiness probe',
  exitCode: null,
};
const NOT_STARTED: ContainerState = {
  status: 'notStarted',
  reason: 'ContainerCreating',
  message: '',
  exitCode: null,
};

const HEALTHY: PodState = {
  status: 'ready',
  message: '',
  generation: 0,
  patch: 0,
  restarts: 0,
  silence: 0,
  container: READY,
};

/** The pod in a slot `age` milliseconds after the world began; undefined if there is none. */
export function podState(slot: PodSlot, age: number): PodState | undefined {
  switch (slot.application.behaviour) {
    case 'stable':
      return {
        ...HEALTHY,
        restarts: hash(slot.application.key, slot.position) % 11 === 0 ? 1 : 0,
      };
    case 'failing deploy':
      return failingDeploy(slot, age);
    case 'flapping':
      return flapping(slot, age);
    case 'scaling':
      return scaling(slot, age);
    case 'starved region':
      return starvedRegion(slot);
    case 'late heartbeat':
      // It stopped reporting three minutes before the world began.
      return slot.position === 0 ? { ...HEALTHY, silence: 180_000 + Math.max(0, age) } : HEALTHY;
    case 'unreported':
      return { ...HEALTHY, status: 'scheduled', silence: 7_200_000 + age, container: NOT_STARTED };
    case 'suspended':
    case 'inactive':
      return undefined;
  }
}

/** Times within one round of the failing deploy, milliseconds from its start. */
const DEPLOY = {
  begins: 20_000,
  /** Between two pod replacements. */
  step: 4_000,
  /** The roll-out stops here: the new pods have failed by then. */
  rollsBack: 150_000,
  round: 240_000,
} as const;

const STARTS_IN = 6_000;

function failingDeploy(slot: PodSlot, age: number): PodState {
  const round = Math.floor(age / DEPLOY.round);
  const into = age - round * DEPLOY.round;
  const replacedAt = DEPLOY.begins + slot.position * DEPLOY.step;
  const isReached = slot.position < Math.ceil(slot.total * 0.6);
  const settled = { ...HEALTHY, generation: 2 * round };

  if (!isReached || into < replacedAt) return settled;
  if (into < DEPLOY.rollsBack) {
    const fresh = { ...settled, generation: 2 * round + 1, patch: round + 1 };
    return crashing(fresh, into - replacedAt, slot.position % 3 === 2 ? 137 : 1);
  }
  const restored = { ...settled, generation: 2 * round + 2 };
  return into < DEPLOY.rollsBack + STARTS_IN + slot.position * 2_000
    ? starting(restored)
    : restored;
}

/** A new pod that crashes on every start, with growing back-off. */
function crashing(pod: PodState, age: number, exitCode: 1 | 137): PodState {
  if (age < 1_500) return { ...pod, status: 'scheduled', container: NOT_STARTED };
  if (age < STARTS_IN) return starting(pod);
  // It crashes after 6, 12, 24, 48 … seconds.
  const restarts = Math.floor(Math.log2(age / STARTS_IN)) + 1;
  const message =
    exitCode === 137
      ? 'Container exceeded its memory limit and was killed'
      : 'back-off restarting failed container: missing environment variable PAYMENT_API_URL';
  return {
    ...pod,
    restarts,
    status: 'scheduled',
    message: 'Readiness probe failed: connection refused',
    container: {
      status: 'notStarted',
      reason: exitCode === 137 ? 'OOMKilled' : 'CrashLoopBackOff',
      message,
      exitCode,
    },
  };
}

const starting = (pod: PodState): PodState => ({
  ...pod,
  status: 'scheduled',
  container: STARTING,
});

const FLAP = { round: 50_000, fails: 32_000 } as const;

function flapping(slot: PodSlot, age: number): PodState {
  if (slot.position % 4 !== 0) return { ...HEALTHY, restarts: slot.position % 3 };
  const round = Math.floor(age / FLAP.round);
  const fails = age - round * FLAP.round >= FLAP.fails;
  // It was already flapping before the world began.
  const restarts = 14 + Math.max(0, round) + (fails ? 1 : 0);
  if (!fails) return { ...HEALTHY, restarts };
  return {
    ...HEALTHY,
    restarts,
    message: 'Liveness probe failed: timeout after 3 s',
    container: {
      status: 'started',
      reason: 'OOMKilled',
      message: 'Container exceeded its memory limit and was killed',
      exitCode: 137,
    },
  };
}

function scaling(slot: PodSlot, age: number): PodState {
  const isLast = slot.position === slot.total - 1;
  if (!isLast) return HEALTHY;
  const round = Math.floor(age / 90_000);
  const into = age - round * 90_000;
  const pod = { ...HEALTHY, generation: round };
  if (into < 30_000) {
    return {
      ...pod,
      status: 'notScheduled',
      message: 'Waiting for capacity: 0 of 6 nodes match',
      container: NOT_STARTED,
    };
  }
  return into < 60_000 ? { ...pod, status: 'scheduled', container: NOT_STARTED } : starting(pod);
}

function starvedRegion(slot: PodSlot): PodState | undefined {
  const { required } = slot.application.regions[slot.regionIndex] ?? {};
  const isStarved = required && slot.regionIndex > 0;
  return isStarved ? undefined : HEALTHY;
}

type ApplicationStatus =
  | 'unknown'
  | 'active'
  | 'progressing'
  | 'inactive'
  | 'failing'
  | 'suspended';

/** Whether a pod serves requests. */
export const isServing = (pod: PodState): boolean =>
  pod.status === 'ready' && pod.container.status === 'ready';

const hasFailed = (pod: PodState): boolean =>
  pod.container.exitCode !== null && pod.container.exitCode !== 0;

/** The status of an application or region, from its pods. */
export function statusOf(pods: readonly PodState[]): Exclude<ApplicationStatus, 'suspended'> {
  if (pods.some(hasFailed)) return 'failing';
  if (pods.some((pod) => pod.status === 'notScheduled' || pod.status === 'scheduled')) {
    return 'progressing';
  }
  return pods.some(isServing) ? 'active' : 'inactive';
}

/** An explicit status (suspended, unknown) takes precedence over the pods. */
export function applicationStatus(
  { behaviour }: Application,
  pods: readonly PodState[],
): ApplicationStatus {
  if (behaviour === 'suspended') return 'suspended';
  if (behaviour === 'unreported') return 'unknown';
  return statusOf(pods);
}

/** From the deletion request until nothing is left, milliseconds. */
export const CLEANUP_MS = 45_000;

/** From the start of a pod's termination until it is gone. */
const LEAVES_IN = 7_000;

/**
 * The pod `since` milliseconds after the deletion request; undefined once it is gone. Pods terminate one after the
 * other.
 */
export function cleanedUp(
  pod: PodState | undefined,
  { position, total }: PodSlot,
  since: number,
): PodState | undefined {
  const notice = (position / total) * (CLEANUP_MS - LEAVES_IN);
  if (!pod || since >= notice + LEAVES_IN) return undefined;
  if (since < notice) return pod;
  return {
    ...pod,
    status: 'deleting',
    message: 'Application is being deleted',
    container: { status: 'started', reason: 'Terminating', message: '', exitCode: null },
  };
}
