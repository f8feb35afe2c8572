import type { AppOverview } from '../contract/operations/app-overview.ts';

/** What a deletion takes away, as the overview tells it; null where it does not. */
export interface DeletionPlan {
  /** Codes of the regions it runs in. Hostile text. */
  readonly regions: readonly string[];
  readonly instances: number | null;
  readonly pods: number;
  /** GB by the field's name. */
  readonly volumes: number | null;
  /** Currency not stated. */
  readonly monthlyCost: number | null;
  /** Pods that are being deleted already. */
  readonly deleting: number;
  /** The overview was read at this time, monotonic milliseconds. */
  readonly readAt: number;
}

/** What `overview`, read at `readAt`, says would go. */
export function deletionPlan(overview: AppOverview, readAt: number): DeletionPlan {
  const pods = overview.regions.flatMap((region) => region.pods);
  return {
    regions: overview.regions.map(({ region }) => region ?? '?'),
    instances: overview.activeInstances?.indicator ?? null,
    pods: pods.length,
    volumes: overview.totalVolumeSizeInGb,
    monthlyCost: overview.monthlyCost,
    deleting: pods.filter(({ status }) => status === 'deleting').length,
    readAt,
  };
}
