/** What an application is made to live through; each is told in `situation.ts`. */
export type Temperament =
  | 'steady'
  /** A deploy that fails, is rolled back, and comes again with the next version. */
  | 'failing deploy'
  /** Healthy for half a minute, out of memory for the next. */
  | 'flapping'
  /** One region keeps asking for an instance it cannot get. */
  | 'scaling'
  /** A required region has no capacity. */
  | 'starved region'
  /** One pod has stopped reporting. */
  | 'late heartbeat'
  | 'suspended'
  /** Instances are desired, none runs. */
  | 'inactive'
  /** Nothing is known of it. */
  | 'unreported';

/** One region an application is to run in. */
export interface RegionPlan {
  readonly code: string;
  readonly required: boolean;
  readonly instances: number;
}

/** How much an application uses when nothing special happens. */
export interface Appetite {
  /** Percent of its share. */
  readonly cpu: number;
  readonly ram: number;
  readonly volumes: number;
  /** Milliseconds. */
  readonly latency: number;
  readonly targetLatency: number;
  /** Requests per second and instance. */
  readonly requests: number;
}

/** An application of the world: what does not change while it lives. */
export interface Application {
  readonly id: string;
  readonly name: string;
  /** A number to key chance by. */
  readonly key: number;
  readonly image: string;
  readonly version: readonly [major: number, minor: number, patch: number];
  readonly sidecar: string | undefined;
  readonly regions: readonly RegionPlan[];
  readonly temperament: Temperament;
  readonly appetite: Appetite;
  /** GB of all its volumes together; 0 when it has none. */
  readonly volumeGb: number;
}

/** The instances an application is to have, over all regions. */
export const desiredInstances = (application: Application): number =>
  application.regions.reduce((sum, region) => sum + region.instances, 0);
