import { ApiError } from '../contract/api-error.ts';
import type { Call } from '../contract/operation.ts';
import { type AppOverview, appOverview } from '../contract/operations/app-overview.ts';
import type { Clock } from '../edges/clock.ts';
import type { Sighting } from '../state/change.ts';
import type { Moment } from '../state/loadable.ts';

/** What the watch needs. */
interface DeletionWatch {
  readonly call: Call;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly appId: string;
  /** Hears of each look. */
  seen(sighting: Sighting): void;
}

/** How a watch ended. */
type WatchEnd =
  /** The service answered that it knows no such application. */
  | 'gone'
  /** It still showed one when the time was over. */
  | 'still there'
  | 'let go';

/** The first wait, milliseconds; each is longer than the one before, up to the longest. */
const FIRST_WAIT = 2000;
const LONGEST_WAIT = 15_000;
const GROWTH = 1.3;
/** For so long it is watched, milliseconds. */
export const WATCHED_FOR = 10 * 60_000;

/**
 * Looks at an application after its deletion was asked for, by reading its overview at growing intervals,
 * until the service answers 404, ten minutes are over, or the signal aborts. Also the probe after a
 * deletion whose outcome is unknown: it changes nothing.
 */
export async function watchDeletion(watch: DeletionWatch): Promise<WatchEnd> {
  const { clock, signal } = watch;
  const end = clock.elapsed() + WATCHED_FOR;
  let wait = FIRST_WAIT;
  while (!signal.aborted) {
    const sighting = await look(watch);
    if (signal.aborted) break;
    watch.seen(sighting);
    if (sighting.kind === 'gone') return 'gone';
    const asked = sighting.kind === 'failed' ? (sighting.error.retryAfterMs ?? 0) : 0;
    const left = end - clock.elapsed();
    if (left <= 0) return 'still there';
    await clock.sleep(Math.min(left, Math.max(wait, asked)), signal);
    wait = Math.min(LONGEST_WAIT, wait * GROWTH);
  }
  return 'let go';
}

async function look({ call, clock, signal, appId }: DeletionWatch): Promise<Sighting> {
  const now = (): Moment => ({ wall: clock.now(), elapsed: clock.elapsed() });
  try {
    return sightingOf(await call(appOverview, { appId }, signal), now());
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.kind === 'not-found'
      ? { kind: 'gone', at: now() }
      : { kind: 'failed', at: now(), error };
  }
}

/** What an overview shows of a deletion. */
function sightingOf(overview: AppOverview, at: Moment): Sighting {
  const pods = overview.regions.flatMap((region) => region.pods);
  return {
    kind: 'there',
    at,
    status: overview.status ?? null,
    instances: overview.activeInstances?.indicator ?? null,
    pods: pods.length,
    deleting: pods.filter(({ status }) => status === 'deleting').length,
  };
}
