import type { Application } from './application.ts';
import type { PodSituation } from './situation.ts';

/** `status` of an overview (contract, Application status). */
export type ApplicationStatus =
  | 'unknown'
  | 'active'
  | 'progressing'
  | 'inactive'
  | 'failing'
  | 'suspended';

/** Whether a pod carries load. */
export const isServing = (pod: PodSituation): boolean =>
  pod.status === 'ready' && pod.container.status === 'ready';

const hasFailed = (pod: PodSituation): boolean =>
  pod.container.exitCode !== null && pod.container.exitCode !== 0;

/** The status that a group of pods gives: the whole application's or one region's. */
export function statusOf(pods: readonly PodSituation[]): Exclude<ApplicationStatus, 'suspended'> {
  if (pods.some(hasFailed)) return 'failing';
  if (pods.some((pod) => pod.status === 'notScheduled' || pod.status === 'scheduled')) {
    return 'progressing';
  }
  return pods.some(isServing) ? 'active' : 'inactive';
}

/** The application's status: what was decided about it counts before what its pods show. */
export function applicationStatus(
  { temperament }: Application,
  pods: readonly PodSituation[],
): ApplicationStatus {
  if (temperament === 'suspended') return 'suspended';
  if (temperament === 'unreported') return 'unknown';
  return statusOf(pods);
}
