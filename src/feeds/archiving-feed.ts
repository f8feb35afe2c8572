import { type Coverage, dayRange, merged, subtracted } from '../events/coverage.ts';
import type { LogArchive } from '../events/log-archive.ts';
import type { TimeRange } from '../events/time-range.ts';
import type { UtcDay } from '../text/time.ts';
import type { Delivery, PagesFeed } from './pages-feed.ts';

/** What a run archives, and where. */
interface Archiving {
  readonly archive: LogArchive;
  /** Shield zone id. */
  readonly zone: string;
  /** The day that the run began on: days before it are completed behind it. */
  readonly today: UtcDay;
  /** What lies before it is passed over, milliseconds since the epoch; null when nothing is. */
  readonly since: number | null;
  /** Whether the service is needed for something else; while today is not loaded or answered for, when not said. */
  isBusy?(): boolean;
}

/** While today is not loaded, or not answered for, earlier days wait this long at a time, milliseconds. */
const RECHECK = 500;

/**
 * `feed`, archiving every page before it is taken in. A walk ends where it meets what is archived. Days before today
 * are asked for one page at a time, and only while today is loaded and answered for: they must not hold it up.
 */
export function archivingFeed(feed: PagesFeed, archiving: Archiving): PagesFeed {
  const { archive, zone, today, since } = archiving;
  /** The days from today on that need the service for themselves. */
  const busy = new Set<UtcDay>([today]);
  const isBusy = archiving.isBusy ?? (() => busy.size > 0);
  /** The latest request for an earlier day. */
  let earlier: Promise<unknown> = Promise.resolve();

  /** Days of which the archive was told what is yet to come. */
  const told = new Set<UtcDay>();
  /** Nothing of it is loaded. An earlier run may have been told so by a stamp that was ahead. */
  const toCome = (day: UtcDay): readonly TimeRange[] =>
    subtracted([dayRange(day)], [{ from: Number.NEGATIVE_INFINITY, until: feed.clock.now() }]);

  const append = ({ day, page, coverage, withdrawn }: Delivery): Promise<number> => {
    // Before the service has told its time this machine's may be behind.
    const isDue = !told.has(day) && (feed.clock.ahead?.() ?? null) !== null;
    if (isDue) told.add(day);
    return archive.append(zone, day, page.logs, withoutSkipped(coverage, since), [
      ...withdrawn,
      ...(isDue ? toCome(day) : []),
    ]);
  };

  const turn = async (before: Promise<unknown>, signal: AbortSignal) => {
    await before;
    while (isBusy() && !signal.aborted) await feed.clock.sleep(RECHECK, signal);
  };

  return {
    ...feed,
    covered: async (day) =>
      subtracted(
        merged([...((await feed.covered?.(day)) ?? []), ...(await archive.covered(zone, day))]),
        toCome(day),
      ),
    ask(day, token, signal, onBody) {
      if (day >= today) return feed.ask(day, token, signal, onBody);
      const asked = turn(earlier, signal).then(() => feed.ask(day, token, signal, onBody));
      earlier = asked.catch(() => {});
      return asked;
    },
    async take(delivery) {
      const appended = await append(delivery);
      await feed.take(delivery);
      return appended;
    },
    progress(progress) {
      const { day, phase, failure } = progress;
      if (day >= today && (phase === 'walking' || failure !== null)) busy.add(day);
      else busy.delete(day);
      feed.progress(progress);
    },
  };
}

/** What a run may mark as loaded: not what it passed over. */
function withoutSkipped(coverage: Coverage, since: number | null): Coverage {
  if (since === null) return coverage;
  const loaded = coverage.loaded
    .map(({ from, until }) => ({ from: Math.max(from, since), until }))
    .filter(({ from, until }) => from < until);
  return { ...coverage, loaded };
}
