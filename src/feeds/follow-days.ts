import { type UtcDay, utcDay } from '../text/time.ts';
import { followDay } from './follow-day.ts';
import type { PagesFeed } from './pages-feed.ts';
import { createZoneState, hasJumped, readClock } from './zone-state.ts';

/** How often the clocks are looked at, milliseconds: for midnight, and for whether the machine slept. */
const TICK = 5000;

/**
 * Follows a zone's event log, day after day, from the beginning of `from` on: walks every page, then looks
 * at the newest end again and again. From midnight (UTC) on the new day is followed beside the old one,
 * which ends ten minutes past. After a sleep of the machine everything is looked at anew.
 *
 * Ends when the signal aborts; rejects only with what `take` rejects with.
 */
export async function followDays(feed: PagesFeed, from: UtcDay): Promise<void> {
  const { clock } = feed;
  const zoneState = createZoneState();
  const days: Promise<void>[] = [];
  // What ends one day ends all: it must not be waited for in silence.
  const failure = Promise.withResolvers<never>();
  failure.promise.catch(() => {});
  const end = new AbortController();
  const abort = () => end.abort();
  feed.signal.addEventListener('abort', abort, { once: true });
  if (feed.signal.aborted) abort();
  let next = from;
  try {
    while (!end.signal.aborted) {
      for (const today = utcDay(clock.now()); next <= today; next += 1) {
        const day = followDay({ ...feed, signal: end.signal }, next, zoneState);
        day.catch(failure.reject);
        days.push(day);
      }
      const before = readClock(clock);
      await Promise.race([clock.sleep(TICK, end.signal), failure.promise]);
      if (!end.signal.aborted && hasJumped(before, readClock(clock), TICK)) {
        zoneState.jumped();
        feed.wake.now();
      }
    }
    await Promise.all(days);
  } finally {
    abort();
    feed.signal.removeEventListener('abort', abort);
  }
}
