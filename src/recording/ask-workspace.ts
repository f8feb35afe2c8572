import { ApiError } from '../contract/api-error.ts';
import type { Call, ReadOperation } from '../contract/operation.ts';
import { appOverview } from '../contract/operations/app-overview.ts';
import { dnsScan } from '../contract/operations/dns-scan.ts';
import { eventLogs } from '../contract/operations/event-logs.ts';
import { rateLimitMetrics } from '../contract/operations/rate-limit-metrics.ts';
import type { Clock } from '../edges/clock.ts';
import { SeenEntries } from '../events/seen-entries.ts';
import { stampsOf } from '../events/storage/entry-block.ts';
import { type TimeUnit, unitOf } from '../events/storage/time-unit.ts';
import { followDays } from '../feeds/follow-zone.ts';
import type { PagesFeed } from '../feeds/pages-feed.ts';
import { poll } from '../feeds/poll.ts';
import { createRequestScheduler } from '../feeds/request-scheduler.ts';
import { createWake } from '../feeds/scheduling.ts';
import { trackedCall } from '../feeds/tracked-call.ts';
import { createActivity } from '../state/activity.ts';
import type { ConsoleStore } from '../state/console-state.ts';
import { momentOf } from '../state/loadable.ts';
import { type UtcDay, usDay, utcDay } from '../text/time.ts';

/** Log time before the start that is loaded, too, in milliseconds. */
const LOG_LEAD_MS = 3_600_000;
/** Scans change rarely: they are polled at this multiple of the interval. */
const SCAN_INTERVAL_FACTOR = 12;

interface AskingParts {
  readonly store: ConsoleStore;
  readonly call: Call;
  readonly clock: Clock;
  random(): number;
}

/**
 * Polls everything in the workspace, like a console with all panes on screen. Answers go to the wrapper of `call`.
 * Ends when the signal aborts; rejects only for bugs.
 */
export async function askWorkspace(
  { store, call, clock, random }: AskingParts,
  signal: AbortSignal,
): Promise<void> {
  const moment = () => momentOf(clock);
  const tracked = trackedCall(call, { store, activity: createActivity(), moment, random });
  const requests = createRequestScheduler({ store, call: tracked, clock });
  const shared = { clock, signal, random, paused: () => false, isHeld: requests.isHeld };
  const { workspace } = store.getState();
  const interval = () => store.getState().interval;

  const asked = <Input, Answer>(
    operation: ReadOperation<Input, Answer>,
    input: Input,
    rarely = 1,
  ) =>
    poll({
      ...shared,
      interval: () => interval() * rarely,
      async ask() {
        await requests.load(operation, input, signal);
        return 'again';
      },
    });
  const followed = (zone: string) => {
    const from = clock.now() - LOG_LEAD_MS;
    const seen = new Map<UtcDay, SeenEntries>();
    let unit: TimeUnit | undefined;
    const feed: PagesFeed = {
      ...shared,
      wake: createWake(),
      interval,
      backfillTo: () => from,
      unit: () => unit,
      async ask(day, token, ended) {
        const input = { shieldZoneId: zone, date: usDay(day), continuationToken: token };
        const { value } = await requests.load(eventLogs, input, ended, undefined, {});
        return value;
      },
      async take({ page: { logs }, day }) {
        unit ??= unitOf(stampsOf(logs));
        const known = seen.get(day) ?? new SeenEntries();
        seen.set(day, known);
        for (const old of seen.keys()) if (old < day - 1) seen.delete(old);
        return Array.from(logs).filter((entry) => known.add(entry)).length;
      },
      progress() {},
    };
    return followDays(feed, utcDay(clock.now()));
  };
  await Promise.all([
    ...workspace.apps.map(({ id }) => asked(appOverview, { appId: id })),
    ...workspace.dnsZones.map(({ id }) => asked(dnsScan, { zoneId: id }, SCAN_INTERVAL_FACTOR)),
    ...workspace.rateLimits.map(({ id }) => asked(rateLimitMetrics, { id })),
    ...workspace.shieldZones.map(({ id }) => followed(id)),
  ]).catch((error: unknown) => {
    if (!(error instanceof ApiError && signal.aborted)) throw error;
  });
}
