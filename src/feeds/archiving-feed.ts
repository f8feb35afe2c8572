import { type Coverage, dayRange, merged, subtracted } from '../events/coverage.ts';
import type { LogArchive } from '../events/log-archive.ts';
import type { TimeRange } from '../events/time-range.ts';
import type { UtcDay } from '../text/time.ts';
import type { Delivery, PagesFeed } from './pages-feed.ts';

interface Archiving {
  readonly archive: LogArchive;
  readonly zone: string;
  /** Entries before this time are skipped, in milliseconds since the epoch; null for none. */
  readonly since: number | null;
}

/** Wraps `feed` to archive every page before it is taken. A walk ends where it meets archived data. */
export function archivingFeed(feed: PagesFeed, { archive, zone, since }: Archiving): PagesFeed {
  /** Days whose future part was withdrawn from the archive. */
  const withdrawnDays = new Set<UtcDay>();
  /** The future part of a day. An earlier run may have claimed it because of a timestamp ahead of time. */
  const futureOf = (day: UtcDay): readonly TimeRange[] =>
    subtracted([dayRange(day)], [{ from: Number.NEGATIVE_INFINITY, until: feed.clock.now() }]);

  const append = ({ day, page, coverage, withdrawn }: Delivery): Promise<number> => {
    // Until the service has sent its time, this machine's clock may be behind.
    const isDue = !withdrawnDays.has(day) && (feed.clock.ahead?.() ?? null) !== null;
    if (isDue) withdrawnDays.add(day);
    return archive.append(zone, day, page.logs, withoutSkipped(coverage, since), [
      ...withdrawn,
      ...(isDue ? futureOf(day) : []),
    ]);
  };

  return {
    ...feed,
    covered: async (day) =>
      subtracted(
        merged([...((await feed.covered?.(day)) ?? []), ...(await archive.covered(zone, day))]),
        futureOf(day),
      ),
    async take(delivery) {
      const appended = await append(delivery);
      await feed.take(delivery);
      const { reached } = delivery;
      // Nothing new ends the walk, which otherwise would archive the rest of the day and claim none of it.
      return since !== null && reached != null && reached < since ? 0 : appended;
    },
  };
}

/** Interval at which pages check whether they may be requested, in milliseconds. */
const RECHECK_MS = 500;

/** The `ask` of `feed`, for one page at a time, and only while the service is not needed otherwise. */
export function askInTurn(feed: PagesFeed, isBusy: () => boolean): PagesFeed['ask'] {
  let latest: Promise<unknown> = Promise.resolve();
  const turn = async (before: Promise<unknown>, signal: AbortSignal) => {
    await before;
    while (isBusy() && !signal.aborted) await feed.clock.sleep(RECHECK_MS, signal);
  };
  return (day, token, signal, onBody) => {
    const asked = turn(latest, signal).then(() => feed.ask(day, token, signal, onBody));
    latest = asked.catch(() => {});
    return asked;
  };
}

/**
 * Wraps `feed` so that earlier days do not delay today: they are requested one page at a time, and only while days
 * from `today` on are loaded and answered.
 */
export function todayFirst(feed: PagesFeed, today: UtcDay): PagesFeed {
  /** Days from today on that are loading or failing. */
  const busy = new Set<UtcDay>([today]);
  const askEarlier = askInTurn(feed, () => busy.size > 0);
  return {
    ...feed,
    ask: (day, ...rest) => (day >= today ? feed.ask(day, ...rest) : askEarlier(day, ...rest)),
    progress(progress) {
      const { day, phase, failure } = progress;
      if (day >= today && (phase === 'walking' || failure !== null)) busy.add(day);
      else busy.delete(day);
      feed.progress(progress);
    },
  };
}

/** Removes skipped ranges from a coverage. */
function withoutSkipped(coverage: Coverage, since: number | null): Coverage {
  if (since === null) return coverage;
  const loaded = coverage.loaded
    .map(({ from, until }) => ({ from: Math.max(from, since), until }))
    .filter(({ from, until }) => from < until);
  return { ...coverage, loaded };
}
